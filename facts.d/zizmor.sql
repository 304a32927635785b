-- zizmor: plain, GitHub's annotations and JSON. SARIF is left to its reader.
--
-- Any finding makes it fail, with an exit code for the highest severity (11 to 14), but not as SARIF. The
-- tally counts suppressed findings first, and those that are shown by their severity. Of a finding's places
-- the first is its own.
-- Tested with: zizmor 1.32.

--- into     = "diagnostics"
--- commands = ["zizmor"]
--- contains = ["docs.zizmor.sh", " informational, ", "No findings to report.", ".yml,line=", ".yaml,line="]
--- unless   = ["-h", "--help", "-V", "--version", "--lsp", "--completions", "--thanks"]
--- part     = ["--min-severity", "--min-confidence", "--collect"]
--- values   = ["--persona", "--format", "--color", "--gh-hostname", "--cache-dir", "-c", "--config", "--render-links", "--show-audit-urls", "--min-severity", "--min-confidence", "--collect"]
--- variant  = ["--fix", "-p", "--pedantic", "--persona", "-o", "--offline", "--no-online-audits"]
--- exits    = ["0", "11", "12", "13", "14"]
--- strict   = true
--- placed   = ["finding.plain"]
---
--- finding.plain  = '(?P<level>error|warning|help|info)\[(?P<code>[a-z][a-z0-9-]*)\]: (?P<message>.*)'
--- detail.place   = ' *--> (?:\./)?(?P<file>[^\s:].*\.ya?ml):(?P<line>\d+):(?P<col>\d+)'
--- finding.github = '::(?P<level>error|warning|notice) file=(?P<file>[^,]+\.ya?ml),line=(?P<line>\d+),title=(?P<code>[a-z][a-z0-9-]*)::[^:]+:\d+: (?P<message>.*)'
--- tally.found    = '\d+ findings?(?: \([^)]*\))?: (?P<counts>\d+ informational, .*)'
--- tally.none     = '(?P<failed>No) findings to report\. Good job!.*'
--- json.findings  = '\[\s*\{\s*"ident":'
--- words.warning  = ["help"]
--- words.fail     = ["informational", "low", "medium", "high"]

SELECT iif(path GLOB './*', substr(path, 3), path) AS file, (start->>'row') + 1 AS line, (start->>'column') + 1 AS col, f->>'ident' AS code,
       iif(f->>'$.determinations.severity' = 'High', 'error', 'warning') AS level, f->>'desc' AS message
FROM  (SELECT d.value AS f, l.value->>'$.symbolic.key.Local.verbatim_path' AS path, l.value->'$.concrete.location.start_point' AS start
       FROM documents, json_each(doc) d, json_each(d.value, '$.locations') l WHERE l.value->>'$.symbolic.kind' = 'Primary' GROUP BY documents.at, d.key)
WHERE  NOT f->>'ignored'
