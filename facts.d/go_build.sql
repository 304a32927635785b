-- go build and go vet: the findings below a line `# package`.
--
-- A clean run prints nothing. The compiler stops after ten errors in a package (`too many errors`).
-- vet does not check a package that does not compile (`vet: `), and build does not compile the
-- packages that import it. The reader go_test reads build errors of `go test`. `go vet -json` always
-- exits with 0.
-- Tested with: Go 1.26.

--- into     = "diagnostics"
--- commands = ["go build", "go vet", "go install"]
--- contains = [".go:"]
--- unless   = ["-n", "-h", "-help", "--help"]
--- values   = ["-o", "-p", "-C", "-tags", "-ldflags", "-gcflags", "-mod", "-modfile", "-asmflags", "-buildmode", "-vettool"]
--- variant  = ["-tags"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, coalesce(m.value->>'message', iif(lag(m.value->>'posn') OVER (ORDER BY m.value->>'at') IS NOT NULL AND json_valid('"' || (m.value->>'said') || '"'), ('"' || (m.value->>'said') || '"')->>'$', NULL)) AS message,
         coalesce(m.value->>'file', lag(m.value->>'posn') OVER (ORDER BY m.value->>'at')) AS file,
         coalesce(m.value->>'row', lag(m.value->>'posn_row') OVER (ORDER BY m.value->>'at')) AS row, coalesce(m.value->>'col', lag(m.value->>'posn_col') OVER (ORDER BY m.value->>'at')) AS col
  FROM   jsonb_each(matches(iif((:output GLOB '# *' OR :output GLOB '*' || char(10) || '# *' OR :command GLOB '*go *') AND NOT :output GLOB '*FAIL' || char(9) || '*' AND NOT :output GLOB '*' || char(10) || 'FAIL    [^ ]*', :output, ''),
           '(?m)^(?:(?P<vet>vet: )?(?:\./)?(?P<file>[^\s:"]+\.go):(?P<row>\d+):(?:(?P<col>\d+):)? (?P<message>.*)|(?P<much>too many errors)'
        || '|\s*"posn": "(?P<posn>[^"]+\.go):(?P<posn_row>\d+):(?P<posn_col>\d+)",|\s*"message": "(?P<said>(?:[^"\\]|\\.)*)",?)$')) m
)
SELECT * FROM (SELECT iif(:root <> '' AND file GLOB :root || '/*', substr(file, length(:root) + 2), file) AS file, row + 0 AS line, col + 0 AS col, 'error' AS level, message, NULL AS failed, NULL AS ended, NULL AS how FROM lines WHERE message IS NOT NULL ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, count(message), NOT count(l->>'much') AND NOT count(l->>'vet') AND :command NOT GLOB '*go build*' AND :command NOT GLOB '*go install*', 'items' FROM lines HAVING count(message)
