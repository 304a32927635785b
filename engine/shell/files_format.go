package shell

import "strings"

// formatter reports the files that formatters and fixers rewrite.
func (r *fileReporter) formatter(p program, at place) {
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
	fs := operands(p.args, valued)
	if p.name == "go fmt" && len(fs) == 0 {
		fs = []field{{text: "./..."}}
	}
	for _, f := range fs {
		if !looksLikeFile(f.text) {
			r.formatFolder(p, f, at)
			continue
		}
		if root, name, ok := strings.Cut(f.text, "/**/"); ok && !strings.Contains(name, "/") {
			// The program expands this pattern, not the shell.
			f = field{text: root + "/" + name, glob: true, matching: matching{match: true, recursive: true}}
		} else if isGlob(f.text) {
			f.glob = true
		}
		r.rec.touch(f, kindRewrite, at)
	}
}

// formatFolder reports the files of a folder that a formatter may rewrite. It rewrites only those
// that are not formatted yet.
func (r *fileReporter) formatFolder(p program, folder field, at place) {
	suffix := map[string]string{
		"gofmt": ".go", "gofumpt": ".go", "goimports": ".go", "go": ".go", "black": ".py", "ruff": ".py", "isort": ".py", "autopep8": ".py",
		"yapf": ".py", "autoflake": ".py", "rustfmt": ".rs", "dart": ".dart", "shfmt": ".sh",
	}[p.base]
	dir, deep := strings.CutSuffix(folder.text, "/...")
	if !folder.known() || dir == "" || isGlob(dir) {
		return
	}
	f := field{text: dir}.under("*" + suffix)
	f.recursive, f.subset = deep || p.name != "go fmt", true
	r.rec.touch(f, kindRewrite, at)
}

// lockFiles reports the manifest and lock files that package managers may rewrite.
func (r *fileReporter) lockFiles(p program, at place) {
	if !has("go cargo npm yarn pnpm poetry uv", p.base) {
		return
	}
	for _, name := range strings.Fields(map[string]string{
		"go mod": "go.mod go.sum", "go get": "go.mod go.sum", "cargo add": "Cargo.toml Cargo.lock", "cargo remove": "Cargo.toml Cargo.lock", "cargo update": "Cargo.lock",
		"npm init": "package.json", "npm install": "package.json package-lock.json", "npm uninstall": "package.json package-lock.json", "npm ci": "package-lock.json",
		"npm pkg": "package.json", "npm version": "package.json package-lock.json", "yarn add": "package.json yarn.lock", "yarn remove": "package.json yarn.lock",
		"yarn install": "yarn.lock", "pnpm add": "package.json pnpm-lock.yaml", "pnpm install": "pnpm-lock.yaml", "pnpm remove": "package.json pnpm-lock.yaml",
		"poetry add": "pyproject.toml poetry.lock", "poetry remove": "pyproject.toml poetry.lock", "poetry lock": "poetry.lock",
		"uv add": "pyproject.toml uv.lock", "uv remove": "pyproject.toml uv.lock", "uv lock": "uv.lock", "uv sync": "uv.lock",
	}[p.name]) {
		r.rec.touch(field{text: name, glob: true, matching: matching{subset: true}}, kindRewrite, at)
	}
}
