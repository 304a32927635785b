-- dotnet build and MSBuild: compilers, analyzers, NuGet and MSBuild's own errors.
--
-- Each finding is printed twice, the second time below `Build FAILED.` or `Build succeeded.`, with a
-- tally that counts it once; with a low verbosity it is printed once. A finding without a position
-- has a project or a program (`MSBUILD`, `CSC`) before it. A tally below `Test summary:` counts
-- failed tests and is not read. The terminal logger of .NET 8 and later indents, and ends with
-- `Build failed with 2 error(s) in 1.2s`: that form is taken from its documentation.
-- Tested with: .NET SDK 3.1.102 (MSBuild 16.4).

--- into     = "diagnostics"
--- commands = ["dotnet build", "dotnet msbuild", "dotnet publish", "dotnet pack", "dotnet restore", "msbuild", "csc"]
--- contains = [": error ", ": warning ", "Build succeeded", "Build FAILED.", "Build failed with "]
--- unless   = ["-h", "-?", "--help", "-version", "--version"]
--- values   = ["-c", "--configuration", "-f", "--framework", "-r", "--runtime", "-o", "--output", "-v", "--verbosity", "--source", "-a", "--arch", "--os"]
--- variant  = ["-c", "--configuration"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^ *(?:(?:\d+(?::\d+)?>)?(?P<file>(?:[A-Za-z]:)?[^\s:(][^:(]*\.\w+)\((?P<row>\d+)(?:,(?P<col>\d+))?(?:,\d+,\d+|-\d+(?:,\d+)?)?\) ?: (?P<level>error|warning) (?P<code>[A-Za-z]+\d+): (?P<message>.*?)(?: \[(?P<project>[^\]]+proj)(?:::[^\]]*)?\])?'
        || '|(?P<origin>(?:[A-Za-z]:)?[^\s:(][^:(]*\.(?:\w*proj|slnx?|targets|props)|MSBUILD|CSC|VBC|FSC|NuGet) ?: (?P<level2>error|warning) (?P<code2>[A-Z]+\d+): (?P<message2>.*?)(?: \[[^\]]+proj(?:::[^\]]*)?\])?'
        || '|(?P<errors>\d+) Error\(s\)|(?P<ended>Build succeeded(?:\.| with | in ).*|Build FAILED\.|Build failed with (?:(?P<errors2>\d+) error\(s\))?.*))$')) m
),
found AS MATERIALIZED (
  SELECT min(at) AS at, file, line + 0 AS line, col + 0 AS col, code, level, message
  FROM (
    SELECT at, it->>'file' AS file, it->>'row' AS line, it->>'col' AS col, it->>'code' AS code, it->>'level' AS level, it->>'message' AS message
    FROM   seen WHERE it->>'project' IS NOT NULL OR it->>'file' GLOB '*.[cfv][sb]' OR it->>'file' GLOB '*.cshtml' OR it->>'file' GLOB '*.razor' OR it->>'file' GLOB '*proj' OR it->>'file' GLOB '*.targets'
    UNION ALL
    SELECT at, iif(it->>'origin' GLOB '*.*', it->>'origin', NULL), NULL, NULL, it->>'code2', it->>'level2', it->>'message2' FROM seen WHERE it->>'message2' IS NOT NULL
  )
  GROUP BY file, line, col, code, level, message
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(coalesce(tally, 0), errors), ended > 0, 'items'
  FROM  (SELECT max(coalesce(it->>'errors', it->>'errors2') + 0) AS tally, count(it->>'ended') AS ended FROM seen WHERE NOT instr(:output, 'Test summary: ')),
        (SELECT count(iif(level = 'error', 1, NULL)) AS errors FROM found)
  WHERE  errors OR tally IS NOT NULL OR ended AND (instr(:command, 'dotnet') OR instr(:command, 'msbuild'))
)
ORDER BY at IS NULL, at
