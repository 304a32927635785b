-- Do not commit on red.
--
-- A commit while tests are known to fail passes the failure on to others. The rule is silent
-- if no test is known to fail. `go test ./... && git commit` is allowed if the run covers the
-- failing tests, because the commit then happens only if they pass.

--- severity = "block"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = ["failing"]
--- message  = "{failing}. Make {them} pass and run {them} again before you commit."
---
--- options.ignore_baseline = false   # leave out tests that failed before the session's first edit

SELECT iif(count(*) > 3,
           count(*) || ' tests are known to fail, among them ' || group_concat(name, ', ') FILTER (WHERE place <= 3),
           group_concat(name, ', ') || iif(count(*) = 1, ' is', ' are') || ' known to fail') AS failing,
       iif(count(*) = 1, 'it', 'them') AS them
FROM   (SELECT f.name, row_number() OVER (ORDER BY f.since, f.name) AS place
        FROM   failing_tests f
        WHERE  f.session = :session AND f.root = :root
          AND  NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--help', '-h', '--dry-run'))
          AND  NOT (:ignore_baseline AND f.baseline)
          AND  NOT EXISTS (
                 SELECT 1
                 FROM   json_each(:gates) g
                 JOIN   coverage c ON c.session = :session AND c.t = :t AND c.n = g.value
                 WHERE  c.root = f.root AND c.tool = f.tool AND c.suite = f.suite AND c.test = f.test
                   AND  (c.same OR c.runner IN (f.tool, 'test_command'))))
HAVING count(*) > 0
