-- hadolint: tty, gnu and JSON.
--
-- A Dockerfile that cannot be parsed is one finding without a rule. All levels below error are
-- warnings, but hadolint fails for any of them: a run without errors counts all findings as failures
-- unless its exit code is known to be 0. There is no tally: only the exit code or JSON shows that
-- the run is complete, and a clean run prints nothing.
-- Tested with: hadolint 2.15.

--- into     = "diagnostics"
--- commands = ["hadolint"]
--- contains = [" unexpected ", " DL1", " DL3", " DL4", " SC1", " SC2", "\"code\":\"DL", "\"code\":\"SC", "hadolint:"]
--- unless   = ["-h", "--help", "-v", "--version"]
--- narrow   = ["--ignore"]
--- values   = ["-c", "--config", "-f", "--format", "-t", "--failure-threshold", "--trusted-registry", "--require-label", "--file-path-in-report", "--error", "--warning", "--info", "--style", "-s", "--shell"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?:hadolint:)?(?P<file>[^\s:]+):(?P<row>\d+):? (?P<code>(?:DL|SC)\d{4}) (?P<level>error|warning|info|style): (?P<message>.*)'
        || '|(?:hadolint:)?(?P<broken>[^\s:]+):(?P<row2>\d+):(?P<col2>\d+) (?P<message2>(?:unexpected|missing|expecting|invalid) .*)'
        || '|(?P<json>\[\{.*"code":"(?:DL|SC)\d.*\]))$')) m
),
found AS MATERIALIZED (
  SELECT at, coalesce(it->>'file', it->>'broken') AS file, coalesce(it->>'row', it->>'row2') + 0 AS line, (it->>'col2') + 0 AS col, it->>'code' AS code, coalesce(it->>'level', 'error') AS level, coalesce(it->>'message', it->>'message2') AS message
  FROM   seen WHERE it->>'message' IS NOT NULL OR it->>'message2' IS NOT NULL AND instr(:command, 'hadolint')
  UNION ALL
  SELECT at, i.value->>'file', i.value->>'line', i.value->>'column', i.value->>'code', i.value->>'level', i.value->>'message'
  FROM   seen, json_each(iif(json_valid(it->>'json'), it->>'json', '[]')) i WHERE i.value->>'level' IS NOT NULL
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, iif(level = 'error', 'error', 'warning') AS level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, coalesce(nullif(count(iif(level = 'error', 1, NULL)), 0), iif(:exit = 0, 0, count(*))), NOT instr(:output, ' characters truncated] ...'), iif(structured, 'structured', 'items')
  FROM   found, (SELECT EXISTS (SELECT 1 FROM seen WHERE json_valid(it->>'json')) AS structured) WHERE structured OR :exit IN (0, 1) HAVING count(*)
)
ORDER BY at IS NULL, at
