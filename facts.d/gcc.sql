-- GCC and Clang: what they and the linker say, also amid the output of make, CMake or Ninja.
--
-- Notes belong to the finding above them and are omitted. Undefined references are findings without
-- a line; `collect2` or `linker command failed` is one only if the linker named nothing. GCC has no
-- tally, so a run with only warnings is green only if its exit code is known to be 0. After a fatal
-- error (a missing header, a stopped build) the rest is unknown. Lines without a column belong to
-- test frameworks. Lines that end with a lower-case name in brackets belong to clang-tidy or
-- cppcheck; both are omitted.
-- Tested with: GCC 12.2 and Clang 14.0.

--- into     = "diagnostics"
--- commands = ["gcc", "g++", "cc", "c++", "clang", "clang++", "c99"]
--- contains = [": error: ", ": warning: ", ": fatal error: ", "undefined reference to ", "multiple definition of ", "Undefined symbols for architecture "]
--- unless   = ["--version", "--help", "-dumpversion", "-dumpmachine", "-print-search-dirs"]
--- values   = ["-o", "-I", "-isystem", "-iquote", "-include", "-L", "-l", "-D", "-U", "-x", "-MF", "-MT", "-MQ", "-arch", "-target", "-framework", "-Xlinker", "-Xclang", "-T"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>(?:[A-Za-z]:)?[^\s:][^:]*\.(?:c|cc|cp|cpp|cxx|c\+\+|C|CPP|h|hh|hpp|hxx|h\+\+|H|ipp|tpp|tcc|inl|inc|ixx|cppm|m|mm|cu|cuh|s|S|y|l|def)):(?P<row>\d+):(?P<col>\d+): (?P<fatal>fatal )?(?P<level>error|warning): (?P<message>.*?)(?: \[(?P<code>-[^\]]+)\])?'
        || '|(?P<tool>(?:\S*/)?(?:[\w.]+-)*(?:cc1(?:plus|obj|objplus)?|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?)(?:-\d+)?): (?P<fatal2>fatal )?error: (?P<message2>.*)'
        || '|(?:\S*ld(?:\.\w+)?: )?(?P<source>[^\s:]+?)(?::(?P<row3>\d+)|:?\(\.[\w.$]+\+0x[0-9a-f]+\)): (?P<message3>(?:undefined reference to|multiple definition of) .*)'
        || '|\S*ld(?:\.\w+)?: (?:error: )?(?P<message4>(?:cannot find -l\S*|undefined symbol: |duplicate symbol: ).*)'
        || '|  (?P<message5>"_.*"), referenced from:'
        || '|(?:collect2: error: |\S*ld: )(?P<message6>(?:ld returned \d+ exit status|symbol\(s\) not found for .*))'
        || '|(?P<stopped>compilation terminated.*|fatal error: too many errors emitted.*|ninja: build stopped.*|g?make(?:\[\d+\])?: \*\*\* .*))$')) m
),
linker AS (
  SELECT at, it->>'source' AS file, it->>'row3' AS line, NULL AS col, NULL AS code, 'error' AS level, coalesce(it->>'message3', it->>'message4', 'Undefined symbol ' || (it->>'message5')) AS message
  FROM   seen WHERE coalesce(it->>'message3', it->>'message4', it->>'message5') IS NOT NULL
),
found AS MATERIALIZED (
  SELECT min(at) AS at, file, line + 0 AS line, col + 0 AS col, code, level, message
  FROM (
    SELECT at, it->>'file' AS file, it->>'row' AS line, it->>'col' AS col, it->>'code' AS code, it->>'level' AS level, it->>'message' AS message
    FROM   seen WHERE it->>'message' IS NOT NULL AND NOT it->>'message' GLOB '* [[][a-z]*[^ ]]' -- clang-tidy, cppcheck
    UNION ALL
    SELECT * FROM linker
    UNION ALL
    SELECT at, NULL, NULL, NULL, NULL, 'error', coalesce(it->>'message2', it->>'message6')
    FROM   seen WHERE it->>'message2' IS NOT NULL AND NOT it->>'message2' GLOB 'linker command failed*' OR coalesce(it->>'message6', it->>'message2') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM linker)
  )
  GROUP BY file, line, col, level, message
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, errors, iif(errors, NOT early AND NOT instr(:output, ' characters truncated] ...'), :exit IS 0), 'items'
  FROM  (SELECT count(*) AS n, count(iif(level = 'error', 1, NULL)) AS errors FROM found),
        (SELECT count(coalesce(it->>'stopped', it->>'fatal', it->>'fatal2')) > 0 AS early FROM seen)
  WHERE  n
)
ORDER BY at IS NULL, at
