-- The Swift compiler, by itself or by way of `swift build` and xcodebuild.
--
-- XCTest's failures have no column. Notes belong to the finding above them, and Swift 6 repeats each
-- finding below its source: both are omitted. swift build ends with `Build complete!`, xcodebuild
-- with `** BUILD SUCCEEDED **`. The compiler alone has no tally, so a run with only warnings is
-- green only if its exit code is known to be 0.
-- Tested with: documentation and issues of Swift 5 and 6 only.

--- into     = "diagnostics"
--- commands = ["swiftc", "swift build", "xcodebuild"]
--- contains = [".swift:", "Build complete!", "** BUILD SUCCEEDED **"]
--- unless   = ["--version", "-version", "--help", "-h", "-help", "-list", "-showsdks", "--show-bin-path"]
--- values   = ["-o", "-module-name", "-target", "-sdk", "-I", "-L", "-l", "-F", "-framework", "-D", "-c", "--configuration", "--package-path", "--build-path", "--scratch-path", "-scheme", "-project", "-workspace", "-destination", "-configuration", "-derivedDataPath"]
--- narrow   = ["--target", "--product", "-target"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>[^\s:][^:]*\.swift):(?P<row>\d+):(?P<col>\d+): (?P<level>error|warning): (?P<message>.*)'
        || '|(?P<complete>Build complete!.*|\*\* BUILD SUCCEEDED \*\*.*))$')) m
),
found AS MATERIALIZED (
  SELECT min(at) AS at, it->>'file' AS file, (it->>'row') + 0 AS line, (it->>'col') + 0 AS col, it->>'level' AS level, it->>'message' AS message
  FROM   seen WHERE it->>'file' IS NOT NULL GROUP BY it->>'file', it->>'row', it->>'col', it->>'level', it->>'message'
)
SELECT replace(file, :root || '/', '') AS file, line, col, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, errors, iif(errors, NOT instr(:command, 'build') AND NOT instr(:output, ' characters truncated] ...'), complete OR :exit IS 0), 'items'
  FROM  (SELECT count(*) AS n, count(iif(level = 'error', 1, NULL)) AS errors FROM found), (SELECT count(it->>'complete') > 0 AS complete FROM seen)
  WHERE  n OR complete AND (instr(:command, 'swift') OR instr(:command, 'xcodebuild')) AND instr(:command, 'build')
)
ORDER BY at IS NULL, at
