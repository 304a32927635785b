-- actionlint: a line for each finding, with the source below it or not, and the templates of its manual for JSON,
-- JSON lines and GitHub's annotations. A clean run prints nothing.

--- commands = ["actionlint"]
--- contains = [".yml:", ".yaml:", ".yml,", ".yaml,", "\"filepath\":"]
--- unless   = ["-init-config"]
--- part     = ["-ignore", "--ignore"]
--- values   = ["-config-file", "-format", "-ignore", "-pyflakes", "-shellcheck", "-stdin-filename", "--config-file", "--format", "--ignore"]
--- exits    = ["0", "1"]
--- proof    = [".github/workflows/"]
---
--- finding.line   = '(?<file>[^\s:][^:]*\.ya?ml):{line}:{col}: (?<message>.*) \[(?<code>[a-z][a-z-]*)\]'
--- finding.github = '::error file=(?<file>[^,]+\.ya?ml),line={line},col={col}::{message}(?:%0A.*)?'
--- json.findings  = '\[?\{"message":"(?:[^"\\]|\\.)*","filepath":'
--- own            = ["finding.github"]

SELECT e.value->>'filepath' AS file, e.value->>'line' AS line, e.value->>'column' AS col, e.value->>'kind' AS code, 'error' AS level,
       e.value->>'message' AS message FROM documents, json_each(iif(json_type(doc) = 'array', doc, json_array(json(doc)))) e
