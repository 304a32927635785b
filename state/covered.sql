-- Ends the failures of tests that a complete run covered and did not name as failing. What a run covers is what its
-- words select: `:repeated` are the keys of the failures that the same command showed, `:covered` of all that it
-- would run again.

DELETE FROM failing
WHERE  session = :session AND root = :root AND NOT (:red_before AND last = :t)
  AND  (json_array(tool, suite, test) IN (SELECT value FROM json_each(:repeated))
        OR json_array(tool, suite, test) IN (SELECT value FROM json_each(:covered))
           AND :trusted AND (language = :language OR '' IN (language, :language)))
  AND  NOT EXISTS (SELECT 1 FROM tests f
                   WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail'
                     AND  f.test = failing.test AND f.suite = failing.suite AND :tool = failing.tool);
