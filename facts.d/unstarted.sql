-- A runner that did not start: what was asked for does not exist, so nothing of the project ran, and the run is
-- neither red nor green. A test that cannot be loaded is a failure instead. This reader is tried for a listed command
-- that did not succeed and in whose output no other reader found a result.

--- into = "runs"

--- edges = 1500
---
--- line.option  = [
---   '(?i).{0,80}\b(?:unrecogni[sz]ed|unknown|unexpected|invalid|ambiguous|illegal|unsupported) (?:arguments?|options?|flags?|switch|parameters?|subcommands?|commands?|reporter|formatter|command.line (?:option|argument)s?)\b.*',
---   '(?i).*(?:\bflag provided but not defined|\bno such (?:sub)?command\b|\bno such option\b|\bunknown shorthand flag).*',
---   '(?i)usage: \S.*|error: no such command.*',
--- ]
--- line.script  = [
---   '(?i).*(?:\bmissing script\b|\bscript not found\b|does not contain (?:a )?recipe|couldn.t find a (?:script|package\.json)|\bcommand "[^"]*" (?:not found|is not defined)).*',
---   '(?i).*(?:\bno rule to make target\b|\bno (?:makefile|justfile|taskfile) found|\bdon.t know how to build task|\bunknown lifecycle phase|\btask .[^"]*. (?:not found|does not exist)|\bno tasks? (?:named|found|matched)|^task .* (?:not found|is ambiguous) in |^\*\* \(mix\) |\bprovided environments not found in ).*',
---   '(?i).*\bERR_PNPM_(?:NO_SCRIPT|NO_IMPORTER|NO_PKG_MANIFEST|OUTDATED_LOCKFILE|UNSUPPORTED_ENGINE|BAD_PM_VERSION|RECURSIVE_(?:RUN_NO_SCRIPT|EXEC_FIRST_FAIL)).*',
---   '(?i).*(?:\bno rakefile found\b|\bnot a valid (?:command|key): |\bsessions not found: |\bno step named |^error: unrecognised task ).*',
--- ]
--- line.project = [
---   '(?i).*\bcould not (?:find task|read package\.json|find `cargo\.toml`).*',
---   '(?i).*(?:\bno (?:bin|example|bench) target named|\bno such (?:package|target) .|\bno pubspec\.yaml file found|\bcould not find a pyproject\.toml|\bno .project. table found|\bno pipfile present|\bcouldn.t find project\.clj|^no required module provides package |^package \S+ is not in std|^go: updates to go\.mod needed|\bxcodebuild: error: ).*',
---   '(?i).*(?:\bno (?:projects|packages) (?:matched|found)|did not match any packages|\bno packages? found\b|\bcannot find project\b|\bno test target named|\bcannot find main module|\bgo\.mod file not found|\bdoes not contain main module|\bmatched no packages|\bthere is no pom in this directory|\berror msb10\d\d: |\bcould not locate gemfile|\bcould not find package\.swift).*',
--- ]
--- line.program = [
---   '(?i).*(?:\bcommand not found\b|is not recognized as an internal|\bfailed to spawn\b|\bcould not determine executable|\bcannot find (?:package|module) .*\.config\.\w+$|\bexecutable doesn.t exist at|\bexec format error\b|^error: java_home is |\bno \.net sdks were found|\brunning scripts is disabled on this system).*',
---   '(?i)(?:\S*sh: )?(?:line )?(?:\d+: )?[^\s:]+: not found|.{0,60}\bis not installed\b.*',
---   '(?i).*(?:\bin locally installed gems|\bto install missing gems|^your ruby version is |\bno solution found when resolving|\bis not found in your path|^failed to resolve dependencies|\bcould not resolve dependencies for project|\bfailed open(?:ing|ed)? .*vendor/autoload\.php|\bhost system is missing dependencies to run|\bthe cypress binary is missing|\bsdk location not found|\bcompatible \.net sdk was not found).*',
---   '(?i)npm (?:error|err!) code (?:enoent|eusage|ebadengine|enoworkspaces|ejsonparse)|go: .*\brequires go >= .*|error: failed to (?:fetch|download|resolve|prepare distributions).*',
--- ]
--- line.file    = [
---   '(?i)\S{0,40}:? ?(?:line )?\d*:? ?no such file or directory: .*|\S*sh: .{0,80}: (?:No such file or directory|Permission denied)',
---   '(?i)(?:env|timeout|nohup|nice|xargs|sudo): .{0,120}: no such file or directory',
---   '(?:\S*zsh|\(eval\))(?::\d+)?: no matches found: .*|\S*(?:sh|eval\)): .{0,40}(?:syntax error near unexpected|parse error near) .*',
---   '(?i).*(?:\bcd: .{0,200}no such file or directory|:cd:\d+: no such file).*',
---   '(?i)\S*python[\d.]*: (?:No module named |can.t open file).*|(?:ERROR: file or directory not found|could not open input file|Error: Could not find or load main class|error: Module not found).*',
--- ]
--- line.module  = "(?i)Error: Cannot find module '.*'"    # Node's, if the file to be run is missing
--- line.stack   = '.*requireStack: \[\]'
--- line.manager = '(?i)usage error: .*|.*\bthis project.s package\.json defines "packageManager".*|.*\bis configured to use (?:npm|pnpm|yarn|bun)\b.*|.{0,20}\bUse "?(?:npm|pnpm|yarn|bun)"? (?:install )?(?:for installation|instead).*'
--- line.service = '(?i).*(?:\bcannot connect to the docker daemon|\bis the docker daemon running|\bno such (?:container|service)\b|\bservice "[^"]*" is not running|\berror response from daemon: |^no configuration file provided: not found|\bis already used, make sure that nothing is running on the port|^error from server \(notfound\)|^the connection to the server \S+ was refused).*'

SELECT 'unstarted' AS outcome
WHERE  :exit IN (126, 127) OR EXISTS (SELECT 1 FROM lines WHERE kind NOT IN ('module', 'stack'))
   OR  EXISTS (SELECT 1 FROM lines m JOIN lines s ON s.at > m.at WHERE m.kind = 'module' AND s.kind = 'stack')
