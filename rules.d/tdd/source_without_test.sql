-- A change of behaviour comes with a test.
--
-- At a commit: programs that were there before were edited, in a project that has tests, and no test was changed in this
-- session. At the end of a turn only if they have grown by `lines` lines: the test may be the next thing to write.
-- A commit that says that it is no change of behaviour (refactor:, docs:, rename …) needs none, nor does a change of a line or
-- two. Programs that the session made are test_first's.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = ["tally"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "{files} changed, and no test. Add or change the test that shows it, or say why none is needed."
---
--- options.lines = 20   # growth in lines from which the end of a turn counts
--- options.none  = ["*refactor*", "*docs:*", "*docs(*", "*chore*", "*style:*", "*style(*", "*build:*", "*ci:*", "*ci(*", "*revert*", "*rename*", "*reformat*", "*typo*", "*bump*"]   # globs of a commit, in lower case, that needs no test

WITH changed (file, grown) AS MATERIALIZED (
  SELECT e.file, sum(e.lines_after - e.lines_before)
  FROM   tally y
  CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.first_edit AND e.root = y.root
  JOIN   trees p ON p.root = y.root
  WHERE  y.session = :session AND y.root = :root AND (:moment = 'stop' OR :commits)
    AND  e.class = 'code' AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.actor <> '*' AND e.manner NOT IN ('same', 'undo', 'restore')
    AND  lower('/' || e.file) NOT GLOB '*/*test*/*' -- what tests need is no behaviour
    AND  (p.tests OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests WHERE x.session = :session AND x.root = y.root AND x.class = 'test'))
    AND  NOT EXISTS (SELECT 1 FROM touches o WHERE o.session = :session AND o.path = e.path AND o.kind = 'write' AND NOT o.on_disk AND o.outcome = 'ok')
    AND  NOT EXISTS (SELECT 1 FROM marks m WHERE m.session = :session AND m.path = e.path AND m.mark = 'assertion' AND m.after > m.before) -- its tests are in it, as in Rust
    AND  NOT EXISTS (SELECT 1 FROM touches k WHERE k.session = :session AND k.path = e.path AND (k.manner IN ('restore', 'undo') OR k.kind = 'delete') AND k.outcome = 'ok' AND +k.t >= e.t)
    AND  NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                     WHERE  x.session = :session AND x.root = y.root AND x.class = 'test' AND x.kind IN ('edit', 'write') AND x.outcome = 'ok')
  GROUP  BY e.file
)
SELECT CASE count(*) WHEN 1 THEN min(file) || ' was' WHEN 2 THEN min(file) || ' and ' || max(file) || ' were' ELSE count(*) || ' programs such as ' || min(file) || ' were' END AS files, count(*) AS count
FROM   changed
HAVING count(*) > 0 AND iif(:moment = 'stop', total(grown) >= :lines,
                            coalesce(sum(grown), 3) > 2 AND NOT EXISTS (SELECT 1 FROM json_each(:none) n WHERE lower(:text) GLOB n.value))
