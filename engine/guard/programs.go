package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/shell"
)

// readers lists programs that only read the files that they are given, and programs of which the analysis of the
// line knows what becomes of each file (cp, tar, sed).
const readers = " cp gcp rsync scp sftp install tar bsdtar zip unzip gzip gunzip bzip2 xz zstd tee sponge dd sed touch mv curl wget patch split truncate" +
	" shasum sha1sum md5 b2sum b3sum openssl gpg zipinfo json.tool gh glab code subl open xdg-open pbcopy xclip wl-copy rclone aws gsutil gcloud s3cmd" +
	" kubectl hexyl glow mdcat difft meld opendiff jsonlint yamllint check-jsonschema ajv actionlint shellcheck cspell codespell typos gitleaks trufflehog" +
	" aspell wdiff colordiff nm ldd otool objdump readelf size ent lstat getfacl lsattr xattr codesign spctl witness claude codex gemini qwen copilot" +
	" gron docker podman nerdctl cursor-agent droid opencode pi cline devin kimi kiro-cli goose perl ruby mail mutt lpr ctags git-lfs vale proselint commitlint mkdir rmdir sort "

// writesWith lists programs that change the files that they are given only with one of these words. One that ends
// with * stands for all that begin like it.
func writesWith() map[string]string {
	return map[string]string{
		"psql": "-o* -L* --output* --log*", "mysql": "--tee*", "mariadb": "--tee*", "duckdb": "-cmd*", "taplo": "fmt format", "sqlfluff": "fix format",
		"prettier": "-w --write", "biome": "--write --fix --apply*", "eslint": "--fix*", "ruff": "format --fix*", "markdownlint": "-f --fix", "markdownlint-cli2": "--fix",
		"jsonschema": "-o* --output*", "dasel": "put delete", "tomlq": "-i* --in-place", "xmllint": "-o* --output*", "dprint": "fmt", "stylelint": "--fix", "npx": "", "7z": "-sdel d u rn", "7za": "-sdel d u rn",
	}
}

// readsWith lists programs that do not change the files that they are given with one of these words.
func readsWith() map[string]string {
	return map[string]string{
		"vim": "-R -M -Rn", "vi": "-R", "nvim": "-R -M -Rn", "vimdiff": "-R -M", "nvimdiff": "-R -M", "sqlite3": "-readonly --readonly", "black": "--check --diff", "gofmt": "-l -d", "gofumpt": "-l -d",
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
	if words, ok := writesWith()[base]; ok {
		return !has(words)
	}
	return readsWithFlag(base, args)
}

// readsWithFlag reports whether a program is told to change nothing.
func readsWithFlag(base string, args []string) bool {
	return slices.ContainsFunc(strings.Fields(readsWith()[base]), func(word string) bool {
		prefix, isPrefix := strings.CutSuffix(word, "*")
		return slices.ContainsFunc(args, func(a string) bool { return a == word || isPrefix && strings.HasPrefix(a, prefix) })
	})
}

// writesTo reports whether a program, which only reads its other files, writes to the i-th word after it: the value of
// a flag for the output, or what a copy into or out of a container goes to.
func writesTo(cmd shell.Command, i int) bool {
	base, sub, _ := strings.Cut(cmd.Name, " ")
	switch {
	case sub == "cp" && strings.Contains(" docker podman nerdctl kubectl oc ", " "+base+" "):
		return i == len(cmd.Args)-1
	case strings.Contains(" openssl gpg gcc cc clang jsonlint yamllint 7z 7za rclone pandoc ", " "+base+" "):
		return i > 0 && strings.Contains(" -o -out -O --output --out --output-file ", " "+cmd.Args[i-1]+" ")
	}
	return false
}

// saysItReads reports whether a script is called what only reads: check_settings.py, lint-hooks.sh.
func saysItReads(path string) bool {
	words := strings.FieldsFunc(strings.ToLower(filepath.Base(path)), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(reading, w) })
}

// reading are the words of names by which a script says that it changes nothing.
var reading = []string{"check", "checks", "lint", "linter", "validate", "validator", "verify", "test", "tests", "show", "print", "view", "audit"}
