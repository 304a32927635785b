-- What of this turn shows that a mistake is repaired: a test or a check that failed, and after an edit or a fixer passes,
-- unless it had passed in between before this turn, a test that was changed, or a run of the program or a look in a browser
-- since the last edit that did not fail. What passes with nothing edited in between had failed for another reason.

SELECT 'passes' AS how
FROM   turn
JOIN   runs p ON p.session = :session AND p.t > turn.began AND p.outcome = 'pass'
WHERE  EXISTS (SELECT 1 FROM runs f
               WHERE  f.session = p.session AND f.root = p.root AND f.program = p.program AND f.dir = p.dir
                 AND  f.outcome = 'fail'
                 AND  f.t < p.t AND f.t > turn.began - 100
                 AND  EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                              WHERE  e.session = f.session AND e.t > f.t AND e.t <= p.t AND e.kind IN ('edit', 'write')
                              UNION ALL
                              SELECT 1 FROM changes k
                              WHERE  k.session = f.session AND k.t > f.t AND k.t <= p.t AND k.kind = 'fix')
                 AND  NOT EXISTS (SELECT 1 FROM runs q
                                  WHERE  q.session = f.session AND q.root = f.root AND q.program = f.program
                                    AND  q.dir = f.dir AND q.selection = f.selection AND q.outcome = 'pass'
                                    AND  q.t BETWEEN f.t AND turn.began))
UNION  ALL
SELECT 'test' FROM turn
JOIN   touches x INDEXED BY touches_of_tests ON x.session = :session AND x.class = 'test' AND x.t > turn.began
WHERE  x.kind IN ('edit', 'write') AND x.outcome = 'ok'
UNION  ALL
SELECT 'test' FROM turn
JOIN   marks m ON m.session = :session AND m.t > turn.began AND m.mark = 'assertion' AND m.after > m.before
UNION  ALL
SELECT 'run' FROM trials
WHERE  trials.how = 'run' AND trials.t > (SELECT max(work.t) FROM work WHERE work.class = 'code')
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t = trials.t AND d.moment = 'after' AND d.outcome = 'failed')
UNION  ALL
SELECT 'run' FROM browser_looks
WHERE  browser_looks.t > (SELECT max(work.t) FROM work WHERE work.class = 'code')
