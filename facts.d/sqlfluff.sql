-- SQLFluff: the text for people, GitHub's annotations in both forms, and JSON. The first line of a wrapped message is
-- kept. `All Finished!` ends every text and is all that a clean run prints, so the exit code must show that it
-- passed.

--- commands = ["sqlfluff lint"]
--- contains = ["== [", "All Finished", "title=SQLFluff", "\"SQLFluff\"", "\"violations\": ["]
--- unless   = ["--bench"]
--- part     = ["-r", "--rules", "-e", "--exclude-rules"]
--- values   = ["-d", "--dialect", "-t", "--templater", "--config", "-f", "--format", "--annotation-level", "--write-output", "--processes", "-p", "--encoding", "--library-path", "--stdin-filename", "--warn-unused-ignores", "-r", "--rules", "-e", "--exclude-rules"]
--- variant  = ["--nofail", "--ignore-local-config"]
--- exits    = ["0", "1"]
---
--- head.file       = '== \[(?<file>.+)\] (?:FAIL|PASS)'
--- finding.text    = 'L: *{line} \| P: *{col} \| +(?<code>[A-Z]+\d*) \| (?:(?<level>WARNING): )?{message} *(?:\[[\w.]+\])?'
--- finding.github  = '::\w+ title=SQLFluff,file=(?<file>[^,]+),line={line},col={col}(?:,end\w+=\d+)*::(?<code>[A-Z]+\d*): {message}(?: \[[\w.]+\])?'
--- line.finished   = 'All Finished.*!'
--- json.files      = '\[\{"filepath": "(?:[^"\\]|\\.)*", "violations": \['
--- json.annotation = '\[\{"file": "(?:[^"\\]|\\.)*", "start_line": [^{}]*"title": "SQLFluff"'

SELECT f.value->>'filepath' AS file, v.value->>'start_line_no' AS line, v.value->>'start_line_pos' AS col, v.value->>'code' AS code,
       iif(v.value->>'warning', 'warning', 'error') AS level, v.value->>'description' AS message, NULL AS failed, NULL AS ended
FROM   documents, json_each(doc) f, json_each(f.value, '$.violations') v WHERE kind = 'files'
UNION ALL
SELECT value->>'file', value->>'start_line', value->>'start_column', substr(value->>'message', 1, instr(value->>'message', ':') - 1),
       'error', substr(value->>'message', instr(value->>'message', ':') + 2), NULL, NULL FROM documents, json_each(doc) WHERE kind = 'annotation'
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, 0, 1 FROM lines WHERE :exit = 0
