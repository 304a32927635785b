-- The command that shows beforehand what this one would change of infrastructure: `plan`, and `example` for a
-- message.

SELECT plan,
       CASE plan WHEN 'kubectl diff'     THEN iif(:program GLOB '* delete' OR :program GLOB '* drain'
         OR :program GLOB '* scale',
                                                  '`' || :program || ' --dry-run=server`', '`kubectl diff`')
                 WHEN 'helm diff'        THEN iif(:program = 'helm upgrade', '`helm diff upgrade`',
                   '`helm uninstall --dry-run`')
                 WHEN 'pulumi'           THEN '`pulumi preview`'
                 WHEN 'cdk'              THEN '`cdk diff`'
                 WHEN 'terragrunt'       THEN '`terragrunt plan`'
                 WHEN 'ansible-playbook' THEN '`ansible-playbook --check`'
                 ELSE '`' || plan || '`' END AS example
FROM  (SELECT CASE WHEN :program GLOB 'terraform *' THEN 'terraform plan'
                   WHEN :program GLOB 'tofu *'      THEN 'tofu plan'
                   WHEN :program GLOB 'kubectl *' OR :program GLOB 'oc *' THEN 'kubectl diff'
                   WHEN :program GLOB 'helm *'      THEN 'helm diff'
                   ELSE :program END AS plan)
