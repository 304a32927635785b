-- A runner that did not start: what was asked for does not exist, so nothing of the project ran.
--
-- Such a run is neither red nor green, and the corrected command does not repeat it. A test that
-- cannot be loaded is not meant: there the runner has started, and reports a failure. This reader is
-- tried for a listed command that did not succeed and in whose output no other reader found a
-- result. Only the beginning and the end of the output are searched: what a test prints may contain
-- the same words.

--- into = "runs"

SELECT 'unstarted' AS outcome
FROM  (SELECT iif(octet_length(:output) > 3000, substr(:output, 1, 1500) || char(10) || substr(:output, -1500), :output) AS said)
WHERE  :exit IN (126, 127)
   OR  matches(said, '(?im)'
         -- an option or a subcommand that the runner does not have
         || '^.{0,80}\b(?:unrecogni[sz]ed|unknown|unexpected|invalid|ambiguous|illegal|unsupported) (?:arguments?|options?|flags?|switch|parameters?|subcommands?|commands?|reporter|formatter|command.line (?:option|argument)s?)\b'
         || '|\bflag provided but not defined|\bno such (?:sub)?command\b|\bno such option\b|\bunknown shorthand flag|^usage: \S'
         -- a script, target or package that the project does not have
         || '|\bmissing script\b|\bno rule to make target\b|\bno makefile found|does not contain (?:a )?recipe|\bno tasks? (?:named|found|matched)|\btask "[^"\n]*" (?:not found|does not exist)|\bdon''t know how to build task'
         || '|\bscript not found\b|couldn''t find a (?:script|package\.json)|\bERR_PNPM_(?:NO_SCRIPT|NO_IMPORTER|RECURSIVE_(?:RUN_NO_SCRIPT|EXEC_FIRST_FAIL))|\bcommand "[^"\n]*" (?:not found|is not defined)|\bcould not (?:find task|read package\.json|find `cargo\.toml`)'
         || '|\bunknown lifecycle phase|\btask ''[^''\n]*'' not found|\bno (?:projects|packages) (?:matched|found)|did not match any packages|\bno test target named|\bcannot find main module|\bgo\.mod file not found'
         -- a program, a module or a folder that is not there
         || '|\bcommand not found\b|^(?:\S*sh: )?(?:line )?(?:\d+: )?[^\s:]+: not found$|^\S{0,40}:? ?(?:line )?\d*:? ?no such file or directory: |^\S*sh: .{0,80}: (?:No such file or directory|Permission denied)$|\bcd: .{0,200}no such file or directory|:cd:\d+: no such file'
         || '|is not recognized as an internal|\bfailed to spawn\b|\bcould not determine executable|^[^\n]{0,60}\bis not installed\b|^\S*python[\d.]*: No module named |^\S*python[\d.]*: can''t open file|\bexec format error\b|^error: no such command'
         || '|^Error: Cannot find module ''[^''\n]*''\n(?:.*\n){0,12}.*requireStack: \[\]|^ERROR: file or directory not found: |^error: Module not found "|^could not open input file: |^Error: Could not find or load main class '
         -- another package manager, or a service that is not there
         || '|\bis configured to use (?:npm|pnpm|yarn|bun)\b|^.{0,20}\bUse "?(?:npm|pnpm|yarn|bun)"? (?:install )?(?:for installation|instead)|\bcannot connect to the docker daemon|\bis the docker daemon running|\bno such (?:container|service)\b|\bservice "[^"\n]*" is not running|\bis already used, make sure that nothing is running on the port'
       ) <> '[]'
