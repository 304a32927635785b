-- The commands of this session that have shown what this one would change of infrastructure, since the last edit of
-- the project: its plan, or the same command tried dry. A plan that finds a difference may fail for that.

SELECT c.t
FROM   plans_of p
CROSS  JOIN commands c
LEFT   JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = :session AND c.t > :t - 500
  AND  (c.t = :t AND c.n IN (SELECT value FROM json_each(:gates))
        OR c.t < :t AND (d.outcome = 'ok' OR d.outcome <> 'denied'
          AND c.program IN ('kubectl diff', 'helm diff', 'terraform plan', 'tofu plan', 'cdk')))
  AND  (c.program = p.plan AND (p.plan NOT IN ('pulumi', 'cdk', 'terragrunt', 'ansible-playbook')
                                OR c.args ->> 0 IN ('preview', 'diff', 'plan', 'plan-all')
                                OR c.args ->> 0 IN ('run-all', 'run')
                                  AND EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = 'plan'))
        OR p.plan = 'helm diff' AND c.program = 'helm template' AND :program = 'helm upgrade'
        OR c.program IN (:program, replace(:program, 'destroy', 'plan'))
           AND EXISTS (SELECT 1 FROM json_each(c.args)
                       WHERE value GLOB '--dry-run*' AND value NOT GLOB '*=none' OR value IN ('--check', '-C')))
  AND  c.t > (SELECT coalesce(max(x.t), 0) FROM touches x
              WHERE  x.session = :session AND x.t > :t - 500 AND x.t < :t AND x.root = :root
                     AND x.kind IN ('edit', 'write')
                AND  x.outcome = 'ok' AND x.class NOT IN ('scratch', 'document', 'test'))
