package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// addressesIn returns those of the texts that are addresses of other machines.
func addressesIn(texts []string) (list []string) {
	for _, text := range texts {
		if (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !isLocal(host(text)) {
			list = append(list, text)
		}
	}
	return list
}

// fetchesItself returns what the code on a command line fetches and runs: exec(urlopen("https://…").read()), iex (irm https://…).
func fetchesItself(line shell.Line, cmd shell.Command) (e Executed, ok bool) {
	if isOneOf(strings.ToLower(cmd.Name), "iex", "invoke-expression") {
		text := strings.ToLower(line.Text)
		for _, fetches := range []string{"downloadstring", "downloaddata", "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "curl", "wget"} {
			if strings.Contains(text, fetches) {
				return Executed{By: line.Text, Brings: "fetches", Host: hostIn(line.Text)}, !isLocal(hostIn(line.Text))
			}
		}
		return Executed{}, false
	}
	runs, fetches := false, false
	for _, name := range cmd.Identifiers {
		_, last, _ := cutLast(name)
		runs = runs || isOneOf(last, "exec", "eval", "Function", "compile", "instance_eval", "runInThisContext", "runInNewContext")
		fetches = fetches || isOneOf(last, "urlopen", "get", "fetch", "URI", "open", "file_get_contents", "urlretrieve", "read")
	}
	addresses := addressesIn(cmd.Literals)
	if !runs || !fetches || len(addresses) == 0 {
		return Executed{}, false
	}
	return Executed{By: addresses[0], Brings: "has", Host: host(addresses[0])}, true
}

// hostIn returns the host of the first address in a text.
func hostIn(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	if end := strings.IndexAny(rest, "/'\") \n"); end >= 0 {
		rest = rest[:end]
	}
	return host(rest)
}

// installers are those that run what a package brings, with the option whose value is where it comes from.
var installers = map[string]string{
	"npm install": "", "npm exec": "", "pnpm add": "", "pnpm install": "", "yarn add": "", "bun add": "", "bun install": "", "pip install": "--editable", "uv pip": "--editable", "uv add": "",
	"uv tool": "--from", "pipx install": "", "poetry add": "", "pdm add": "", "pipenv install": "", "cargo install": "--git", "gem install": "",
}

// addressOptions are those whose value is the address of a registry or a proxy.
var addressOptions = []string{"-i", "--index-url", "--extra-index-url", "--registry", "-f", "--find-links", "--index", "--default-index", "--proxy", "--source", "-s"}

// installsFrom returns the address of a repository or an archive whose package a command installs or runs, "" if it names none. A registry
// knows who has published a package, and when; behind an address is what stands there today.
func installsFrom(cmd shell.Command) string {
	source, installs := installers[cmd.Name]
	words := []string{}
	switch {
	case cmd.Container != "":
	case installs:
		words = cmd.Args
	case slices.Contains(cmd.Wrappers, "npx") || slices.Contains(cmd.Wrappers, "bunx"):
		words = []string{strings.Replace(strings.TrimPrefix(cmd.File, cmd.Dir+"/"), ":/", "://", 1)} // what is run has the address as its name
	case slices.Contains(cmd.Wrappers, "uvx") || slices.Contains(cmd.Wrappers, "pipx run"):
		for i, w := range strings.Fields(cmd.Text) {
			if i > 0 && isOneOf(strings.Fields(cmd.Text)[i-1], "--from", "--spec") {
				words = []string{w}
			}
		}
	}
	for i, w := range words {
		if i > 0 && slices.Contains(addressOptions, words[i-1]) {
			continue
		}
		if option, value, ok := strings.Cut(w, "="); ok && option == source {
			w = value
		}
		if _, at, ok := strings.Cut(w, "@ "); ok { // name @ git+https://…
			w = strings.TrimSpace(at)
		}
		if isRepository(w) && !isLocal(host(strings.TrimPrefix(w, "git+"))) {
			return w
		}
	}
	return ""
}

// isRepository reports whether a word is the address of a repository or an archive.
func isRepository(word string) bool {
	return slices.ContainsFunc([]string{"git+", "https://", "http://", "git://", "github:", "gitlab:", "git@"}, func(start string) bool { return strings.HasPrefix(word, start) })
}
