package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// elsewhere returns what a line takes away that a command runs on another machine: ssh HOST LINE,
// ssh HOST bash -s << E, ansible -a LINE.
func elsewhere(cmd shell.Command) (deed string, e Effect) {
	o := OptionsOf(cmd)
	const of = "machine"
	text := ""
	switch cmd.Name {
	case "ansible":
		text = o.Value("args")
		if module := o.Value("module-name"); strings.HasSuffix(module, "file") && strings.Contains(text, "state=absent") {
			return "drops", Effect{Of: of, What: "files", Name: text}
		}
	case "sftp", "lftp", "ftp":
		return transferred(cmd, o)
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
	for _, there := range line.Commands {
		if serves(there) {
			return "alters", Effect{Of: "service", What: "what runs on another machine", Name: there.Text}
		}
		if deed, e := production(there, o.Operand(0)); deed != "" { // a client of a database, on the machine that production runs on
			return deed, e
		}
		if deed, e, _ := tabled(there); deed == "alters" && e.Of == "network" {
			return deed, Effect{Of: e.Of, What: e.What, Name: there.Text}
		}
	}
	return "", Effect{}
}

// serves reports whether a command starts, stops or installs what a machine runs for others.
func serves(cmd shell.Command) bool {
	words := append(strings.Fields(cmd.Name), OptionsOf(cmd).Operands...)
	if len(words) < 2 {
		return len(words) == 1 && isOneOf(words[0], "reboot", "poweroff")
	}
	if isOneOf(words[0], "docker", "podman") && words[1] == "compose" {
		words = words[1:]
	}
	switch words[0] {
	case "systemctl", "supervisorctl", "pm2", "docker", "podman", "compose", "docker-compose":
		return slices.ContainsFunc(words[1:2], func(w string) bool { return isOneOf(w, "start", "restart", "reload", "stop", "up", "down") })
	case "service":
		return isOneOf(words[len(words)-1], "start", "restart", "reload", "stop")
	case "apt", "apt-get", "dnf", "yum", "apk":
		return isOneOf(words[1], "install", "upgrade", "add", "dist-upgrade")
	}
	return false
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
	if deed, e, ok := tabled(cmd); ok && (deed == "drops" || e.Of == "schedule" || e.Of == "jobs" || e.Of == "service") {
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
