-- javac, by itself or by way of Maven, Ant or Gradle.
--
-- Maven prints each error twice, with the position in square brackets. `-Werror` is an error without
-- a position. javac ends with a tally, Maven with `BUILD SUCCESS` or `BUILD FAILURE`. What a syntax
-- error prevents from being checked is unknown.
-- Tested with: javac 17.0, Maven 3.8 with maven-compiler-plugin 3.13.

--- into     = "diagnostics"
--- purpose  = "build"
--- commands = ["javac", "mvn compile", "mvn test-compile"]
--- contains = [".java:", "with javac [", "error: warnings found and -Werror specified", "Usage: javac "]
--- unless   = ["-version", "--version", "-help", "--help", "-X", "--help-extra", "--help-lint"]
--- values   = ["-d", "-cp", "-classpath", "--class-path", "-p", "--module-path", "-s", "-h", "-source", "--source", "-target", "--target", "--release", "-encoding", "-processor", "-processorpath"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?: *\[javac\] )?(?:(?P<file>(?:[A-Za-z]:)?[^\s:][^:]*\.java):(?P<row>\d+): (?P<level>error|warning): (?:\[(?P<code>[\w-]+)\] )?(?P<message>.*)'
        || '|\[(?P<level2>ERROR|WARNING)\] (?P<file2>(?:[A-Za-z]:)?[^\s:][^:]*\.java):\[(?P<row2>\d+),(?P<col2>\d+)\] (?:(?:error|warning): )?(?:\[(?P<code2>[\w-]+)\] )?(?P<message2>.*)'
        || '|error: (?P<message3>warnings found and -Werror specified|file not found: .*\.java|invalid flag: .*)'
        || '|(?P<usage>Usage: javac .*)|(?P<tally>(?:(?P<errors>\d+) errors?|\d+ warnings?))'
        || '|(?:\[INFO\] )?(?P<build>BUILD (?:SUCCESS|FAILURE|SUCCESSFUL|FAILED).*)'
        || '|\[INFO\] (?P<compiled>Compiling \d+ source files? .*))$')) m
),
found AS MATERIALIZED (
  SELECT min(at) AS at, file, line + 0 AS line, col + 0 AS col, code, level, message
  FROM (
    SELECT at, coalesce(it->>'file', it->>'file2') AS file, coalesce(it->>'row', it->>'row2') AS line, it->>'col2' AS col, coalesce(it->>'code', it->>'code2') AS code,
           lower(coalesce(it->>'level', it->>'level2', 'error')) AS level, coalesce(it->>'message', it->>'message2', it->>'message3') AS message
    FROM   seen
    WHERE  it->>'message3' IS NULL OR instr(:command, 'javac') OR EXISTS (SELECT 1 FROM seen WHERE coalesce(it->>'usage', it->>'message') IS NOT NULL)
  )
  WHERE  message IS NOT NULL
  GROUP  BY file, line, col, level, message
),
whole AS (
  SELECT (SELECT count(*) FROM found) AS n, (SELECT count(*) FROM found WHERE level = 'error') AS errors, count(coalesce(it->>'tally', it->>'usage')) AS tallied, count(it->>'build') AS built,
         count(iif(it->>'build' GLOB 'BUILD SUCC*', 1, NULL)) AS succeeded, max((it->>'errors') + 0) AS counted, count(it->>'compiled') AS compiled
  FROM   seen
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, iif(built OR NOT tallied, errors, max(errors, coalesce(counted, 0))), NOT instr(:output, ' characters truncated] ...') AND (errors OR succeeded OR tallied AND NOT built), 'items'
  FROM   whole WHERE n AND (tallied OR built) OR compiled AND succeeded
)
ORDER BY at IS NULL, at
