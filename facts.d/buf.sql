-- buf lint, breaking and build: text, msvs, GitHub's annotations and JSON lines.
--
-- There is no tally, and a clean run prints nothing. A file that does not compile keeps buf from linting;
-- only the JSON tells its errors from findings. protoc prints a blank before the message.
-- Tested with: buf 1.75.

--- into     = "diagnostics"
--- commands = ["buf lint", "buf breaking", "buf build"]
--- contains = [".proto:", ".proto(", ".proto,", ".proto\""]
--- unless   = ["-h", "--help", "--version"]
--- part     = ["--path", "--exclude-path"]
--- values   = ["--config", "--error-format", "--against", "--against-config", "--log-format", "--timeout", "-o", "--output", "--path", "--exclude-path"]
--- exits    = ["0", "100"]
---
--- finding.text   = '(?P<file>[^\s:][^:]*\.proto):(?P<line>\d+):(?P<col>\d+):(?P<message>\S.*)'
--- finding.msvs   = '(?P<file>[^\s:][^:]*\.proto)\((?P<line>\d+),(?P<col>\d+)\) : error (?P<code>[A-Z_]+) : (?P<message>.*)'
--- finding.github = '::error file=(?P<file>[^,]+\.proto),line=(?P<line>\d+),col=(?P<col>\d+)(?:,end\w+=\d+)*::(?P<message>.*)'
--- json.finding   = '\{"path":"(?:[^"\\]|\\.)*\.proto","start_line":'

SELECT doc->>'path' AS file, doc->>'start_line' AS line, doc->>'start_column' AS col, doc->>'type' AS code, 'error' AS level,
       doc->>'message' AS message, iif(doc->>'type' = 'COMPILE', 0, NULL) AS ended FROM documents
