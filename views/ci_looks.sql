-- The looks of this session at the runs of a build server. `red` is 1 for one that can only have
-- shown a failure: it ended with an error and there are checks, or it asked for the log of what failed.

SELECT c.root, c.t,
       c.args GLOB '*"--log-failed"*'
       OR c.program = 'gh pr' AND c.outcome = 'failed'
          AND NOT EXISTS (SELECT 1 FROM labels l
                          WHERE  l.session = c.session AND l.t = c.t AND l.kind = 'warned'
                            AND  l.label = 'no_checks') AS red
FROM   ended_commands c
WHERE  c.session = :session AND c.t > :t - 500
  AND  (c.program = 'gh run' AND c.args ->> 0 IN ('view', 'watch', 'list')
        OR c.program = 'gh pr'
           AND (c.args ->> 0 = 'checks' OR c.args ->> 0 = 'view' AND instr(c.args, 'statusCheckRollup'))
        OR c.program = 'glab' AND c.args ->> 0 = 'ci')
