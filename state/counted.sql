-- Ends the failures that were only counted, if a script that no reader lists has now run at least as many tests, and
-- all passed.

DELETE FROM failing
WHERE  session = :session AND root = :root AND doubtful <> 5 AND NOT (:red_before AND last = :t)
  AND  test = '' AND language <> '' AND language = :language
  AND  NOT :vouched
  AND  (:runner IN ('', 'test_command')
        OR NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0))
  AND  :passed >= (SELECT r.passed + r.failed FROM runs r
                   WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool
                   ORDER  BY r.n DESC LIMIT 1);
