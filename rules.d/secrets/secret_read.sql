-- Leave credentials where they are.
--
-- What the agent reads goes to the provider of its model and into recordings. A key of the user's is seldom part of a
-- task; the project's own .env holds one sooner, so the rule asks, once for each file.

--- severity = "ask"
--- pack     = "secrets"
--- tools    = ["read"]
--- paths    = [".env", ".env.local", ".dev.vars", "/proc/*/environ", ".env.production", ".env.prod", ".env.staging", "**/.ssh/id_*", "**/.aws/credentials", "**/.gnupg/**", "**/.netrc", "**/.git-credentials", "**/.pypirc", "**/.kube/config", "**/.docker/config.json", "**/.config/gh/hosts.yml", "**/.cargo/credentials*", "**/.azure/**", "/etc/shadow", "**/.pgpass", "**/.gem/credentials", "**/.aws/sso/cache/**", "**/.config/gcloud/**", "!*.pub", "!*.conf"]
--- message  = "{name} holds credentials, and reading it puts them into the conversation. Ask your user for what you need of it, or read only the names in it."

SELECT coalesce(nullif(:file, ''), :path) AS name
WHERE  (:outcome = '' OR :outcome IS NULL OR :outcome = 'unknown')
  -- What was read once is in the conversation, and the user has decided.
  AND  NOT EXISTS (SELECT 1 FROM touches r WHERE r.session = :session AND r.path = :path AND r.kind = 'read'
         AND r.outcome = 'ok' AND +r.t < :t)
