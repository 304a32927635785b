-- tsc: one line for each error, and the coloured form that quotes the source (`--pretty`).
--
-- Only the pretty format ends with a tally. A clean run prints nothing in the other one, whose end
-- is therefore unknown. A syntax error (TS1000 to TS1999) prevents tsc from checking types, so the
-- run proves nothing about the rest.
-- Tested with: TypeScript 5.9 and 7.0.

--- into     = "diagnostics"
--- commands = ["tsc", "vue-tsc"]
--- contains = ["error TS", "Found 0 errors"]
--- unless   = ["--version", "-v", "--help", "-h", "--init", "--showConfig", "--listFilesOnly"]
--- values   = ["-p", "--project", "-t", "--target", "-m", "--module", "--outDir", "--rootDir", "--lib", "--jsx", "--pretty", "--moduleResolution"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>[^\s(][^(\n]*)\((?P<row>\d+),(?P<col>\d+)\): error (?P<code>TS\d+): (?P<message>.*)'
        || '|(?P<pretty>[^\s:][^:\n]*):(?P<pretty_row>\d+):(?P<pretty_col>\d+) - error (?P<pretty_code>TS\d+): (?P<pretty_message>.*)'
        || '|error (?P<bare_code>TS\d+): (?P<bare>.*)'
        || '|(?:.* - )?Found (?P<found>\d+) errors?(?: in .*|\..*)?)$')) m
),
errors AS MATERIALIZED (
  SELECT at, coalesce(l->>'file', l->>'pretty') AS file, coalesce(l->>'row', l->>'pretty_row') + 0 AS line, coalesce(l->>'col', l->>'pretty_col') + 0 AS col,
         coalesce(l->>'code', l->>'pretty_code', l->>'bare_code') AS code, coalesce(l->>'message', l->>'pretty_message', l->>'bare') AS message
  FROM   lines WHERE l->>'found' IS NULL
)
SELECT * FROM (SELECT replace(file, :root || '/', '') AS file, line, col, code, 'error' AS level, message, NULL AS failed, NULL AS ended, NULL AS how FROM errors ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, max(found, named), NOT syntax, 'items'
FROM  (SELECT coalesce(max((l->>'found') + 0), 0) AS found, (SELECT count(*) FROM errors) AS named, count(*) AS any,
              (SELECT count(*) FROM errors WHERE code GLOB 'TS1[0-9][0-9][0-9]') AS syntax FROM lines)
WHERE  any
