-- Do not hand over another guess.
--
-- The user reports a failure for the third time in a row, and again nothing shows that it is gone (`shown_fixes`): no
-- test that failed passes now, no test was changed, and the program has not run since the last change. What was changed before did not help, so
-- another change of the same kind will hardly do: what the user sees has to be seen first. It is told in each such turn,
-- because each has a report of its own. The rule is silent if the message asks the user, or says itself that it was not
-- tried.

--- severity = "warn"
--- when     = ["stop"]
--- repeat   = "once"
--- yields   = ["claims_untested"]
--- message  = "The user has reported a failure in {count} prompts in a row, and again nothing shows that it is gone. See for yourself what they see before you change more, or ask them for it, and say what you do not know."
---
--- options.threshold = 3   # prompts in a row that report a failure

SELECT reports_in_a_row.count AS count, 'turn ' || turn.began AS subject
FROM   reports_in_a_row
CROSS  JOIN turn
WHERE  reports_in_a_row.count >= :threshold
  AND  EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
               WHERE  e.session = :session AND e.t > turn.began AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
                 AND  e.class <> 'document')
  AND  NOT EXISTS (SELECT 1 FROM shown_fixes
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
  AND  NOT EXISTS (SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks')
