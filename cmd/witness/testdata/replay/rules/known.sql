-- Says what is known so far.

--- severity = "warn"
--- when     = ["before", "stop"]
--- message  = "{heard}"

SELECT (SELECT count(*) FROM touches WHERE session = :session AND outcome = 'ok' AND t < :t) || ' touches, '
       || (SELECT count(*) || ' runs, ' || coalesce(sum(failed), 0) || ' failures' FROM runs WHERE session = :session AND t < :t) AS heard
