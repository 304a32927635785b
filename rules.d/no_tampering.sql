-- Leave witness itself to the user.
--
-- A guard that the guarded may take away is none. Witness's configuration, its rules, its
-- store, its program and the settings in which agents keep its hooks are the user's to
-- change, and so are `witness snooze`, `allow-once`, `init --remove` and what takes facts
-- in or out. Reading all of this is nobody's business but the reader's. Where the work is
-- about rules, an `[[except]]` with a path says so.

--- severity = "ask"
--- tools    = ["edit", "write", "delete", "run"]
--- paths    = [".witness.toml", ".witness.json", ".witness/**", "rules.d/*.sql", "facts.d/*.sql", "queries.d/*.sql",
---             "$config", "$config/**", ".config/witness/**", "/etc/witness/**", "$store*", ".local/state/witness/**", "witness.db*", "$program",
---             ".claude/settings.json", ".claude/settings.local.json", ".codex/hooks.json", ".codex/config.toml", ".gemini/settings.json",
---             ".qwen/settings.json", ".cursor/hooks.json", ".factory/settings.json", ".factory/hooks.json", ".github/hooks/*.json",
---             ".copilot/hooks/*.json", ".kiro/hooks/*.json", ".devin/config.json", ".config/devin/config.json", ".kimi/config.toml",
---             ".cline/hooks/*", ".agents/plugins/witness/**", ".opencode/plugins/witness.js", ".config/opencode/plugins/witness.js",
---             ".pi/extensions/witness.ts", ".pi/agent/extensions/witness.ts"]
--- commands = ["witness", "export", "declare", "typeset", "unset", "claude", "claude-code", "codex", "gemini", "qwen", "copilot",
---             "cursor-agent", "droid", "opencode", "pi", "cline", "devin", "kimi", "kiro", "kiro-cli", "goose", "which", "whereis", "command", "type"]
--- message  = "This {what}. That is for the user to decide: leave it as it is, or tell them what is in your way."

WITH
words (word) AS (SELECT value FROM json_each(:args)),
-- What code says that changes files.
alters (sign) AS (
  SELECT value FROM json_each('["rmtree","rmSync","rm_rf","rmdir","unlink","remove","delete","rename","replace","move","write","dump","chmod","truncate","copy","symlink","execute"]')
  WHERE  instr(lower(:command), lower(value))
),
-- The files that the call changes.
changed (file) AS (
  SELECT :file WHERE :file <> ''
  UNION
  -- A command that is not known to leave what it names alone changes it.
  SELECT n.value
  FROM   json_each(:named) n
  WHERE  :program NOT IN ('git add', 'git commit', 'git push', 'witness', 'shasum', 'zip', 'json.tool', 'taplo check', 'taplo lint', 'taplo get',
                          'sqlite3', 'tar', 'cp', 'rsync', 'scp', 'python', 'pypy', 'node', 'bun', 'deno', 'perl', 'ruby', 'php')
     OR  :program = 'sqlite3' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-readonly', '--readonly'))
     OR  :program = 'tar' AND NOT EXISTS (SELECT 1 FROM words WHERE word GLOB '-*c*' OR word GLOB '-*t*' OR word GLOB 'c*' OR word GLOB 't*')
     -- Code may only read; what it opens for writing is known already.
     OR  :program IN ('python', 'pypy', 'node', 'bun', 'deno', 'perl', 'ruby', 'php') AND EXISTS (SELECT 1 FROM alters)
     -- What is copied from is left alone, what is copied to is not.
     OR  :program IN ('cp', 'rsync', 'scp')
         AND (EXISTS (SELECT 1 FROM words WHERE word GLOB '-t*' OR word GLOB '--target-directory*')
              OR substr(rtrim(:args ->> '$[#-1]', '/'), -length(replace(n.value, rtrim(n.value, replace(n.value, '/', '')), '')))
                 = replace(n.value, rtrim(n.value, replace(n.value, '/', '')), ''))
  UNION
  -- A folder goes with all that lies in it.
  SELECT a.value
  FROM   json_each(:above) a
  WHERE  :program IN ('rm', 'mv', 'trash', 'git rm', 'git mv')
     OR  :program = 'find' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-name', '-iname', '-path', '-ipath', '-regex', '-iregex'))
     OR  :program IN ('python', 'pypy', 'node', 'perl', 'ruby') AND (:command LIKE '%rmtree%' OR :command LIKE '%rmSync%' OR :command LIKE '%rm_rf%')
)
SELECT 'changes ' || file || ', by which witness works' AS what FROM changed
UNION ALL
SELECT 'runs witness ' || substr(:args ->> '$[0]' || iif(:args ->> '$[0]' IN ('rules', 'db'), ' ' || (:args ->> '$[1]'), ''), 1, 40)
WHERE  :program = 'witness' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('--help', '-h'))
  AND  (:args ->> '$[0]' IN ('snooze', 'allow-once', 'hook', 'lint', 'record')
        OR :args ->> '$[0]' = 'init' AND EXISTS (SELECT 1 FROM words WHERE word = '--remove')
        OR :args ->> '$[0]' = 'rules' AND :args ->> '$[1]' = 'new'
        OR :args ->> '$[0]' = 'db' AND :args ->> '$[1]' NOT IN ('path', 'info', 'backup'))
UNION ALL
-- rm "$(witness db path)": where things lie is asked for, and the same line alters something.
SELECT 'finds out where witness lies, and runs ' || c.program
FROM   commands c
WHERE  c.session = :session AND c.t = :t
  AND  (:program = 'witness' AND :args = '["db","path"]'
        OR :program IN ('which', 'command', 'type', 'whereis') AND EXISTS (SELECT 1 FROM words WHERE word = 'witness'))
  AND  c.program IN ('rm', 'mv', 'unlink', 'shred', 'truncate', 'dd', 'chmod', 'chown', 'ln', 'install', 'tee', 'sed', 'sqlite3')
  AND  NOT c.inert AND NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-readonly', '--readonly'))
UNION ALL
SELECT 'sets ' || substr(word, 1, instr(word || '=', '=') - 1) || ', which witness heeds'
FROM  (SELECT word FROM words WHERE :program IN ('export', 'declare', 'typeset', 'unset')
       UNION ALL
       SELECT value FROM json_each(:sets))
WHERE  word GLOB 'WITNESS_*'
   OR  :program NOT IN ('export', 'declare', 'typeset', 'unset') AND (word GLOB 'HOME=*' OR word GLOB 'XDG_CONFIG_HOME=*' OR word GLOB 'XDG_STATE_HOME=*')
UNION ALL
SELECT 'starts ' || :program || ' without its hooks'
WHERE  :program NOT IN ('', 'witness') AND EXISTS (SELECT 1 FROM words WHERE word LIKE '%disableAllHooks%' OR word LIKE '%hooks%=%false%')
  AND  :named = '[]' AND :above = '[]'
