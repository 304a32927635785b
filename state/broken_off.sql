-- Ends what is known of a runner that broke off before it named or counted a test, and that never passed. Such a run
-- says nothing of the tests, and a green run of that runner is what was meant, wherever it was started. Output that a
-- filter or a file has swallowed is not taken for a run that broke off.

DELETE FROM failing
WHERE  session = :session AND root = :root AND NOT (:red_before AND last = :t)
  AND  test = '' AND passed IS NULL AND language <> '' AND language = :language
  AND  EXISTS (SELECT 1 FROM runs r JOIN commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
               WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool AND r.how = 'exit'
                 AND  NOT EXISTS (SELECT 1 FROM json_each(c.shows) o WHERE o.value GLOB '[>|]*'));
