-- buf lint, breaking and build: text, msvs, GitHub's annotations and JSON lines. A clean run prints nothing. A file
-- that does not compile keeps buf from linting; only the JSON tells its errors from findings. protoc prints a blank
-- before the message.

--- commands = ["buf lint", "buf breaking", "buf build"]
--- contains = [".proto:", ".proto(", ".proto,", ".proto\""]
--- part     = ["--path", "--exclude-path"]
--- values   = ["--config", "--error-format", "--against", "--against-config", "--log-format", "--timeout", "-o", "--output", "--path", "--exclude-path"]
--- exits    = ["0", "100"]
---
--- finding.text   = '(?<file>[^\s:][^:]*\.proto):{line}:{col}:(?<message>\S.*)'
--- finding.msvs   = '(?<file>[^\s:][^:]*\.proto)\({line},{col}\) : error (?<code>[A-Z_]+) : {message}'
--- finding.github = '::error file=(?<file>[^,]+\.proto),line={line},col={col}(?:,end\w+=\d+)*::{message}'
--- json.finding   = '\{"path":"(?:[^"\\]|\\.)*\.proto","start_line":'

SELECT doc->>'path' AS file, doc->>'start_line' AS line, doc->>'start_column' AS col, doc->>'type' AS code, 'error' AS level,
       doc->>'message' AS message, iif(doc->>'type' = 'COMPILE', 0, NULL) AS ended FROM documents
