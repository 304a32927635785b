-- Ends the failures of tests whose suite passed as a whole. If the run selected tests by name, this holds for the
-- selected ones: `:admitted` are the keys of the failures that it left out neither by their names nor by its flags.
--
-- A flag such as -tags=integration makes tests run that others do not cover, or leaves tests out: a run without it, or
-- with it alone, says nothing of them, unless it is a task, whose flags are not known.

DELETE FROM failing
WHERE  session = :session AND root = :root AND doubtful <> 5 AND NOT (:red_before AND last = :t) AND suite <> ''
  AND  (:trusted OR program = :program) AND (language = :language OR tool = :tool)
  AND  json_array(tool, suite, test) IN (SELECT value FROM json_each(:admitted))
  AND  EXISTS (SELECT 1 FROM outcomes p
               WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = ''
                 AND  p.suite = failing.suite AND p.outcome = 'pass');
