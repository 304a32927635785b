-- The times that this very command ran in this session before, in this folder: whoever was asked about it then has let it, and does not
-- want to be asked again. A command that was refused did not run, and one that failed did nothing. A merge past the rules of a branch is the same
-- deed for the next request of this repository (`same` is 0), as it is the rules that somebody has let it pass.

SELECT c.t, (c.program, c.args, c.env) = (:program, :args, :env) AS same
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome IN ('ok', 'unknown')
WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.dir = :dir AND c.root = :root AND c.program = :program
  AND  (c.args = :args AND c.env = :env
        OR EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--admin')
           AND EXISTS (SELECT 1 FROM json_each(:pushes) WHERE value ->> 'admin'))
