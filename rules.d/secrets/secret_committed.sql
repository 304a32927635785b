-- Do not commit a secret.
--
-- What is once in the history stays there for everyone who has the repository, also after it is deleted.

--- severity = "ask"
--- pack     = "secrets"
--- commands = ["git add", "git commit"]
--- message  = "`{text}` adds {name}, which holds credentials, to the history. Leave it out and list it in .gitignore; the names alone belong into {name}.example."

WITH words (v) AS (
       SELECT rtrim(value, '/') FROM json_each(:args)
       WHERE  value NOT GLOB '-*' AND (:program = 'git add' OR value <> (:args ->> '$[1]') OR (:args ->> '$[0]') NOT IN ('-m', '-am', '--message'))
       UNION ALL -- what an earlier `git add -A` has taken in
       SELECT value ->> 'file' FROM json_each(:staged) WHERE :program = 'git commit' AND value ->> 'does' = 'adds'
     ),
     names (v, base) AS (SELECT v, replace(v, rtrim(v, replace(v, '/', '')), '') FROM words)
SELECT :text AS text, v AS name
FROM   names
WHERE  true
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('-n', '--dry-run', '-N', '--intent-to-add'))
  AND  (base IN ('.env', '.env.local', '.env.production', '.env.prod', '.env.staging', '.env.development.local', '.netrc', '.git-credentials', '.pypirc', 'id_rsa', 'id_ed25519', 'id_ecdsa', 'id_dsa', 'credentials.json')
        OR base GLOB '*.p12' OR base GLOB '*.pfx' OR base GLOB '*.keystore' OR base GLOB '*.jks' OR base GLOB '*service-account*.json'
        OR base GLOB '*.key' OR base GLOB '*private*.pem')
  AND  v NOT GLOB '*test*' AND v NOT GLOB '*fixture*' AND v NOT GLOB '*example*'
LIMIT  1
