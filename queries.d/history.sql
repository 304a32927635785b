-- What happened to a file: reads, edits, refusals.

--- title   = "History of a file"
--- project = true
--- args    = ["file"]

SELECT e.session, e.t, e.kind, e.via, e.outcome, e.actor
FROM   touches e
WHERE  e.path = :file AND e.session = coalesce(:session, e.session)
ORDER  BY e.session, e.t, e.kind
