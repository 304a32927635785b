-- RSpec: the progress and documentation formats, and JSON. A failure has a block above the counts and a line
-- `rspec ./file:line # name` below them. An error outside of the examples (a file that does not load, a suite hook)
-- keeps all examples from running. The blocks below `Pending:` look like failures but are not.

--- language = "ruby"
--- commands = ["rspec", "rake spec"]
--- contains = [" examples, ", "1 example, ", "\nrspec ", "Failure/Error: ", "An error occurred ", "\"summary_line\":"]
--- unless   = ["--dry-run", "-v", "--init", "--bisect"]
--- narrow   = ["-e", "--example", "-E", "--example-matches"]
--- part     = ["-t", "--tag"]
--- values   = ["-f", "--format", "-o", "--out", "-r", "--require", "-I", "-O", "--options", "--seed", "--order", "-P", "--pattern", "--exclude-pattern", "--failure-exit-code", "-t", "--tag"]
--- variant  = ["--only-failures", "-n", "--next-failure"]
--- proof    = [" (files took ", "Failure/Error: ", "\"summary_line\":"]
--- stops    = ["--fail-fast"]
---
--- stop.focus           = 'Run options: include \{:focus.*'
--- filter.options       = 'Run options: include \{.*'
--- section.fail         = 'An error occurred (?:while loading (?:\./)?(?<test>(?<file>\S+?))\.?|(?<test>in an? .*))'
--- section.pending      = 'Pending:.*'
---   line.pending       = '  \d+\) .+'
--- section.failures     = 'Failures:.*'
--- section.fail_example = '  \d+\) (?<test>.+?)(?: FIXED)?'
---   detail.class       = '(?: {5})?(?<message>[A-Z][\w:]*:)'
---   detail.fixed       = '     (?<message>Expected pending .*)'
---   detail.reason      = '  (?: {5})?(?<message>\S.*)'
---   detail.place       = '     # (?:\./)?{file}:{line}.*'
--- stop.interrupt       = 'RSpec is shutting down.*'
--- tally.counts         = '(?<counts>\d+ examples?, \d+ failures?(?:, \d+ pending)?)'
--- tally.errors         = '(?<counts>\d+ examples?, \d+ failures?(?:, \d+ pending)?), {failed} errors? occurred outside of examples'
--- test.fail_listed     = 'rspec (?:\./)?(?<file>\S+?)(?::{line}|\[.*\])? # (?<test>.+)'
--- json.report          = '\{"version":"[\d.]+","examples":'
--- in.gap               = ["line.pending"]    # pending or failed is unknown
--- in.fail              = ["detail.class", "detail.reason"]
--- after                = ["test.fail_listed"]
--- halts                = ["tally.errors"]

SELECT e.value->>'full_description' AS test, e.value->>'status' AS outcome, e.value->>'$.exception.message' AS message,
       ltrim(e.value->>'file_path', './') AS file, e.value->>'line_number' AS line, NULL AS ended
FROM   documents, json_each(doc, '$.examples') e
UNION ALL
SELECT 'outside of examples', 'failed', doc->>'$.messages[0]', NULL, NULL, 0 FROM documents WHERE doc->>'$.summary.errors_outside_of_examples_count' > 0
