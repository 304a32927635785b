-- Write down what cost several attempts.
--
-- A loop forgets with each iteration. What took an iteration `runs` failing runs is what the next one needs to know.
-- The rule speaks if a test of this turn, known by its name, failed in as many runs, no longer fails, and none of the
-- `diaries` was changed since it first failed. The first of them is named.

--- severity = "warn"
--- pack     = "loop"
--- when     = ["stop"]
--- repeat   = "once"
--- message  = "{test} failed in {n} runs before it passed, and {diary} says nothing of it. Note the cause there in one line."
---
--- options.diaries = ["LEARNINGS.md", "progress.txt", "AGENTS.md", "CLAUDE.md", "NOTES.md"]   # globs of the files that the next iteration reads, relative to the project
--- options.runs    = 3   # failing runs of one test

SELECT f.test, f.n, :diaries ->> '$[0]' AS diary, f.test || ' from ' || f.since AS subject
FROM  (SELECT x.suite, x.test, count(DISTINCT x.t) AS n, min(x.t) AS since, max(x.t) AS last
       FROM   tests x
       WHERE  x.session = :session AND x.t >= (SELECT began FROM turn)
         AND  x.outcome = 'fail' AND x.test NOT GLOB '[[]*]' AND x.test <> ''
       GROUP  BY x.suite, x.test) f
JOIN   tally y ON y.session = :session AND y.root = :root
WHERE  f.n >= :runs AND y.last_edit > f.since
  AND  EXISTS (SELECT 1 FROM runs g
               WHERE  g.session = :session AND g.t > f.last AND g.root = :root AND g.kind = 'test'
                 AND  g.outcome = 'pass')
  AND  NOT EXISTS (SELECT 1 FROM failing r
                   WHERE  r.session = :session AND r.root = :root AND r.suite = f.suite AND r.test = f.test)
  AND  NOT EXISTS (SELECT 1 FROM own_edits u JOIN json_each(:diaries) d ON u.file GLOB d.value
                   WHERE  u.t > f.since AND u.root = :root)
ORDER  BY f.n DESC
LIMIT  1
