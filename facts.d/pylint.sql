-- pylint: text (plain, coloured, parseable, msvs), GitHub's annotations, and the formats json and json2.
--
-- The classes error and fatal are errors, all others warnings. But pylint fails for any of them, so
-- a run without errors counts all findings as failures unless its exit code is known to be 0.
-- Columns start at 0 and are converted to start at 1. A rating below 10 without a finding is the end
-- of a run whose findings are not in the output. The rating shows that the run is complete; `-E` and
-- `-sn` omit it, and the exit code decides. It is a bit set in which 1 is a fatal message and 32 a
-- usage error.
-- Tested with: pylint 4.1.

--- into     = "diagnostics"
--- commands = ["pylint"]
--- contains = ["************* Module ", "Your code has been rated at ", ": E0", ": E1", ": F0", ": W0", ": W1", ": C0", ": R0", "\"message-id\": \"", "\"messageId\": \"", ",title="]
--- unless   = ["-h", "--help", "--version", "--long-help", "--help-msg", "--list-msgs", "--list-msgs-enabled", "--list-groups", "--list-conf-levels", "--list-extensions", "--generate-rcfile", "--generate-toml-config"]
--- narrow   = ["-d", "--disable", "-e", "--enable", "--ignore", "--ignore-patterns", "--ignore-paths"]
--- values   = ["--rcfile", "-j", "--jobs", "-f", "--output-format", "--output", "--msg-template", "--fail-under", "--fail-on", "--load-plugins", "--max-line-length", "--py-version", "--init-hook", "-r", "--reports", "-s", "--score"]
--- variant  = ["-E", "--errors-only"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it,
         count(m.value->>'rated') OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS n
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>[^\s:(][^:(]*)(?::(?P<row>\d+):(?P<col>\d+): (?P<code>[CEFIRW]\d{4}): (?P<message>.*?)(?: \([a-z][a-z0-9-]+\))?'
        || '|[:(](?P<row2>\d+)\)?: \[(?P<code2>[CEFIRW]\d{4})\([a-z0-9-]+\)[^\]]*\] (?P<message2>.*))'
        || '|::(?:error|warning|notice) file=(?P<file3>[^,]+),line=(?P<row3>\d+),endline=\d*,col=(?P<col3>\d+),title=(?P<code3>[CEFIRW]\d{4})::(?P<message3>.*)'
        || '|(?P<rated>Your code has been rated at) (?P<score>-?[\d.]+)/10.*)$')) m
),
documents AS MATERIALIZED (
  SELECT iif(json_type(j) = 'array', j, j->'messages') AS messages
  FROM  (SELECT m.value->>'json' AS j
         FROM   jsonb_each(matches(iif(instr(:output, '"message-id": "') OR instr(:output, '"messageId": "'), :output, ''), '(?ms)^(?P<json>[\[{]\s*(?:"messages": \[|\{\s*"type": ").*?^[\]}])')) m)
  WHERE  json_valid(j)
),
found AS MATERIALIZED (
  SELECT n, at, file, line, col + 1 AS col, code, iif(code GLOB '[EF]*', 'error', 'warning') AS level, substr(message, 1, instr(message || char(10), char(10)) - 1) AS message
  FROM (
    SELECT n, at, coalesce(it->>'file', it->>'file3') AS file, coalesce(it->>'row', it->>'row2', it->>'row3') + 0 AS line, coalesce(it->>'col', it->>'col3') AS col,
           coalesce(it->>'code', it->>'code2', it->>'code3') AS code, coalesce(it->>'message', it->>'message2', it->>'message3') AS message
    FROM   seen
    UNION ALL
    SELECT 0, 0, m.value->>'path', m.value->>'line', m.value->>'column', coalesce(m.value->>'message-id', m.value->>'messageId'), m.value->>'message'
    FROM   documents, json_each(messages) m
  )
  WHERE message IS NOT NULL
),
ends AS (
  SELECT n, 'items' AS how, it->>'score' = '10.00' AS perfect FROM seen WHERE it->>'rated' IS NOT NULL
  UNION ALL
  SELECT 0, 'structured', 1 FROM documents
  UNION ALL
  SELECT 0, 'items', 0 WHERE EXISTS (SELECT 1 FROM found) AND NOT EXISTS (SELECT 1 FROM documents) AND NOT EXISTS (SELECT 1 FROM seen WHERE it->>'rated' IS NOT NULL)
                      AND :exit & 33 = 0 AND instr(:command, 'pylint')
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT n, at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         coalesce(nullif(count(iif(f.level = 'error', 1, NULL)), 0), iif(:exit = 0, 0, count(f.message))), NOT instr(:output, ' characters truncated] ...') AND (perfect OR count(f.message)), how
  FROM   ends LEFT JOIN found f USING (n) GROUP BY n, how, perfect
)
ORDER BY n, at IS NULL, at
