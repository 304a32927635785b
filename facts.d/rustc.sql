-- rustc, cargo check, build and clippy: the full messages, `--message-format short` and JSON. A message has its
-- position on the next line and, the first time a lint fires, its name in a note. The same finding in the library and
-- in its tests counts once. Only `Finished` shows that everything was checked.

--- purpose  = "build"
--- commands = ["cargo check", "cargo c", "cargo clippy", "cargo build", "cargo b", "rustc"]
--- contains = ["error[E", "error: ", "warning: ", "Finished `", "\"reason\":\"compiler-message\"", "\"$message_type\":\"diagnostic\""]
--- unless   = ["-V", "--explain", "--print"]
--- part     = ["-p", "--package", "--bin", "--example", "--test", "--exclude", "--lib", "--bins", "--tests", "--examples"]
--- values   = ["--manifest-path", "--target", "--target-dir", "--profile", "--features", "-F", "-j", "--jobs", "--color", "--config", "--message-format", "-Z", "-D", "-W", "-A", "--crate-type", "--edition", "-o", "--out-dir", "-C", "-p", "--package", "--bin", "--example", "--test", "--exclude"]
--- variant  = ["--release", "--all-features", "--no-default-features", "--features", "--all-targets", "--tests"]
--- repeats  = true
--- placed   = ["finding.full"]
---
--- stop.fail       = 'error: (?:could not compile `|aborting due to ).*'
--- line.summary    = '(?:warning: (?:`.* generated|build failed|\d+ warnings? emitted)|error: (?:(?:test|doctest|test run|\d+ targets?) failed|command |process )).*'
--- finding.full    = '{level}(?:\[(?<code>\w+)\])?: {message}'
--- detail.place    = ' *--> (?<file>[^\s:]+\.rs):{line}:{col}'
--- detail.lint     = ' *= note: `#\[(?:warn|deny)\((?<code>[\w:]+)\).*'
--- finding.short   = '(?<file>[^\s:]+\.rs):{line}:{col}: {level}(?:\[(?<code>\w+)\])?: {message}'
--- tally.finished  = ' *Finished `?\w+.* target\(s\) in .*'
--- json.message    = '\{"(?:reason":"(?:compiler-message|build-finished)|\$message_type":"diagnostic)"'

SELECT span->>'file_name' AS file, span->>'line_start' AS line, span->>'column_start' AS col, d->>'$.code.code' AS code, d->>'level' AS level,
       iif(span IS NULL, NULL, d->>'message') AS message, iif(span IS NULL, NOT coalesce(ok, 0), NULL) AS failed, iif(span IS NULL, coalesce(ok, 0), iif(d->>'level' = 'error', 0, NULL)) AS ended, 'structured' AS how
FROM  (SELECT d, ok, (SELECT value FROM json_each(d, '$.spans') WHERE value->>'is_primary' LIMIT 1) AS span FROM (SELECT coalesce(doc->'message', doc) AS d, doc->>'success' AS ok FROM documents))
WHERE  ok IS NOT NULL OR d->>'level' IN ('error', 'warning') AND (span IS NOT NULL OR d->>'message' GLOB 'aborting due to *')
