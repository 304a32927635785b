-- Stay in the account that you work in.
--
-- A command meant for the test cluster reaches production if the context was changed in between. The rule asks if the
-- session has used or chosen one context, profile or project, and chooses another one.

--- severity = "ask"
--- pack     = "infra"
--- commands = ["kubectl config", "kubectx", "gcloud config", "az account", "gh auth", "terraform workspace", "tofu workspace", "pulumi", "docker context"]
--- message  = "`{text}` changes where commands go; this session has worked with `{earlier}`{when}. Name the one you need in each command, or ask your user."
---
--- says.when.here   = ""
--- says.when.before = " in the one before"

WITH chosen (value) AS (
       SELECT :operands ->> '$[#-1]'
       WHERE  :program = 'kubectx' AND json_array_length(:operands) = 1
          OR  :operands ->> 0 IN ('use-context', 'use', 'set', 'switch', 'select', 'activate')
            AND :program NOT IN ('pulumi', 'kubectx')
              AND (:program <> 'gcloud config' OR :operands ->> 1 IN ('project', 'account'))
          OR  :program = 'pulumi' AND :operands ->> 0 = 'stack' AND :operands ->> 1 = 'select')
SELECT :text AS text, coalesce(here, before) AS earlier, iif(here IS NULL, 'before', 'here') AS "when"
FROM  (SELECT (SELECT b.text FROM ended_commands b
               WHERE  b.session = :session AND b.t > :t - 500 AND b.t < :t AND b.outcome <> 'failed'
                 AND  b.program = :program AND b.args ->> 0 = :args ->> 0 AND b.args ->> '$[#-1]' <> value
                 AND  (:program <> 'kubectx' OR json_array_length(b.args) = 1)
               ORDER  BY b.t DESC LIMIT 1) AS here,
              (SELECT b.text FROM account_uses b ORDER BY b.t DESC LIMIT 1) AS before
       FROM   chosen)
WHERE  earlier IS NOT NULL
