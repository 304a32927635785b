-- zizmor: plain, GitHub's annotations and JSON. Any finding makes it fail, with an exit code for the highest severity
-- (11 to 14). The tally counts suppressed findings first, and those that are shown by their severity. Of a finding's
-- places the first is its own.

--- commands = ["zizmor"]
--- contains = ["docs.zizmor.sh", " informational, ", "No findings to report.", ".yml,line=", ".yaml,line="]
--- unless   = ["-V", "--lsp", "--completions", "--thanks"]
--- part     = ["--min-severity", "--min-confidence", "--collect"]
--- values   = ["--persona", "--format", "--color", "--gh-hostname", "--cache-dir", "-c", "--config", "--render-links", "--show-audit-urls", "--min-severity", "--min-confidence", "--collect"]
--- variant  = ["--fix", "-p", "--pedantic", "--persona", "-o", "--offline", "--no-online-audits"]
--- exits    = ["0", "11", "12", "13", "14"]
--- strict   = true
--- placed   = ["finding.plain"]
---
--- finding.plain  = '(?<level>error|warning|help|info)\[(?<code>[a-z][a-z0-9-]*)\]: {message}'
--- detail.place   = ' *--> (?:\./)?(?<file>[^\s:].*\.ya?ml):{line}:{col}'
--- finding.github = '::(?<level>error|warning|notice) file=(?<file>[^,]+\.ya?ml),line={line},title=(?<code>[a-z][a-z0-9-]*)::[^:]+:\d+: {message}'
--- tally.found    = '\d+ findings?(?: \([^)]*\))?: (?<counts>\d+ informational, .*)'
--- tally.none     = '(?<failed>No) findings to report\. Good job!.*'
--- json.findings  = '\[\s*\{\s*"ident":'
--- words.warning  = ["help"]
--- words.fail     = ["informational", "low", "medium", "high"]

SELECT iif(path GLOB './*', substr(path, 3), path) AS file, (start->>'row') + 1 AS line, (start->>'column') + 1 AS col, f->>'ident' AS code,
       iif(f->>'$.determinations.severity' = 'High', 'error', 'warning') AS level, f->>'desc' AS message
FROM  (SELECT d.value AS f, l.value->>'$.symbolic.key.Local.verbatim_path' AS path, l.value->'$.concrete.location.start_point' AS start
       FROM documents, json_each(doc) d, json_each(d.value, '$.locations') l WHERE l.value->>'$.symbolic.kind' = 'Primary' GROUP BY documents.at, d.key)
WHERE  NOT f->>'ignored'
