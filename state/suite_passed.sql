-- Ends the failures of tests whose suite passed as a whole. If the run selected tests by name, this holds for the
-- selected ones: `:admitted` are the keys of the failures that it did not leave out.
--
-- A flag such as -tags=integration makes tests run that others do not cover: a run without it says nothing of them,
-- unless it is a task, whose flags are not known.

DELETE FROM failing
WHERE  session = :session AND root = :root AND suite <> ''
  AND  (:trusted OR program = :program) AND (language = :language OR tool = :tool)
  AND  json_array(tool, suite, test) IN (SELECT value FROM json_each(:admitted))
  AND  (:runner IN ('', 'test_command')
        OR NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0))
  AND  EXISTS (SELECT 1 FROM outcomes p
               WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = ''
                 AND  p.suite = failing.suite AND p.outcome = 'pass');
