-- Ends what failed only while a merge had stopped at a conflict, now that the merge is given up. The parameters are
-- `:session`, `:t` and `:root`.

DELETE FROM failing
WHERE  session = :session AND root = :root
  AND  EXISTS (SELECT 1 FROM commands c
               WHERE  c.session = :session AND c.t = :t AND c.root = :root AND c.args ->> '$[0]' = '--abort'
                 AND  failing.since > (SELECT b.t FROM commands b
                                       WHERE  b.session = :session AND b.t < :t AND b.root = :root
                                         AND  b.program = c.program
                                         AND  b.args ->> '$[0]' NOT IN ('--abort', '--continue', '--skip')
                                       ORDER BY t DESC LIMIT 1));
