-- Do not ask a check for less.
--
-- A linter found something, or tests passed and their run failed, as it does below a bound of coverage. Since then no program was
-- changed, but the settings that decide what it asks for, and it passes. What it found is as it was. Settings that the session
-- made itself are still being written, and those of a compiler decide how it builds.

--- severity = "warn"
--- pack     = "review"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "`{command}` failed, and passes since {file} was changed and no program: it asks for less. Correct what it found, or tell the user why the settings were wrong."
---
--- options.settings = ["eslint.config.*", ".eslintrc*", "biome.json*", ".oxlintrc*", "stylelint.config.*", ".stylelintrc*", "mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg", "tox.ini", ".flake8", ".pylintrc", "pylintrc", "ruff.toml", ".ruff.toml", ".coveragerc", ".rubocop*.yml", ".golangci.*", "clippy.toml", "phpstan*.neon*", "psalm.xml", "detekt*.yml", ".swiftlint.yml", ".nycrc*", "codecov.yml", ".simplecov", "jest.config.*", "vitest.config.*", "package.json"]   # globs of the names of files that decide what a check asks for

SELECT c.text AS command, e.file, e.file AS subject
FROM   runs r
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = r.session AND e.t > r.t AND e.kind IN ('edit', 'write')
WHERE  r.session = :session AND r.t > :t - 300 AND r.root = :root AND r.origin = ''
  AND  (r.kind = 'check' AND r.outcome = 'fail'
        OR r.kind = 'test' AND r.outcome = 'unknown' AND r.failed = 0 AND r.passed > 0
           AND EXISTS (SELECT 1 FROM events v WHERE v.session = r.session AND v.t = r.t AND v.outcome = 'failed'))
  AND  e.root = r.root AND e.outcome = 'ok' AND e.actor <> '*' AND e.manner NOT IN ('same', 'undo')
  AND  (:moment = 'stop' OR :commits)
  AND  EXISTS (SELECT 1 FROM json_each(:settings) g WHERE '/' || e.file GLOB '*/' || g.value)
  AND  EXISTS (SELECT 1 FROM runs p
               WHERE  p.session = r.session AND p.root = r.root AND p.program = r.program AND p.t > e.t
                 AND  p.outcome = 'pass')
  AND  NOT EXISTS (SELECT 1 FROM touches k INDEXED BY touches_in_order
                   WHERE  k.session = r.session AND k.t > r.t AND k.root = r.root AND k.outcome = 'ok'
                     AND  k.kind IN ('edit', 'write', 'rewrite', 'delete') AND k.class IN ('code', 'test')
                     AND  k.path <> e.path)
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = e.path AND o.made)
ORDER  BY e.t DESC
LIMIT  1
