package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// elsewhere returns what a line takes away that a command runs on another machine, or in a container that has folders of this
// machine: ssh HOST LINE, ssh HOST bash -s << E, ansible -a LINE, docker run -v /:/host IMAGE LINE.
func elsewhere(cmd shell.Command) (deed string, e Effect) {
	o := OptionsOf(cmd)
	of, text := "machine", ""
	switch cmd.Name {
	case "ansible":
		text = o.Value("args")
		if module := o.Value("module-name"); strings.HasSuffix(module, "file") && strings.Contains(text, "state=absent") {
			return "drops", Effect{Of: of, What: "files", Name: text}
		}
	case "sftp", "lftp", "ftp":
		return transferred(cmd, o)
	case "docker run", "podman run":
		if !mountsMachine(o) || len(o.Operands) < 2 {
			return "", Effect{}
		}
		of, text = "mount", strings.Join(quoted(o.Operands[1:]), " ")
		if i := slices.Index(o.Operands, "-c"); i > 0 && i+1 < len(o.Operands) {
			text = o.Operands[i+1]
		}
	case "rsync", "scp":
		return copies(cmd, o)
	default:
		text = carried(cmd, o)
	}
	if strings.TrimSpace(text) == "" {
		return "", Effect{}
	}
	line := shell.Parse(text, "/~", "/~")
	for i, there := range line.Commands {
		if what := takesAway(line, i); what != "" {
			return "drops", Effect{Of: of, What: what, Name: there.Text}
		}
	}
	for i := range line.Commands {
		if deed, e := deploys(line, i); deed != "" {
			return deed, e
		}
	}
	return "", Effect{}
}

// copies returns what a copy to another machine does there: it takes files away that are not here, or writes into the system's folders.
func copies(cmd shell.Command, o Options) (deed string, e Effect) {
	target := o.Operand(len(o.Operands) - 1)
	_, path, remote := strings.Cut(target, ":")
	if len(o.Operands) < 2 || !remote || o.DryRun() || o.Has("list-only") {
		return "", Effect{}
	}
	if cmd.Name == "rsync" && o.matches("--del|--delete*|--remove-source-files") {
		return "drops", Effect{Of: "machine", What: "files", Name: target}
	}
	for _, dir := range []string{"/etc/", "/boot/", "/bin/", "/sbin/", "/lib/", "/usr/"} {
		if path == "/" || strings.HasPrefix(path+"/", dir) {
			return "alters", Effect{Of: "access", What: "the system of another machine", Name: target}
		}
	}
	return "", Effect{}
}

// takesAway returns in words what a command takes away, "" if nothing.
func takesAway(line shell.Line, n int) string {
	cmd := line.Commands[n]
	for _, d := range cmd.Destroys() {
		if d.Whole && d.Does == "deletes" && !strings.HasPrefix(d.Path, "/tmp/") || d.Does == "overwrites" {
			return "folders"
		}
	}
	if len(Discards(line, n)) > 0 {
		return "changes that are not committed"
	}
	for _, k := range Kills(line, n) {
		if k.By != "port" {
			return "processes"
		}
	}
	if deed, e, ok := tabled(cmd); ok && (deed == "drops" || e.Of == "schedule" || e.Of == "service") {
		return e.What
	}
	if deed, e := sql(cmd); deed == "drops" {
		return e.What
	}
	if deed, _ := device(line, n); deed != "" {
		return "a disk"
	}
	if isOneOf(cmd.Name, "dpkg", "apt remove", "apt purge", "apt-get remove", "apt-get purge", "yum remove", "dnf remove") && (cmd.Name != "dpkg" || OptionsOf(cmd).Has("purge", "remove", "P", "r")) {
		return "packages"
	}
	return ""
}

// mountsMachine reports whether a container is started with folders of this machine's system or homes, which it may write.
func mountsMachine(o Options) bool {
	for _, option := range o.List {
		if option.Name != "volume" && option.Name != "mount" {
			continue
		}
		from, rest, _ := strings.Cut(option.Value, ":")
		if _, source, ok := strings.Cut(option.Value, "source="); ok {
			from, rest, _ = strings.Cut(source, ",")
		}
		if strings.HasSuffix(rest, "ro") || strings.HasSuffix(rest, "readonly") {
			continue
		}
		for _, dir := range []string{"/", "/home", "/root", "/etc", "/var", "/usr", "/Users", "/opt", "/srv"} {
			if from == dir || dir != "/" && strings.HasPrefix(from, dir+"/") && strings.Count(from, "/") < 3 {
				return true
			}
		}
	}
	return false
}

// quoted quotes the words of a command for a shell.
func quoted(words []string) (list []string) {
	for _, w := range words {
		list = append(list, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	return list
}
