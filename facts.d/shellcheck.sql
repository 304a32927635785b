-- ShellCheck: the output for people (tty), gcc, json and json1.
--
-- In the format tty a heading `In a.sh line 3:` is above the source line and its findings. The
-- column can be determined only by counting carets, which is unreliable with tabs, so it is omitted.
-- All levels below error are warnings, but ShellCheck fails for any of them: a run without errors
-- counts all findings as failures unless its exit code is known to be 0. The list of links at the
-- end, JSON, or the exit code shows that the run is complete; a clean run prints nothing.
-- Tested with: ShellCheck 0.9 and 0.11.

--- into     = "diagnostics"
--- commands = ["shellcheck"]
--- contains = [" SC1", " SC2", " SC3", "[SC1", "[SC2", "[SC3", "\"endColumn\":", "{\"comments\":"]
--- unless   = ["-V", "--version", "--help", "--list-optional"]
--- narrow   = ["-i", "--include", "-e", "--exclude", "-S", "--severity"]
--- values   = ["-f", "--format", "-s", "--shell", "-P", "--source-path", "-W", "--wiki-link-count", "-o", "--enable", "--rcfile"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'head', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER line, 13) AS head,
         substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'headrow', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER line, 13) AS headrow
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:In (?P<head>.+) line (?P<headrow>\d+):'
        || '| *\^[-^]* (?P<code>SC\d{4}) \((?P<level>error|warning|info|style)\): (?P<message>.*)'
        || '|(?P<file>[^\s:][^:]*):(?P<row>\d+):(?P<col>\d+): (?P<level2>error|warning|note): (?P<message2>.*) \[(?P<code2>SC\d{4})\]'
        || '|(?P<json>\[\]|\[\{"file":.*\]|\{"comments":\[.*\]\})'
        || '|(?P<gap>\.\.\. \[\d+ characters truncated\] \.\.\.)|(?P<end>For more information:)|(?P<nofile>.*: openBinaryFile: .*))$')) m
  WINDOW line AS (ORDER BY m.value->>'at')
),
documents AS MATERIALIZED (
  SELECT iif(json_type(it->>'json') = 'array', it->>'json', (it->>'json')->'comments') AS comments FROM seen WHERE json_valid(it->>'json') AND ((it->>'json') GLOB '*"endColumn":*' OR instr(:command, 'shellcheck'))
),
found AS MATERIALIZED (
  SELECT at, coalesce(it->>'file', nullif(head, '')) AS file, coalesce(it->>'row', nullif(headrow, '')) + 0 AS line, (it->>'col') + 0 AS col, coalesce(it->>'code', it->>'code2') AS code,
         coalesce(it->>'level', it->>'level2') AS level, coalesce(it->>'message', it->>'message2') AS message
  FROM   seen WHERE coalesce(it->>'message2', iif(head IS NULL, NULL, it->>'message')) IS NOT NULL
  UNION ALL
  SELECT 0, c.value->>'file', c.value->>'line', c.value->>'column', 'SC' || (c.value->>'code'), c.value->>'level', c.value->>'message' FROM documents, json_each(comments) c WHERE c.value->>'endColumn' IS NOT NULL
),
whole AS (
  SELECT max(it->>'end' IS NOT NULL) AS footer, max(it->>'nofile' IS NOT NULL) AS nofile, EXISTS (SELECT 1 FROM documents) AS structured FROM seen
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, iif(level = 'error', 'error', 'warning') AS level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, coalesce(nullif(count(iif(level = 'error', 1, NULL)), 0), iif(:exit = 0, 0, count(message))), NOT nofile AND NOT instr(:output, ' characters truncated] ...'), iif(structured, 'structured', 'items')
  FROM   whole LEFT JOIN found WHERE structured OR message IS NOT NULL AND (footer OR :exit IN (0, 1)) GROUP BY structured
)
ORDER BY at IS NULL, at
