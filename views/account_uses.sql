-- The commands of this session that have changed something in the context, project or workspace which this command
-- would leave.

SELECT b.t, b.text
FROM   ended_commands b
WHERE  b.session = :session AND b.t > :t - 500 AND b.t < :t AND b.outcome <> 'failed'
  AND  (:program IN ('kubectl config', 'kubectx')
        AND b.program IN ('kubectl apply', 'kubectl delete', 'kubectl create', 'kubectl patch', 'kubectl scale',
               'kubectl rollout',
                          'helm upgrade', 'helm install')
        OR :program = 'gcloud config' AND b.program GLOB 'gcloud *' AND b.program <> 'gcloud config'
        OR :program IN ('terraform workspace', 'tofu workspace')
           AND b.program IN ('terraform apply', 'terraform plan', 'tofu apply', 'tofu plan')
        OR :program = 'az account' AND b.program GLOB 'az *' AND b.program NOT IN ('az account', 'az login'))
