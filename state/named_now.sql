-- Ends a failure that a command had shown without its name, when a filter showed less of it, now that the command
-- names what fails.

DELETE FROM failing
WHERE  session = :session AND root = :root AND tool = :tool AND last < :t AND suite = '' AND test GLOB '[[]*]'
  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task
  AND  EXISTS (SELECT 1 FROM tests f
               WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail'
                 AND  (f.suite <> '' OR f.test NOT GLOB '[[]*]'));
