-- Ends the failures of tests whose name their file no longer has, once tests of that file or package pass: they were
-- renamed or deleted. `:gone` are the keys of these tests, `:included` of the failures whose file the run selects,
-- whatever it selects by name.

DELETE FROM failing
WHERE  session = :session AND root = :root AND NOT (:red_before AND last = :t)
  AND  :trusted AND language = :language
  AND  json_array(tool, suite, test) IN (SELECT value FROM json_each(:gone))
  AND  (json_array(tool, suite, test) IN (SELECT value FROM json_each(:included))
        OR EXISTS (SELECT 1 FROM outcomes p
                   WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.outcome = 'pass'
                     AND  (p.suite = failing.suite AND p.suite <> '' OR p.file = failing.file)));
