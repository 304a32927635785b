-- Linters, type checkers and compilers whose output no reader understands: their exit code decides, unless the
-- beginning or the end of the output has a usage error, which is not a run.

--- into     = "diagnostics"
--- commands = ["svelte-check", "astro check", "deno check", "deno lint", "gopls check", "prisma validate", "tflint", "vale", "cspell", "knip", "phpstan", "phpstan analyse", "psalm", "phpcs", "ktlint", "detekt", "swiftlint", "swiftlint lint", "bandit", "vulture", "pycodestyle", "pyflakes", "pydocstyle", "standard", "xo", "jshint", "htmlhint", "checkov", "revive", "errcheck", "selene"]
--- tasks    = ["lint", "linter", "lints", "check", "checks", "typecheck", "type-check", "types", "check-types", "check:types", "types:check", "typecheck:all", "tsc", "eslint", "stylelint", "lint:js", "lint:ts", "lint:css", "lint:md", "lint:all", "lint:check", "lint-check", "lint_check", "format:check", "format-check", "check-format", "check:format", "fmt:check", "fmt-check", "prettier:check", "vet", "clippy", "mypy", "pyright", "ruff", "flake8", "rubocop", "static", "analyze", "analyse", "phpstan", "audit", "verify", "validate"]
--- unless   = ["--fix"]

--- edges    = 10000
---
--- line.missing = '(?i).*(?:command not found|no such file or directory|no files? (?:matching|found|to )|could not determine executable|is not installed).*'
--- line.module  = '(?i)\S*: No module named .*'
--- line.usage   = '(?i)usage: .*|.{0,40}\bflag provided but not defined.*'
--- line.option  = '(?i).{0,60}\b(?:unrecognized|unrecognised|unknown|invalid|unexpected|ambiguous) (?:arguments?|options?|flags?|switch|command.line|reporter|formatter|parameter)\b.*'

SELECT 'exit' AS how, 1 AS ended, iif(:exit = 0, 0, NULL) AS failed
WHERE  :exit NOT IN (126, 127) AND NOT EXISTS (SELECT 1 FROM lines)
