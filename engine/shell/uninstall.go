package shell

import "strings"

// uninstallers lists the package managers with the words by which they remove a package or take it out of use. One that
// ends with * stands for all that begin like it.
var uninstallers = map[string]string{
	"brew": "uninstall remove rm unlink", "port": "uninstall deactivate", "apt": "remove purge autoremove", "apt-get": "remove purge autoremove",
	"aptitude": "remove purge", "dpkg": "-r -P --remove --purge", "dnf": "remove erase autoremove", "yum": "remove erase", "zypper": "remove rm",
	"rpm": "-e --erase", "apk": "del", "pacman": "-R*", "yay": "-R*", "paru": "-R*", "emerge": "-C -c --unmerge --depclean", "xbps-remove": "*",
	"snap": "remove disable", "flatpak": "uninstall remove", "nix-env": "-e --uninstall", "nix": "remove", "guix": "remove", "pkg": "delete remove",
	"npm": "uninstall remove rm r un unlink", "pnpm": "uninstall remove rm un", "yarn": "remove", "bun": "remove rm", "deno": "uninstall",
	"pip": "uninstall", "pip3": "uninstall", "pipx": "uninstall", "uv": "uninstall", "conda": "remove uninstall", "mamba": "remove uninstall",
	"cargo": "uninstall", "gem": "uninstall", "go clean": "-i", "mise": "uninstall rm", "asdf": "uninstall", "aqua": "rm remove", "eget": "--remove",
	"scoop": "uninstall", "choco": "uninstall", "winget": "uninstall remove", "volta": "uninstall",
}

// Uninstalls returns the names of the packages that a package manager removes, without scope and version: of
// "brew uninstall x/tap/tool" and "npm rm @x/tool@1.2" it is "tool".
func (cmd Command) Uninstalls() (names []string) {
	base, sub, _ := strings.Cut(cmd.Name, " ")
	words, ok := uninstallers[cmd.Name]
	if !ok {
		words = uninstallers[base]
	}
	args := append(strings.Fields(sub), cmd.Args...)
	if words == "" || !hasArg(args, words) || hasArg(args, "--help -h --version --dry-run") {
		return nil
	}
	for i, a := range args {
		if i > 0 && has("--root --prefix --dir --cwd -p --path -n --name", args[i-1]) || isFlag(a) {
			continue // the value of a flag is no package
		}
		name := a[strings.LastIndexByte(a, '/')+1:]
		name, _, _ = strings.Cut(name, "@")
		name, _, _ = strings.Cut(name, "=")
		names = append(names, name)
	}
	return names
}
