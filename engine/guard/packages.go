package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// removals lists the package managers with the words by which they remove a package or take it out of use.
func removals() map[string]string {
	return map[string]string{
		"brew": "uninstall remove rm unlink", "port": "uninstall deactivate", "apt": "remove purge autoremove", "apt-get": "remove purge autoremove",
		"aptitude": "remove purge", "dpkg": "-r -P --remove --purge", "dnf": "remove erase autoremove", "yum": "remove erase", "zypper": "remove rm",
		"rpm": "-e --erase", "apk": "del", "pacman": "-R*", "yay": "-R*", "paru": "-R*", "xbps-remove": "*", "emerge": "-C -c --unmerge --depclean",
		"snap": "remove disable", "flatpak": "uninstall remove", "nix-env": "-e --uninstall", "nix": "remove", "guix": "remove", "pkg": "delete remove",
		"npm": "uninstall remove rm r un unlink", "pnpm": "uninstall remove rm un", "yarn": "remove", "bun": "remove rm", "deno": "uninstall",
		"pip": "uninstall", "pip3": "uninstall", "pipx": "uninstall", "uv": "uninstall", "conda": "remove uninstall", "mamba": "remove uninstall",
		"cargo": "uninstall", "gem": "uninstall", "go": "clean", "mise": "uninstall rm", "asdf": "uninstall", "aqua": "rm remove", "eget": "--remove",
		"scoop": "uninstall", "choco": "uninstall", "winget": "uninstall remove", "volta": "uninstall",
	}
}

// removes returns the effect of removing the program with a package manager.
func (g *Guard) removes(words []string) []Effect {
	verbs := removals()[words[0]]
	if verbs == "" || asksForHelp(words[1:]) || slices.Contains(words, "--dry-run") {
		return nil
	}
	removing := verbs == "*"
	for i := 1; i < len(words); i++ {
		w, isVerb := words[i], false
		for verb := range strings.FieldsSeq(verbs) {
			prefix, isPrefix := strings.CutSuffix(verb, "*")
			isVerb = isVerb || w == verb || isPrefix && prefix != "" && strings.HasPrefix(w, prefix)
		}
		removing = removing || isVerb
		switch {
		case isVerb: // also -C of emerge
		case slices.Contains([]string{"--root", "--prefix", "-C", "--dir", "--cwd", "-p", "--path", "-n", "--name"}, w):
			i++ // its value is no package
		case removing && slices.Contains([]string{"witness", "witness-hooks"}, packageName(w)) && (words[0] != "go" || slices.Contains(words, "-i")):
			return []Effect{{Does: "removes", What: words[0], Of: Program}}
		}
	}
	return nil
}

// packageName returns the name of a package without its scope and version: x/tap/witness, @x/witness, witness@1.2.
func packageName(word string) string {
	name := word[strings.LastIndexByte(word, '/')+1:]
	name, _, _ = strings.Cut(name, "@")
	name, _, _ = strings.Cut(name, "=")
	return name
}

// installs returns the effect of putting a program called witness in the place of the one that runs: go install into GOBIN or
// ~/go/bin, and other package managers into the folder that they are given.
func (g *Guard) installs(cmd shell.Command, words []string) []Effect {
	if words[0] == "go" && (len(words) < 2 || words[1] != "install") || !slices.ContainsFunc(words[1:], func(w string) bool { return packageName(w) == "witness" }) {
		return nil
	}
	var folders []string
	switch words[0] {
	case "go":
		folders = []string{filepath.Join(project.Home(), "go", "bin")}
		for _, a := range cmd.Environment {
			if dir, ok := strings.CutPrefix(a, "GOBIN="); ok {
				folders = []string{dir}
			}
		}
	case "cargo", "npm", "pnpm", "yarn", "pip", "pip3", "uv", "eget", "ubi":
		for i, w := range words {
			flag, value, given := strings.Cut(w, "=")
			if !slices.Contains([]string{"--root", "--prefix", "--to", "--target", "--bin-dir", "--global-dir"}, flag) {
				continue
			}
			if !given && i+1 < len(words) {
				value = words[i+1]
			}
			folders = append(folders, value, filepath.Join(value, "bin"))
		}
	}
	for _, dir := range folders {
		if p, ok := g.match(g.scopes(cmd, []string{filepath.Join(dir, "witness")})[0], ""); ok && p.Of == Program {
			return []Effect{g.changes(p, p.Path)}
		}
	}
	return nil
}
