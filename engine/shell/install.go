package shell

import (
	"slices"
	"strings"
)

// installers lists the commands that install the packages that they name, with their options that take a separate value.
func installers() map[string]string {
	const npm = "--registry --prefix -C --dir --cwd -w --workspace --filter --tag --loglevel --cache --userconfig --proxy --https-proxy"
	const pip = "-r --requirement -c --constraint -i --index-url --extra-index-url -f --find-links -t --target --prefix --root --python -e --editable --index --default-index --group --optional --extra --proxy --trusted-host"
	return map[string]string{
		"npm install": npm, "pnpm add": npm, "pnpm install": npm, "yarn add": npm, "bun add": npm, "bun install": npm, "deno add": "",
		"pip install": pip, "uv pip": pip, "uv add": pip + " --package --tag --branch --rev", "poetry add": "-G --group --extras -E --source --python --platform", "pipenv install": pip, "pdm add": pip + " -G",
		"cargo add": "-F --features --package -p --manifest-path --rename --registry --path --git --branch --tag --rev --target", "cargo install": "--version --path --git --branch --tag --rev --features -F --root --bin --target",
		"go get": "", "go install": "", "gem install": "-v --version -s --source -i --install-dir --platform", "bundle add": "-v --version -g --group -s --source --git --path", "composer require": "-d --working-dir",
	}
}

// Installs returns the names of the packages that the command installs from a registry by name, without versions. A file, a folder,
// an address and what the project's files list are no names.
func (cmd Command) Installs() (names []string) {
	valued, ok := installers()[cmd.Name]
	if !ok || cmd.Container != "" {
		return nil
	}
	words := plainArgs(cmd.Args, valued)
	if cmd.Name == "uv pip" {
		if len(words) == 0 || words[0] != "install" {
			return nil
		}
		words = words[1:]
	}
	for _, w := range words {
		if name := packageOf(cmd.Name, w); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// toolInstallers lists the commands that install a package as a tool of its own, as installers does.
var toolInstallers = map[string]string{"pipx install": "--python -i --index-url --pip-args", "uv tool": "--from --with --python --index --default-index"}

// sourceOptions are the options of installers, and of npx and the like, whose value says where a package comes from.
const sourceOptions = "-e --editable --git --from --spec --with --package"

// Sources returns the addresses of the repositories and archives whose packages the command installs or runs, instead of ones that a
// registry has.
func (cmd Command) Sources() (addresses []string) {
	valued, installs := installers()[cmd.Name]
	if !installs {
		valued, installs = toolInstallers[cmd.Name]
	}
	words := valuesOf(cmd.Environment, sourceOptions)
	if has("nix-shell nix-env nix-build", cmd.Name) || cmd.Name == "nix" && len(cmd.Args) > 0 && has("run shell develop build profile", cmd.Args[0]) {
		words = append(words, cmd.Args...)
	}
	if installs && cmd.Name != "cargo add" { // which only names it in a file
		words = slices.Concat(words, plainArgs(cmd.Args, valued), valuesOf(cmd.Args, sourceOptions))
	}
	for _, w := range words {
		if _, at, ok := strings.Cut(w, "@ "); ok { // name @ git+https://…
			w = strings.TrimSpace(at)
		}
		if isAddress(w) && cmd.Container == "" {
			addresses = append(addresses, w)
		}
	}
	return addresses
}

// isAddress reports whether a word is the address of a repository or an archive.
func isAddress(word string) bool {
	return slices.ContainsFunc([]string{"git+", "https://", "http://", "git://", "github:", "gitlab:", "git@"}, func(start string) bool { return strings.HasPrefix(word, start) })
}

// packageOf returns the name of the package that a word of an installer names, "" if it names none.
func packageOf(installer, word string) string {
	for _, registry := range []string{"npm:", "jsr:"} {
		word = strings.TrimPrefix(word, registry)
	}
	if installer == "composer require" {
		word, _, _ = strings.Cut(word, ":")
	}
	if strings.ContainsAny(word, "$:") || strings.HasPrefix(word, ".") || strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") {
		return ""
	}
	if strings.HasPrefix(installer, "go ") {
		name, version, _ := strings.Cut(word, "@")
		host, _, path := strings.Cut(name, "/")
		if version == "none" || !path || !strings.Contains(host, ".") {
			return "" // of the standard library, or of the module itself
		}
		return name
	}
	scope := ""
	if strings.HasPrefix(word, "@") {
		before, rest, ok := strings.Cut(word, "/")
		if !ok {
			return ""
		}
		scope, word = before+"/", rest
	}
	if end := strings.IndexAny(word, "@=<>~![;^ "); end >= 0 {
		word = word[:end]
	}
	if word == "" || scope == "" && installer != "composer require" && strings.Contains(word, "/") || strings.HasSuffix(word, ".whl") || strings.HasSuffix(word, ".tgz") || strings.HasSuffix(word, ".gz") || strings.HasSuffix(word, ".gem") {
		return "" // a file, or a repository of GitHub
	}
	return scope + word
}
