-- What linters, type checkers and compilers found in their last run.

--- title    = "Findings of linters and compilers"
--- project  = true
--- briefing = 5

SELECT d.tool, d.file, d.line, d.col, d.level, d.code, d.message
FROM   diagnostics d
WHERE  d.session = (SELECT session FROM asked_session)
  AND  d.t = (SELECT max(r.t) FROM runs r WHERE r.session = d.session AND r.tool = d.tool AND r.kind = 'check')
ORDER  BY d.tool, d.file, d.line, d.i
