-- Fixers and formatters: they change files without being told which. They always write, write with a flag, or are
-- tasks of the project with such a name. One that says that there was nothing to do has changed nothing.

--- into     = "changes"
--- commands = [
---   "cargo fmt", "cargo fix", "black", "isort", "autopep8", "autoflake", "pyupgrade", "docformatter", "ruff format", "dart format", "mix format", "terraform fmt", "swiftformat", "ktlint -F", "shfmt -w", "gofmt -w", "gofumpt -w", "goimports -w", "buf format -w", "stylua", "php-cs-fixer fix", "pint", "standard --fix", "zig fmt",
---   "go fix", "eslint --fix", "ruff --fix", "ruff check --fix", "biome check --write", "biome lint --write", "biome format --write", "biome --write", "prettier --write", "prettier -w", "oxlint --fix", "stylelint --fix", "rubocop -a", "rubocop -A", "rubocop --autocorrect", "rubocop --autocorrect-all", "golangci-lint run --fix", "golangci-lint fmt", "markdownlint --fix", "pre-commit run", "lefthook run", "lint-staged",
--- ]
--- tasks    = ["fmt", "format", "fix", "fixup", "lint:fix", "lint-fix", "lint_fix", "format:fix", "format:write", "prettier", "prettier:write", "check:fix", "style", "style:fix", "autofix", "codemod", "tidy"]
--- unless   = ["--check", "--diff", "--list-different", "--dry-run", "--help", "--version", "--set-exit-if-changed", "--check-formatted"]
---
--- line.changed = [
---   '(?i).*\b(?:fixed|reformatted|formatted|rewrote|changed) [1-9]\d* .*',
---   '(?i).*\b[1-9]\d* (?:files?|errors?|problems?) (?:re)?(?:formatted|fixed|changed)\b.*',
--- ]
--- line.nothing = '(?i).*\b(?:no fixes applied|nothing to (?:fix|format|commit)|0 files? (?:changed|reformatted|fixed|formatted)|all checks passed)\b.*'
--- line.left    = '\d+ files? (?:already formatted|left unchanged).*'

SELECT 'fix' AS kind
WHERE  EXISTS (SELECT 1 FROM lines WHERE kind = 'changed') OR NOT EXISTS (SELECT 1 FROM lines)
