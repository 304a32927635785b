-- What was read of a secret stays here.
--
-- A file with credentials was read in this session, so their values are in the conversation, where a page or a
-- dependency can ask for them. The rule asks about the next command that sends data to another machine, and about one that
-- sends such a file itself.

--- severity = "ask"
--- pack     = "secrets"
--- commands = ["curl", "wget", "nc", "ncat", "scp", "rsync", "sftp", "ftp", "telnet", "socat", "http", "https", "xh", "gh gist", "aws s3"]
--- message  = "{read} {was}, and `{text}` sends data to another machine. Ask your user, or show that none of it is sent."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     held (path, file, class, t, was) AS (
       SELECT r.path, coalesce(nullif(r.file, ''), r.path), r.class, r.t, 'was read in this session'
       FROM   touches r
       WHERE  r.session = :session AND r.kind = 'read' AND r.outcome = 'ok' AND r.t <= :t AND r.t > :t - 500 AND r.manner <> 'listed'
       UNION ALL -- curl -d @FILE, wget --post-file=FILE, scp FILE HOST:
       SELECT '/' || ltrim(f, '~/'), f, '', :t, 'holds credentials'
       FROM  (SELECT CASE WHEN instr(v, '@') THEN substr(v, instr(v, '@') + 1) WHEN v GLOB '--*=*' THEN substr(v, instr(v, '=') + 1) ELSE v END AS f FROM words
              WHERE  v GLOB '*@?*' AND v NOT GLOB '*@*:*' OR v GLOB '--*file=*' OR :program IN ('scp', 'rsync', 'sftp', 'aws s3', 'gh gist') OR coalesce((SELECT p.v FROM words p WHERE p.i = words.i - 1), '') IN ('-T', '--upload-file', '--post-file'))
     )
SELECT r.file AS read, r.was, :text AS text
FROM   held r
WHERE  true
  AND  (r.path GLOB '*/.env' OR r.path GLOB '*/.env.*' AND r.path NOT GLOB '*.env.*example*' AND r.path NOT GLOB '*.env.*sample*' AND r.path NOT GLOB '*.env.*template*' AND r.path NOT GLOB '*.env.test*'
        OR r.path GLOB '*/.ssh/id_*' AND r.path NOT GLOB '*.pub' OR r.path GLOB '*/.aws/credentials' OR r.path GLOB '*/.netrc' OR r.path GLOB '*/.git-credentials'
        OR r.path GLOB '*/.pypirc' OR r.path GLOB '*/.kube/config' OR r.path GLOB '*/.docker/config.json' OR r.path GLOB '*/.config/gh/hosts.yml'
        OR r.path GLOB '*/.cargo/credentials*' OR r.path GLOB '*/.gnupg/*' OR r.path GLOB '*.p12' OR r.path GLOB '*/credentials.json' OR r.path GLOB '*service-account*.json'
        OR (r.path GLOB '*.pem' OR r.path GLOB '*.key') AND r.class <> 'test' AND r.path NOT GLOB '*public*' AND r.path NOT GLOB '*/ca*' AND r.path NOT GLOB '*cert*')
  AND  r.path NOT GLOB '*/node_modules/*' AND r.path NOT GLOB '*/vendor/*' AND r.class <> 'test'
  AND  CASE
         WHEN :program IN ('curl', 'http', 'https', 'xh') THEN
           EXISTS (SELECT 1 FROM words
                   WHERE  v GLOB '--data*' OR v GLOB '-d*' OR v GLOB '-F*' OR v GLOB '--form*' OR v IN ('-T', '--upload-file', '--json', 'POST', 'PUT', 'PATCH', '-XPOST', '-XPUT'))
           -- A query is how most pages are asked; one that sends a variable is not.
           OR :text GLOB '*://*[?]*=$*'
         WHEN :program = 'wget' THEN EXISTS (SELECT 1 FROM words WHERE v GLOB '--post-*' OR v GLOB '--body-*' OR v GLOB '--method=P*')
         WHEN :program IN ('scp', 'rsync') THEN (:args ->> '$[#-1]') GLOB '*:*'
         WHEN :program = 'aws s3' THEN (:args ->> '$[#-1]') GLOB 's3://*' AND (:args ->> '$[0]') IN ('cp', 'mv', 'sync')
         WHEN :program = 'gh gist' THEN (:args ->> '$[0]') IN ('create', 'edit')
         WHEN :program IN ('nc', 'ncat') THEN NOT EXISTS (SELECT 1 FROM words WHERE v GLOB '-[a-z]*' AND v GLOB '*[zl]*')
         ELSE 1
       END
  AND  NOT EXISTS (
         SELECT 1 FROM words
         WHERE  v GLOB '*://localhost*' OR v GLOB 'localhost*' OR v GLOB '*://127.0.0.1*' OR v GLOB '127.0.0.1*' OR v GLOB '*://0.0.0.0*' OR v GLOB '*://[[]::1]*' OR v GLOB ':[0-9]*')
  AND  :text NOT GLOB '*://localhost*' AND :text NOT GLOB '*://127.0.0.1*'
ORDER  BY r.t DESC
LIMIT  1
