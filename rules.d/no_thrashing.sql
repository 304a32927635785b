-- Stop editing what you cannot fix.
--
-- Edit, test, fail, edit again: after `threshold` rounds on one file in which the same tests
-- failed in the same way, the next edit is refused until the agent has read the file again, which
-- allows one more round. A run without failures resets the count, and so does a round after which
-- fewer tests fail or they fail in another way. Who has read the file since the failing run has
-- read it again already. If the session cannot be blamed for any failure, the
-- rule only warns: the edits may be about something else.

--- severity = "block"
--- tools    = ["edit", "write"]
--- needs    = ["rounds.rounds"]
--- repeat   = "once"
--- message  = "{file} was edited {edits} in {rounds} of edit and test, and {failing}. Read the failure, then read {file} again: that opens one more round."
---
--- options.threshold = 3   # rounds of edits and a failing run, without progress

SELECT iif(substr(:cwd || '/', 1, length(:root) + 1) = :root || '/', w.file, w.path) AS file,
       iif(w.edits = 1, 'once', w.edits || ' times') AS edits,
       iif(w.rounds = 1, '1 round', w.rounds || ' rounds') AS rounds,
       (SELECT iif(total(f.count) = 1, '1 test still fails', CAST(total(f.count) AS INTEGER) || ' tests still fail')
        FROM failing f WHERE f.session = :session AND f.root = :root
                         AND (f.tool, f.suite, f.test) NOT IN (SELECT tool, suite, test FROM crashes WHERE session = :session AND root = :root)) AS failing,
       b.severity, iif(b.severity = 'warn', 'round of ' || w.last || ' on ' || w.path, '') AS subject -- a warning is said once in a round
FROM   thrashing w,
      (SELECT iif(EXISTS (SELECT 1 FROM failing_tests f WHERE f.session = :session AND f.root = :root AND f.excuse = ''), 'block', 'warn') AS severity) b
WHERE  w.session = :session AND w.path = :path AND w.rounds >= :threshold
  AND  NOT EXISTS (
         SELECT 1 FROM touches reread
         WHERE  reread.session = :session AND reread.path = :path AND reread.actor = :actor
           AND  reread.kind = 'read' AND reread.outcome = 'ok'
           AND  (+reread.t > w.last
                 -- in the line of the failing run, after it: pytest; cat cart.py
                 OR +reread.t = w.last
                    AND EXISTS (SELECT 1 FROM commands c
                                WHERE  c.session = :session AND c.t = w.last AND c.inert AND instr(c.text, :base)
                                  AND  c.n > (SELECT max(r.command) FROM runs r WHERE r.session = :session AND r.t = w.last))))
  AND  NOT :seen
