-- hadolint: tty, gnu and JSON. A clean run prints nothing. A Dockerfile that cannot be parsed is one finding without
-- a rule.

--- commands = ["hadolint"]
--- contains = [" unexpected ", " DL1", " DL3", " DL4", " SC1", " SC2", "\"code\":\"DL", "\"code\":\"SC", "hadolint:"]
--- unless   = ["-v"]
--- narrow   = ["--ignore"]
--- values   = ["-c", "--config", "-f", "--format", "-t", "--failure-threshold", "--trusted-registry", "--require-label", "--file-path-in-report", "--error", "--warning", "--info", "--style", "-s", "--shell"]
--- exits    = ["0", "1"]
--- strict   = true
---
--- finding.rule   = '(?:hadolint:)?{file}:{line}:? (?<code>(?:DL|SC)\d{4}) (?<level>error|warning|info|style): {message}'
--- finding.broken = '(?:hadolint:)?{file}:{line}:{col} (?<message>(?:unexpected|missing|expecting|invalid) .*)'
--- json.findings  = '\[\{[^{}]*"code":"(?:DL|SC)\d'
--- own            = ["finding.broken"]

SELECT value->>'file' AS file, value->>'line' AS line, value->>'column' AS col, value->>'code' AS code, value->>'level' AS level,
       value->>'message' AS message FROM documents, json_each(doc)
