-- Let a task go on running what failed in it.
--
-- A task failed, the file that says what it runs was changed, and now it runs fewer tests and passes: it is green
-- because it no longer looks at what is red. Tests that were changed or deleted in between have rules of their own.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "`{command}` ran {had} tests and failed. Since then {file} was changed, and it runs {has} and passes. Run what failed by its own command, or tell your user that it is left out."
---
--- options.files = ["Makefile", "GNUmakefile", "*.mk", "justfile", "Justfile", "package.json", "Taskfile.y*ml", "tox.ini", "noxfile.py", "pyproject.toml", "setup.cfg", "pytest.ini", "*.config.[cm][jt]s", "*.config.[jt]s", "composer.json", "Rakefile"]   # globs of the names of files that say what a task runs

SELECT g.program AS command, r.passed + r.failed AS had, g.passed + g.failed AS has, e.file AS file, e.path AS subject
FROM   runs g
CROSS  JOIN runs r ON r.session = :session AND r.t > :t - 500 AND r.t < :t AND r.kind = 'test' AND r.outcome = 'fail'
                  AND (r.root, r.program, r.task, r.dir, r.selection) = (g.root, g.program, g.task, g.dir, g.selection)
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > r.t AND e.t < :t
                  AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.root = g.root
WHERE  g.session = :session AND g.t = :t AND g.kind = 'test' AND g.outcome = 'pass' AND g.complete AND r.complete
  AND  g.passed > 0 AND g.passed + g.failed < r.passed + r.failed
  AND  EXISTS (SELECT 1 FROM json_each(:files) f WHERE '/' || e.file GLOB '*/' || f.value)
  AND  NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_in_order
                   WHERE  x.session = :session AND x.t > r.t AND x.t < :t AND x.class = 'test'
                     AND  x.kind IN ('edit', 'write', 'delete') AND x.outcome = 'ok')
ORDER  BY r.t DESC
LIMIT  1
