-- The Kotlin compiler, by itself or by way of Gradle or Maven.
--
-- Gradle prints `e: file:///a.kt:5:12 …` and, before Kotlin 2, `e: /a.kt: (5, 12): …`; Maven prints
-- `[ERROR] /a.kt:[5,12] …`. The compiler has no tally, so a run with only warnings is green only if
-- its exit code is known to be 0.
-- Tested with: Kotlin 2.2; the forms of Gradle and Maven are from their documentation and issues.

--- into     = "diagnostics"
--- commands = ["kotlinc", "kotlinc-jvm", "kotlinc-native"]
--- contains = [".kt:", ".kts:", "error: source file or directory not found: ", "error: warnings found and -Werror specified"]
--- unless   = ["-version", "-help", "-h", "-X"]
--- values   = ["-d", "-cp", "-classpath", "-jvm-target", "-language-version", "-api-version", "-module-name", "-kotlin-home", "-jdk-home", "-P", "-o"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>(?:[A-Za-z]:)?[^\s:][^:]*\.kts?):(?P<row>\d+):(?P<col>\d+): (?P<level>error|warning): (?P<message>.*)'
        || '|(?P<letter>[ew]): (?:file://)?(?P<file2>/?(?:[A-Za-z]:)?[^\s:][^:]*\.kts?)(?::(?P<row2>\d+):(?P<col2>\d+):?|: \((?P<row3>\d+), (?P<col3>\d+)\):) (?P<message2>.*)'
        || '|\[(?P<level4>ERROR|WARNING)\] (?:file://)?(?P<file4>(?:[A-Za-z]:)?[^\s:][^:]*\.kts?):(?:\[(?P<row4>\d+),(?P<col4>\d+)\]| \((?P<row5>\d+), (?P<col5>\d+)\)) (?P<message4>.*)'
        || '|error: (?P<message6>warnings found and -Werror specified|source file or directory not found: .*|no source files))$')) m
),
found AS MATERIALIZED (
  SELECT min(at) AS at, file, line + 0 AS line, col + 0 AS col, level, message
  FROM (
    SELECT at, coalesce(it->>'file', it->>'file2', it->>'file4') AS file, coalesce(it->>'row', it->>'row2', it->>'row3', it->>'row4', it->>'row5') AS line,
           coalesce(it->>'col', it->>'col2', it->>'col3', it->>'col4', it->>'col5') AS col,
           coalesce(it->>'level', iif(it->>'letter' = 'w', 'warning', lower(coalesce(it->>'level4', 'error')))) AS level, coalesce(it->>'message', it->>'message2', it->>'message4', it->>'message6') AS message
    FROM   seen WHERE it->>'message6' IS NULL OR instr(:command, 'kotlinc')
  )
  WHERE  message IS NOT NULL
  GROUP  BY file, line, col, level, message
)
SELECT replace(file, :root || '/', '') AS file, line, col, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, errors, iif(errors, NOT instr(:command, 'gradle') AND NOT instr(:output, ' characters truncated] ...'), :exit IS 0), 'items'
  FROM  (SELECT count(*) AS n, count(iif(level = 'error', 1, NULL)) AS errors FROM found) WHERE n
)
ORDER BY at IS NULL, at
