-- Never delete the system, a home or the repository's history.
--
-- A wildcard too many or an empty variable, and everything is gone. Deleting a folder of the system, a person's
-- home or their keys is never a step of a task. Neither is deleting the project's .git, which holds what was
-- committed and not pushed; in a project that this session has cloned or created, the rule asks.

--- severity = "block"
--- pack     = "destructive"
--- commands = ["rm", "find", "chmod", "chown", "shred"]
--- message  = "`{text}` {does} {what}. Name the files or folders that the task is about, one by one."

WITH RECURSIVE
  words (i, v) AS (SELECT key, value FROM json_each(:args)),
  named (v) AS (
    SELECT v FROM words
    WHERE  CASE
             WHEN :program IN ('rm', 'chmod', 'chown') THEN
               v NOT GLOB '-*' AND EXISTS (SELECT 1 FROM words WHERE v GLOB '-[a-zA-Z]*' AND v GLOB '*[rR]*' OR v = '--recursive')
             WHEN :program = 'shred' THEN v NOT GLOB '-*'
             ELSE i < (SELECT min(i) FROM words WHERE v GLOB '-[a-z]*')
               -- With a condition it deletes some of the files; deletions outside of the project ask.
               AND NOT EXISTS (SELECT 1 FROM words WHERE v IN ('-name', '-iname', '-path', '-regex', '-mtime', '-newer', '-empty', '-size', '-user'))
               AND EXISTS (SELECT 1 FROM words WHERE v IN ('-delete', 'rm', 'shred'))
           END),
  -- From the folder it runs in, upwards for each ../ of the name.
  walk (at, rest) AS (
    SELECT CASE WHEN v GLOB '/*' THEN '' ELSE rtrim(:root, '/') || CASE :dir WHEN '' THEN '' ELSE '/' || :dir END END, rtrim(CASE WHEN v GLOB './?*' THEN substr(v, 3) ELSE v END, '/')
    FROM   named
    WHERE  v NOT GLOB '$[?]*' AND (v GLOB '/*' OR :dir <> '?') AND :env NOT GLOB '*container=*'
    UNION ALL
    SELECT rtrim(rtrim(at, replace(at, '/', '')), '/'), substr(rest, 4) FROM walk WHERE rest = '..' OR rest GLOB '../*'
  ),
  targets (path) AS (
    SELECT CASE WHEN path GLOB '*/[*]' OR path GLOB '*/.' THEN substr(path, 1, length(path) - 2) ELSE path END
    FROM   (SELECT CASE WHEN rest GLOB '/*' OR rest = '' THEN at || rest ELSE at || '/' || rest END AS path
            FROM   walk WHERE rest <> '..' AND rest NOT GLOB '../*'))
SELECT :text AS text, what,
       CASE :program WHEN 'chmod' THEN 'changes the permissions of' WHEN 'chown' THEN 'changes the owner of' ELSE 'deletes' END AS does,
       CASE WHEN what GLOB '*.git' AND EXISTS (
                   SELECT 1 FROM commands c WHERE c.session = :session AND c.t > :t - 500 AND c.program IN ('git clone', 'git init', 'gh repo', 'npm create', 'npx degit'))
            THEN 'ask' END AS severity
FROM  (SELECT CASE
                WHEN path = '' THEN 'the whole system'
                WHEN path IN ('/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys', '/usr', '/var', '/usr/bin', '/usr/lib', '/usr/local',
                              '/var/lib', '/var/log', '/System', '/Library', '/Applications')
                  THEN 'the system''s folder ' || path
                WHEN path IN ('/home', '/Users') THEN 'the homes of all users'
                WHEN path = '/root' OR path GLOB '/home/?*' AND path NOT GLOB '/home/*/*' OR path GLOB '/Users/?*' AND path NOT GLOB '/Users/*/*'
                  THEN 'the home ' || path
                WHEN (path GLOB '/home/*/.*' OR path GLOB '/Users/*/.*' OR path GLOB '/root/.*')
                     AND replace(path, rtrim(path, replace(path, '/', '')), '') IN ('.ssh', '.gnupg', '.aws', '.kube') AND :program NOT IN ('chmod', 'chown')
                  THEN path || ', which holds keys'
                WHEN path = :root || '/.git' AND :program NOT IN ('chmod', 'chown') AND :root = (SELECT root FROM sessions WHERE session = :session)
                     OR path = :root || '/.git/objects' OR path = :root || '/.git/refs'
                  THEN 'the history of this project, .git'
              END AS what
       FROM   targets)
WHERE  what IS NOT NULL
LIMIT  1
