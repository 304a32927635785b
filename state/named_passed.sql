-- Ends the failures of tests that passed by name. `:passing` are the identities of these tests.
--
-- A failure belongs to the test, not to the runner that printed it: a run shows that tests of the same language pass,
-- whatever its runner. Runs without a language (make test) may run any. What a command prints that no reader lists
-- and that runs no task (`:trusted` is 0) is not believed about the tests of other commands.
--
-- The flags with which a test failed are not needed, but what the race detector found is not found without it. An
-- earlier run of the same command that failed (`:red_before`) may have been that of another package with a test of
-- this name.

DELETE FROM failing
WHERE  session = :session AND root = :root AND doubtful <> 5 AND NOT (:red_before AND last = :t)
  AND  (:trusted OR program = :program) AND (language = :language OR tool = :tool)
  AND  (NOT instr(needs, '"-race"') OR instr(:variant, '"-race"') OR :runner IN ('', 'test_command'))
  AND  (identity IN (SELECT value FROM json_each(:passing))
        OR EXISTS (SELECT 1 FROM outcomes p
                   WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.outcome = 'pass'
                     AND  p.test = failing.test AND (p.suite = failing.suite OR p.suite = '' OR failing.suite = '')));
