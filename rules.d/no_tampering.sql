-- Leave witness itself to the user.
--
-- An agent that can switch its guard off is not guarded. Only the user should change witness's
-- configuration, rules, store and program and the settings that contain its hooks, and only
-- the user should run `witness snooze`, `allow-once`, `wrong`, `init --remove` and the commands
-- that add facts. Reading all of this is allowed. In a project that develops rules, add an
-- `[[except]]` with their path.

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
---             "cursor-agent", "droid", "opencode", "pi", "cline", "devin", "kimi", "kiro", "kiro-cli", "goose", "which", "whereis", "command", "type",
---             "tmux", "screen", "zellij", "dtach", "at", "batch", "crontab", "expect", "xterm", "socat"]
--- message  = "This {what}. That is for the user to decide: leave it as it is, or tell them what is in your way."

WITH
words (word) AS (SELECT value FROM json_each(:args)),
-- The command lines that other programs are asked to run or to type, without quotes, brackets and commas, so that a
-- list of words in code reads like a command. Interpreters are left out: they are too common for a rule of this length.
told (line) AS (
  SELECT replace(replace(replace(replace(replace(replace(replace(spoken, '"', ''), '''', ''), '[', ''), '(', ''), ',', ' '), '  ', ' '), '  ', ' ')
  FROM  (SELECT :text AS spoken WHERE :program IN ('screen', 'zellij', 'dtach', 'xterm', 'socat') OR :program GLOB 'tmux *'
         UNION ALL
         -- A here-document and the input of a pipe appear only in the whole line.
         SELECT :command WHERE :program IN ('at', 'batch', 'crontab', 'expect'))
),
-- Names of functions that change files.
alters (sign) AS (
  SELECT value FROM json_each('["rmtree","rmSync","rm_rf","rmdir","unlink","remove","delete","rename","replace","move","write","dump","chmod","truncate","copy","symlink","execute"]')
  WHERE  instr(lower(:command), lower(value))
),
-- The files that the call changes.
changed (file) AS (
  SELECT :file WHERE :file <> ''
  UNION
  -- A command changes the files it names unless it is known not to.
  SELECT n.value
  FROM   json_each(:named) n
  WHERE  :program NOT IN ('git add', 'git commit', 'git push', 'witness', 'shasum', 'zip', 'json.tool', 'taplo', 'sqlfluff', 'vim', 'nvim',
                          'psql', 'mysql', 'mariadb', 'sqlite3', 'tar', 'cp', 'rsync', 'scp', 'python', 'pypy', 'node', 'bun', 'deno', 'perl', 'ruby', 'php')
     OR  :program IN ('taplo', 'sqlfluff') AND :args ->> '$[0]' NOT IN ('check', 'lint', 'get')
     OR  :program IN ('vim', 'nvim') AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-R', '-M', '-Rn'))
     -- Database clients read a file of statements, and write only with these options.
     OR  :program IN ('psql', 'mysql', 'mariadb') AND EXISTS (SELECT 1 FROM words WHERE word GLOB '-[oL]*' OR word GLOB '--output*' OR word GLOB '--log*' OR word GLOB '--tee*')
     OR  :program = 'sqlite3' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-readonly', '--readonly'))
     OR  :program = 'tar' AND NOT EXISTS (SELECT 1 FROM words WHERE word GLOB '-*c*' OR word GLOB '-*t*' OR word GLOB 'c*' OR word GLOB 't*')
     -- Code may only read the file; one that it opens for writing is known already.
     OR  :program IN ('python', 'pypy', 'node', 'bun', 'deno', 'perl', 'ruby', 'php')
         AND (EXISTS (SELECT 1 FROM alters)
              -- A script may do anything with its arguments.
              OR :args <> '[]' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-', '-r', '-p', '-pe', '--eval', '--print', 'eval') OR word GLOB '-*[ceE]'))
     -- A copy changes its target, not its sources.
     OR  :program IN ('cp', 'rsync', 'scp')
         AND (EXISTS (SELECT 1 FROM words WHERE word GLOB '-t*' OR word GLOB '--target-directory*')
              OR substr(rtrim(:args ->> '$[#-1]', '/'), -length(replace(n.value, rtrim(n.value, replace(n.value, '/', '')), '')))
                 = replace(n.value, rtrim(n.value, replace(n.value, '/', '')), ''))
  UNION
  -- A folder is removed or moved with everything in it.
  SELECT a.value
  FROM   json_each(:above) a
  WHERE  :program IN ('rm', 'mv', 'trash', 'git rm', 'git mv')
     OR  :program = 'find' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('-name', '-iname', '-path', '-ipath', '-regex', '-iregex'))
     -- find . -name "*.toml" -delete: find's own patterns also match names that begin with a dot.
     OR  :program = 'find' AND EXISTS (SELECT 1 FROM words WHERE word = '-delete')
         AND EXISTS (SELECT 1
                     FROM   json_each(:args) flag, json_each(:args) pattern, json_each('[".witness.toml",".witness.json","settings.json","hooks.json"]') known
                     WHERE  flag.value IN ('-name', '-iname') AND pattern.key = flag.key + 1 AND known.value GLOB pattern.value)
     OR  :program IN ('python', 'pypy', 'node', 'perl', 'ruby') AND (:command LIKE '%rmtree%' OR :command LIKE '%rmSync%' OR :command LIKE '%rm_rf%')
)
SELECT 'changes ' || file || ', a file that witness depends on' AS what FROM changed
-- witness reads rules.d at the root of the project and in .witness; src/rules.d belongs to another program.
WHERE  NOT (file GLOB '[^/]*/[rfq]*s.d/*' AND file NOT GLOB '*.witness/*' AND file NOT GLOB '*.config/witness/*')
UNION ALL
SELECT 'runs witness ' || substr(:args ->> '$[0]' || iif(:args ->> '$[0]' IN ('rules', 'db'), ' ' || (:args ->> '$[1]'), ''), 1, 40)
WHERE  :program = 'witness' AND NOT EXISTS (SELECT 1 FROM words WHERE word IN ('--help', '-h'))
  AND  (:args ->> '$[0]' IN ('snooze', 'allow-once', 'hook', 'lint', 'record')
        -- An export prints a vote and changes none.
        OR :args ->> '$[0]' = 'wrong' AND NOT EXISTS (SELECT 1 FROM words WHERE word = '--export')
        OR :args ->> '$[0]' = 'wrong' AND EXISTS (SELECT 1 FROM words WHERE word GLOB '--export=*')
        OR :args ->> '$[0]' = 'init' AND EXISTS (SELECT 1 FROM words WHERE word = '--remove')
        OR :args ->> '$[0]' = 'rules' AND :args ->> '$[1]' = 'new'
        OR :args ->> '$[0]' = 'db' AND :args ->> '$[1]' NOT IN ('path', 'info', 'backup'))
UNION ALL
-- tmux new -d 'witness snooze x': another program is asked to run it.
SELECT 'runs witness ' || verb.value
FROM   told, json_each('["snooze","allow-once","wrong","hook","record","lint"]') verb
WHERE  instr(line, 'witness ' || verb.value)
UNION ALL
-- rm "$(witness db path)": the line asks for the location of the store or program, and changes a file.
SELECT 'locates the files of witness, and runs ' || c.program
FROM   commands c
WHERE  c.session = :session AND c.t = :t
  AND  (:program = 'witness' AND :args = '["db","path"]'
        OR :program IN ('which', 'command', 'type', 'whereis') AND EXISTS (SELECT 1 FROM words WHERE word = 'witness'))
  AND  (c.program IN ('rm', 'mv', 'unlink', 'shred', 'truncate', 'dd', 'chmod', 'chown', 'ln', 'install', 'tee', 'sed', 'sqlite3')
        -- A copy of the program works under another name.
        OR c.program IN ('cp', 'rsync') AND c.text LIKE '%witness%')
  AND  NOT c.inert AND NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-readonly', '--readonly'))
UNION ALL
SELECT 'sets ' || substr(word, 1, instr(word || '=', '=') - 1) || ', which witness reads'
FROM  (SELECT word FROM words WHERE :program IN ('export', 'declare', 'typeset', 'unset')
       UNION ALL
       SELECT value FROM json_each(:sets))
WHERE  word GLOB 'WITNESS_*'
   OR  :program NOT IN ('export', 'declare', 'typeset', 'unset') AND (word GLOB 'HOME=*' OR word GLOB 'XDG_CONFIG_HOME=*' OR word GLOB 'XDG_STATE_HOME=*')
UNION ALL
SELECT 'starts ' || :program || ' without its hooks'
WHERE  :program NOT IN ('', 'witness') AND EXISTS (SELECT 1 FROM words WHERE word LIKE '%disableAllHooks%' OR word LIKE '%hooks%=%false%')
  AND  :named = '[]' AND :above = '[]'
