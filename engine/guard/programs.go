package guard

import (
	"path/filepath"
	"slices"
	"strings"
)

// readers lists programs that only read the files that they are given, and programs of which the analysis of the
// line knows what becomes of each file (cp, tar, sed).
const readers = " cp gcp rsync scp sftp install tar bsdtar zip unzip 7z 7za gzip gunzip bzip2 xz zstd tee sponge dd sed touch mv curl wget patch split truncate" +
	" shasum sha1sum md5 b2sum b3sum openssl gpg zipinfo json.tool gh glab code subl open xdg-open pbcopy xclip wl-copy rclone aws gsutil gcloud s3cmd" +
	" kubectl hexyl glow mdcat difft meld opendiff jsonlint yamllint check-jsonschema ajv actionlint shellcheck cspell codespell typos gitleaks trufflehog" +
	" aspell wdiff colordiff nm ldd otool objdump readelf size ent lstat getfacl lsattr xattr codesign spctl witness claude codex gemini qwen copilot" +
	" cursor-agent droid opencode pi cline devin kimi kiro-cli goose perl ruby mail mutt lpr ctags git-lfs vale proselint commitlint mkdir rmdir "

// writesWith lists programs that change the files that they are given only with one of these words. One that ends
// with * stands for all that begin like it.
func writesWith() map[string]string {
	return map[string]string{
		"psql": "-o* -L* --output* --log*", "mysql": "--tee*", "mariadb": "--tee*", "duckdb": "-cmd*", "taplo": "fmt format", "sqlfluff": "fix format",
		"prettier": "-w --write", "biome": "--write --fix --apply*", "eslint": "--fix*", "ruff": "format --fix*", "markdownlint": "-f --fix", "markdownlint-cli2": "--fix",
		"jsonschema": "-o* --output*", "dasel": "put delete", "tomlq": "-i* --in-place", "xmllint": "-o* --output*", "dprint": "fmt", "stylelint": "--fix", "npx": "",
	}
}

// readsWith lists programs that do not change the files that they are given with one of these words.
func readsWith() map[string]string {
	return map[string]string{
		"vim": "-R -M -Rn", "vi": "-R", "nvim": "-R -M -Rn", "sqlite3": "-readonly --readonly", "black": "--check --diff", "gofmt": "-l -d", "gofumpt": "-l -d",
		"isort": "--check* --diff", "shfmt": "-d -l", "emacs": "--version", "nano": "-v --view", "clang-format": "--dry-run -n", "toml-sort": "--check", "jq": "",
	}
}

// readsOnly reports whether a program leaves the files that it is given as they are, or touches them only in ways
// that the analysis of the line knows.
func readsOnly(base string, args []string) bool {
	has := func(words string) bool {
		return slices.ContainsFunc(args, func(a string) bool {
			for word := range strings.FieldsSeq(words) {
				if prefix, isPrefix := strings.CutSuffix(word, "*"); a == word || isPrefix && strings.HasPrefix(a, prefix) {
					return true
				}
			}
			return base == "sqlite3" && strings.Contains(a, "mode=ro")
		})
	}
	if strings.Contains(readers, " "+base+" ") {
		return true
	}
	if saysItReads(base, args) || has("--check --dry-run") {
		return true
	}
	if words, ok := writesWith()[base]; ok {
		return !has(words)
	}
	return has(readsWith()[base])
}

// saysItReads reports whether a program, or the script that an interpreter is given, is called what only reads:
// check_settings.py, lint-hooks.sh.
func saysItReads(base string, args []string) bool {
	if slices.Contains(interpreters, base) && len(args) > 0 {
		base = filepath.Base(args[0])
	}
	words := strings.FieldsFunc(strings.ToLower(base), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(reading, w) })
}

// interpreters are programs whose first word is a script, and reading the words of names by which a script says that
// it changes nothing.
var (
	interpreters = []string{"python", "node", "ruby", "perl", "php", "bash", "sh", "zsh", "deno", "bun", "tsx", "ts-node"}
	reading      = []string{"check", "checks", "lint", "linter", "validate", "validator", "verify", "test", "tests", "show", "print", "view", "audit"}
)
