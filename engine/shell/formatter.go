package shell

import "strings"

// formatter reports the files that formatters and fixers rewrite.
func (w *walker) formatter(p program, at place) {
	valued, edits := "", false
	switch p.name {
	case "gofmt", "gofumpt", "goimports":
		edits, valued = hasFlag(p.args, "-w"), "-r -local -lang -modpath"
	case "prettier":
		edits, valued = hasFlag(p.args, "--write -w"), "--config --parser --plugin --ignore-path"
	case "black":
		edits, valued = !hasFlag(p.args, "--check --diff"), "-l --line-length -t --target-version -c --code --config"
	case "ruff format":
		edits, valued = !hasFlag(p.args, "--check --diff"), "--config --line-length"
	case "ruff check", "ruff":
		edits, valued = hasFlag(p.args, "--fix --fix-only"), "--select --ignore --config --extend-select --output-format --line-length"
	case "eslint", "stylelint":
		edits, valued = hasFlag(p.args, "--fix"), "-c --config --ext --rule --plugin -f --format --max-warnings"
	case "isort":
		edits, valued = !hasFlag(p.args, "-c --check --check-only --diff"), "--profile -l --settings-path --sp"
	case "autopep8", "clang-format", "yapf", "shfmt", "autoflake", "pyupgrade", "buf":
		edits, valued = hasFlag(p.args, "-i --in-place -w --write"), "--max-line-length --select --ignore --style"
	case "rustfmt":
		edits, valued = !hasFlag(p.args, "--check"), "--edition --config --config-path --emit"
	case "dos2unix", "unix2dos":
		edits = true
	case "biome format", "biome check", "biome lint":
		edits, valued = hasFlag(p.args, "--write --fix --apply"), "--config-path"
	case "deno fmt", "dart format", "go fmt":
		edits = !hasFlag(p.args, "--check")
	}
	if !edits {
		return
	}
	for _, f := range filesOnly(operands(p.args, valued)) {
		if root, name, ok := strings.Cut(f.text, "/**/"); ok && !strings.Contains(name, "/") {
			// A pattern that the program expands, and not the shell.
			f = field{text: root + "/" + name, glob: true, match: true, deep: true}
		} else if isGlob(f.text) {
			f.glob = true
		}
		w.touch(f, kindRewrite, at)
	}
}
