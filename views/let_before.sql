-- The earlier runs of this command in this session, in the same folder. A question about such a run was answered then, so it is not put
-- again. A command that was refused did not run, and one that failed changed nothing, so neither counts. A merge that bypasses the rules
-- of a branch (--admin) counts for the next pull request of the repository, too.

SELECT c.t
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome IN ('ok', 'unknown')
WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.dir = :dir AND c.root = :root AND c.program = :program
  AND  (c.args = :args AND c.env = :env
        OR EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--admin')
           AND EXISTS (SELECT 1 FROM json_each(:pushes) WHERE value ->> 'admin'))
