-- Look at the plan before you apply it.
--
-- What creates, changes or destroys infrastructure shows beforehand what it would do. The plan counts if it succeeded
-- in this session and no file of the project was edited since. A saved plan that is applied counts as well.

--- severity = "ask"
--- pack     = "infra"
--- commands = ["terraform apply", "terraform destroy", "tofu apply", "tofu destroy", "kubectl apply", "kubectl delete", "kubectl replace", "kubectl drain", "kubectl scale", "oc apply", "oc delete", "oc replace", "helm upgrade", "helm uninstall", "helm delete", "pulumi", "cdk", "terragrunt", "ansible-playbook"]
--- message  = "`{text}` changes infrastructure, and {plan} has not shown what it would do since the last edit. Run that first, and read it."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     plans (plan, example) AS (
       SELECT plan, CASE plan
                WHEN 'kubectl diff' THEN CASE WHEN :program GLOB '* apply' OR :program GLOB '* replace' THEN '`' || plan || '`' ELSE '`' || :program || ' --dry-run=server`' END
                WHEN 'helm diff' THEN CASE WHEN :program IN ('helm uninstall', 'helm delete') THEN '`helm uninstall --dry-run`' ELSE '`helm diff upgrade`' END
                WHEN 'pulumi' THEN '`pulumi preview`' WHEN 'cdk' THEN '`cdk diff`' WHEN 'terragrunt' THEN '`terragrunt plan`' WHEN 'ansible-playbook' THEN '`ansible-playbook --check`'
                ELSE '`' || plan || '`' END
       FROM  (SELECT CASE
                       WHEN :program GLOB 'terraform *' THEN 'terraform plan' WHEN :program GLOB 'tofu *' THEN 'tofu plan'
                       WHEN :program GLOB 'kubectl *' OR :program GLOB 'oc *' THEN 'kubectl diff' WHEN :program GLOB 'helm *' THEN 'helm diff'
                       ELSE :program END AS plan))
SELECT :text AS text, example AS plan
FROM   plans
WHERE  NOT EXISTS (SELECT 1 FROM words WHERE v GLOB '--dry-run*' AND v NOT GLOB '*=none' OR v IN ('--check', '-C', '--help', '-help', '-h', '--preview-only', '--syntax-check', '--list-tasks', '--list-hosts', '--version'))
  AND  (:program NOT IN ('pulumi', 'cdk', 'terragrunt') OR (:args ->> '$[0]') IN ('up', 'update', 'destroy', 'down', 'dn', 'deploy', 'apply', 'apply-all', 'destroy-all')
        OR :args ->> '$[0]' IN ('run-all', 'run') AND EXISTS (SELECT 1 FROM words WHERE v IN ('apply', 'destroy')))
  -- What is scaled down to nothing is down; all else of scale is a number.
  AND  (:program <> 'kubectl scale' OR EXISTS (SELECT 1 FROM words WHERE v = '--replicas=0' OR v = '0' AND (SELECT p.v FROM words p WHERE p.i = words.i - 1) = '--replicas'))
  -- terraform apply FILE: the plan is in the file.
  AND  NOT (:program IN ('terraform apply', 'tofu apply')
            AND EXISTS (SELECT 1 FROM words WHERE v NOT GLOB '-*' AND coalesce((SELECT p.v FROM words p WHERE p.i = words.i - 1), '') NOT IN ('-var', '-var-file', '-target', '-replace', '-state')))
  AND  NOT EXISTS (
         SELECT 1 FROM commands c
         LEFT   JOIN events done ON done.session = c.session AND done.t = c.t AND done.moment = 'after'
         WHERE  c.session = :session AND c.t > :t - 500
           -- terraform plan -detailed-exitcode and kubectl diff exit with an error if there is a difference.
           AND  (c.t < :t AND (done.outcome = 'ok' OR done.outcome IS NOT NULL AND done.outcome <> 'denied' AND c.program IN ('kubectl diff', 'helm diff', 'terraform plan', 'tofu plan', 'cdk'))
                 OR c.t = :t AND c.n IN (SELECT value FROM json_each(:gates)))
           AND  (c.program = plan AND (plan NOT IN ('pulumi', 'cdk', 'terragrunt', 'ansible-playbook') OR (c.args ->> '$[0]') IN ('preview', 'diff', 'plan', 'plan-all')
                                      OR (c.args ->> '$[0]') IN ('run-all', 'run') AND EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = 'plan'))
                 OR plan = 'helm diff' AND c.program = 'helm template' AND :program = 'helm upgrade'
                 OR c.program IN (:program, replace(:program, 'destroy', 'plan'))
                    AND EXISTS (SELECT 1 FROM json_each(c.args) WHERE value GLOB '--dry-run*' AND value NOT GLOB '*=none' OR value IN ('--check', '-C')))
           AND  c.t > coalesce((SELECT max(x.t) FROM touches x
                                WHERE x.session = :session AND x.t > :t - 500 AND x.root = :root AND x.kind IN ('edit', 'write') AND x.outcome = 'ok' AND x.t < :t AND x.class NOT IN ('scratch', 'document', 'test')), 0))
