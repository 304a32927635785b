package shell

import (
	"path/filepath"
	"slices"
	"strings"
)

// readers lists programs that only read the files that they are given, and programs of which the analysis of the
// line knows what becomes of each file (cp, tar, sed).
const readers = "cp gcp rsync scp sftp install tar bsdtar zip unzip gzip gunzip bzip2 xz zstd tee sponge dd sed touch mv curl wget patch split truncate" +
	" shasum sha1sum md5 b2sum b3sum openssl gpg zipinfo json.tool gh glab code subl open xdg-open pbcopy xclip wl-copy rclone aws gsutil gcloud s3cmd" +
	" kubectl hexyl glow mdcat difft meld opendiff jsonlint yamllint check-jsonschema ajv actionlint shellcheck cspell codespell typos gitleaks trufflehog" +
	" aspell wdiff colordiff nm ldd otool objdump readelf size ent lstat getfacl lsattr xattr codesign spctl claude codex gemini qwen copilot npx jq" +
	" gron docker podman nerdctl cursor-agent droid opencode pi cline devin kimi kiro-cli goose perl ruby mail mutt lpr ctags git-lfs vale proselint commitlint mkdir rmdir sort"

// writesWith lists programs that change the files that they are given only with one of these words. One that ends
// with * stands for all that begin like it.
var writesWith = map[string]string{
	"psql": "-o* -L* --output* --log*", "mysql": "--tee*", "mariadb": "--tee*", "duckdb": "-cmd*", "taplo": "fmt format", "sqlfluff": "fix format",
	"prettier": "-w --write", "biome": "--write --fix --apply*", "eslint": "--fix*", "ruff": "format --fix*", "markdownlint": "-f --fix", "markdownlint-cli2": "--fix",
	"jsonschema": "-o* --output*", "dasel": "put delete", "tomlq": "-i* --in-place", "xmllint": "-o* --output*", "dprint": "fmt", "stylelint": "--fix", "7z": "-sdel d u rn", "7za": "-sdel d u rn",
	"tar": "--remove-files",
}

// readsWith lists programs that do not change the files that they are given with one of these words.
var readsWith = map[string]string{
	"vim": "-R -M -Rn", "vi": "-R", "nvim": "-R -M -Rn", "vimdiff": "-R -M", "nvimdiff": "-R -M", "sqlite3": "-readonly --readonly",
	"black": "--check --diff", "gofmt": "-l -d", "gofumpt": "-l -d", "isort": "--check* --diff", "shfmt": "-d -l", "emacs": "--version", "nano": "-v --view",
	"clang-format": "--dry-run -n", "toml-sort": "--check",
}

// readingNames are the words of names by which a script says that it changes nothing: check_settings.py, lint-hooks.sh.
const readingNames = "check checks lint linter validate validator verify test tests show print view audit"

// LeavesFiles reports whether a program leaves the files that it is given as they are, or touches them only in ways
// that the touches of the line tell. What is not known to do so may do anything to them.
func (cmd Command) LeavesFiles() bool {
	base, _, _ := strings.Cut(cmd.Name, " ")
	checks := hasArg(cmd.Args, "--check --dry-run") && !hasArg(cmd.Args, "--fix --write")
	if words, ok := writesWith[base]; ok {
		return checks || !hasArg(cmd.Args, words)
	}
	name := strings.FieldsFunc(strings.ToLower(filepath.Base(cmd.Name)), func(c rune) bool { return c < 'a' || c > 'z' })
	return checks || cmd.Inert || has(readers, base) || cmd.Input == "" && (hasArg(cmd.Args, readsWith[base]) || base == "sqlite3" && readsSQL(cmd.Args)) ||
		!hasArg(cmd.Args, "--fix --write") && slices.ContainsFunc(name, func(w string) bool { return has(readingNames, w) })
}

// readsSQL reports whether what sqlite3 is given after the database, which is one statement or command at least, only reads it.
func readsSQL(args []string) bool {
	args = slices.DeleteFunc(slices.Clone(args), isFlag)
	return len(args) > 0 && strings.Contains(args[0], "mode=ro") || len(args) > 1 && !slices.ContainsFunc(args[1:], func(a string) bool {
		verb, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(a)), " ")
		return !has("select explain .schema .tables .indexes .dump .headers .mode .stats .dbinfo", verb) || strings.Contains(strings.TrimRight(a, "; \n"), ";")
	})
}

// hasArg reports whether one of the arguments is among words. One that ends with * stands for all that begin like it.
func hasArg(args []string, words string) bool {
	for word := range strings.FieldsSeq(words) {
		prefix, isPrefix := strings.CutSuffix(word, "*")
		if slices.ContainsFunc(args, func(a string) bool { return a == word || isPrefix && strings.HasPrefix(a, prefix) }) {
			return true
		}
	}
	return false
}

// TakesAway reports whether chmod takes a permission from the owner: 444, -w, u-x. It is false for any other command.
func (cmd Command) TakesAway() bool {
	return cmd.Name == "chmod" && slices.ContainsFunc(cmd.Args, func(mode string) bool {
		if mode != "" && strings.Trim(mode, "01234567") == "" {
			return len(mode) < 3 || mode[len(mode)-3] < '6'
		}
		who, what, removes := strings.Cut(mode, "-")
		return removes && (who == "" || strings.Trim(who, "ugoa") == "" && strings.ContainsAny(who, "ua")) && what != "" && strings.Trim(what, "rwxX") == ""
	})
}
