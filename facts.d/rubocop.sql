-- RuboCop: progress, fuubar, clang, emacs, simple, quiet, GitHub's annotations, tap and JSON. All levels except
-- `info` are errors. A corrected offence is not a finding, but the tally counts it. A run that inspected no file
-- proves nothing.

--- commands = ["rubocop"]
--- contains = [" offense detected", " offenses detected", ": C: ", ": W: ", ": E: ", ": F: ", "\"rubocop_version\":", "::error file="]
--- unless   = ["-v", "-V", "--verbose-version", "-L", "--list-target-files", "--show-cops", "--show-docs-url", "--init", "--auto-gen-config", "--regenerate-todo", "--start-server", "--stop-server"]
--- narrow   = ["--only", "--except", "-l", "--lint", "-x", "--fix-layout"]
--- values   = ["-c", "--config", "-f", "--format", "-o", "--out", "-r", "--require", "--fail-level", "--cache", "--cache-root", "-s", "--stdin"]
--- variant  = ["-a", "-A", "--autocorrect", "--autocorrect-all", "--safe"]
--- stops    = ["-F", "--fail-fast"]
--- exits    = ["0", "1"]
--- strict   = true
---
--- finding.line   = '(?:# )?(?<file>[^\s:][^:]*):{line}:{col}: (?<level>[RCWEFI]): (?:\[Correctable\] )?(?<code>[A-Z]\w*/[A-Z][\w/]*): {message}'
--- finding.github = '::(?:error|warning) file=(?<file>[^,]+),line={line},col={col}::(?<code>[A-Z]\w*/[A-Z][\w/]*): {message}'
--- head.file      = '== (?<file>.+) =='
--- finding.simple = '(?<level>[RCWEFI]): *{line}: *{col}: (?:\[Correctable\] )?(?<code>[A-Z]\w*/[A-Z][\w/]*): {message}'
--- stop.none      = '(?<failed>0) files inspected, .*'
--- tally.counts   = '[1-9]\d* files? inspected, (?<failed>no|\d+) offenses? detected(?:, (?<counts>\d+ offenses? corrected))?.*'
--- json.report    = '\{"metadata":\{"rubocop_version":[^{}]*\},"files":\[\{'
--- words.warning  = ["I"]
--- words.absent   = ["offense corrected", "offenses corrected"]

SELECT f.value->>'path' AS file, o.value->>'$.location.line' AS line, o.value->>'$.location.column' AS col, o.value->>'cop_name' AS code,
       o.value->>'severity' AS level, replace(replace(o.value->>'message', (o.value->>'cop_name') || ': ', ''), char(10), ' ') AS message
FROM   documents, json_each(doc, '$.files') f, json_each(f.value, '$.offenses') o WHERE NOT o.value->>'corrected'
