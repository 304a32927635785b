-- pylint: text (plain, coloured, parseable, msvs), GitHub's annotations, and the formats json and json2. Its exit
-- code is a bit set in which 1 is a fatal message and 32 a usage error.

--- commands = ["pylint"]
--- contains = ["************* Module ", "Your code has been rated at ", ": E0", ": E1", ": F0", ": W0", ": W1", ": C0", ": R0", "\"message-id\": \"", "\"messageId\": \"", ",title="]
--- unless   = ["--long-help", "--help-msg", "--list-msgs", "--list-msgs-enabled", "--list-groups", "--list-conf-levels", "--list-extensions", "--generate-rcfile", "--generate-toml-config"]
--- narrow   = ["-d", "--disable", "-e", "--enable", "--ignore", "--ignore-patterns", "--ignore-paths"]
--- values   = ["--rcfile", "-j", "--jobs", "-f", "--output-format", "--output", "--msg-template", "--fail-under", "--fail-on", "--load-plugins", "--max-line-length", "--py-version", "--init-hook", "-r", "--reports", "-s", "--score"]
--- variant  = ["-E", "--errors-only"]
--- exits    = ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22", "24", "26", "28", "30"]
--- strict   = true
---
--- finding.text   = '(?<file>[^\s:(][^:(]*):{line}:{col0}: (?<code>(?<level>[CEFIRW])\d{4}): {message}(?: \([a-z][a-z0-9-]+\))?'
--- finding.msvs   = '(?<file>[^\s:(][^:(]*)[:(]{line}\)?: \[(?<code>(?<level>[CEFIRW])\d{4})\([a-z0-9-]+\)[^\]]*\] {message}'
--- finding.github = '::(?:error|warning|notice) file=(?<file>[^,]+),line={line},endline=\d*,col={col0},title=(?<code>(?<level>[CEFIRW])\d{4})::{message}'
--- tally.perfect  = 'Your code has been rated at 10\.00/10.*'
--- tally.rated    = 'Your code has been rated at -?[\d.]+/10.*'
--- json.messages  = '[\[{]\s*(?:"messages": \[\s*)?\{\s*"type": "[a-z]+",\s*"(?:module|symbol|message|message-?[iI]d)":'
--- set.rated.total = "1"   # below 10 there is a finding
--- words.warning  = ["C", "R", "W", "I"]

SELECT m->>'path' AS file, m->>'line' AS line, (m->>'column') + 1 AS col, id AS code, substr(id, 1, 1) AS level, m->>'message' AS message
FROM  (SELECT value AS m, coalesce(value->>'message-id', value->>'messageId') AS id FROM documents, json_each(coalesce(doc->'messages', doc)))
