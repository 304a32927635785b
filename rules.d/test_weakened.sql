-- Do not make a red test say less.
--
-- A test failed, and since then its file has got more skips, or while no program was edited it has lost a third of its
-- assertions or that test, or replaces by a mock what it is to test: it is green because it asks for less. The markers are
-- counted in the file before and after each change (table marks), so that a skip which is moved or taken back does not count.
-- A test file that the session itself made is still being written.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "{test} failed, and since then {file} {change}. {advice}"
---
--- options.few = 3   # assertions whose loss does not count

SELECT b.test, b.file, b.file AS subject,
       CASE WHEN b.mark = 'assertion'
            THEN 'has lost ' || b.n || ' of its ' || b.had || ' assertions, with no program edited'
            WHEN b.mark = 'test' THEN 'has it no more'
            WHEN b.mark = 'mock' THEN 'replaces by a mock what it is to test, with no program edited'
            WHEN b.n = 1 THEN 'skips one more test' ELSE 'has ' || b.n || ' more skips' END AS change,
       iif(:moment = 'stop', 'Make it pass as it was, or tell the user why it asks for less.',
           'Make it pass as it was, or say in the message why it asks for less.') AS advice
FROM   bent_tests b
WHERE  (:moment = 'stop' OR :commits) AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'change test')
       -- Fewer but stronger assertions are no loss, and what a program does now may need fewer.
  AND  (b.mark = 'skip'
        OR (b.mark IN ('mock', 'test') OR b.n >= b.had OR b.n > :few AND 3 * b.n >= b.had)
           AND NOT EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
                           WHERE  c.session = :session AND c.t > b.t AND c.root = :root AND c.class = 'code'
                             AND  c.kind IN ('edit', 'write', 'delete', 'rewrite') AND c.outcome = 'ok'))
       -- Git has put the file back.
  AND  NOT EXISTS (SELECT 1 FROM own_changes k WHERE k.path = b.path AND k.manner IN ('restore', 'undo') AND k.t > b.t)
ORDER  BY b.mark DESC, b.file
LIMIT  1
