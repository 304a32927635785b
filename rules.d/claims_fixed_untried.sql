-- Show that it is fixed.
--
-- The message says so, and nothing has shown it: no test or check that failed passes now, no test was changed that would have
-- failed, and the program has not run since. A suite that passed before the change and passes after it says nothing of the mistake.
-- A single edit that adds or removes no more than two lines, such as another name, is seen by reading it.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- yields   = ["untried_handover", "claims_untested", "reported_failure_untried", "reported_failure_again"]
--- message  = "You say that it is fixed, but nothing has shown it{suite:: the tests that passed did so before, too|}. Run what showed the mistake, or add a test that fails without your change, or tell the user that you have not seen it work."

SELECT max(EXISTS (SELECT 1 FROM trials WHERE how = 'test' AND trials.t > work.t)) AS suite,
       'turn ' || (SELECT began FROM turn) AS subject
FROM   work
WHERE  way = 'done' AND class = 'code'
  AND  EXISTS (SELECT 1 FROM claims WHERE label = 'fixed')
  AND  NOT EXISTS (SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
  AND  NOT EXISTS (SELECT 1 FROM shown_fixes UNION ALL SELECT 1 FROM pile_red)
HAVING sum(edits) > 1 OR sum(lines) > 2
