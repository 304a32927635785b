-- Gives a failure the name by which another runner now shows the same test, so that it keeps what is known of it.

UPDATE OR IGNORE failing
SET    tool = f.tool, suite = f.suite, test = f.test
FROM   tests f
WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail' AND f.identity <> ''
  AND  failing.session = :session AND failing.root = :root
  AND  failing.identity = f.identity AND failing.tool <> f.tool;
