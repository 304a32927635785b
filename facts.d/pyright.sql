-- pyright and basedpyright: indented lines below a file's name, or `--outputjson`, and a tally. A message may have
-- several lines, of which the first is kept; the rule is at the end of the last one.

--- commands = ["pyright", "basedpyright"]
--- contains = [" - error: ", " - warning: ", " errors, ", " error, ", "\"generalDiagnostics\""]
--- unless   = ["--createstub", "--verifytypes"]
--- values   = ["-p", "--project", "-v", "--venvpath", "--pythonplatform", "--pythonversion", "--pythonpath", "-t", "--typeshedpath", "--level", "--threads"]
---
--- finding.line = ' *(?<file>[^\s:].*?):{line}:{col} - {level}: {message}(?: \((?<code>report\w+)\))?'
--- detail.rule  = '\s.* \((?<code>report\w+)\)'
--- tally.counts = '{failed} errors?, \d+ warnings?, \d+ (?:informations?|notes?) ?'
--- json.report  = '\{\s*"version": "[^"]*",\s*"time": "[^"]*",\s*"generalDiagnostics":'

SELECT d.value->>'file' AS file, (d.value->>'$.range.start.line') + 1 AS line, (d.value->>'$.range.start.character') + 1 AS col,
       d.value->>'rule' AS code, d.value->>'severity' AS level, d.value->>'message' AS message
FROM   documents, json_each(doc, '$.generalDiagnostics') d WHERE d.value->>'severity' IN ('error', 'warning')
