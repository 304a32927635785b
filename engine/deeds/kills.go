package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Killed is a process that a command ends, by what it is found by.
type Killed struct {
	By     string `json:"by"`     // id, name, port, some (a user, a group, a parent), all (every process that one may end), containers (all of them), manager (all that a process manager runs), machine
	What   string `json:"what"`   // the id, the pattern of the name, the port
	Signal string `json:"signal"` // its name or number, "" for the usual one
}

// Kills returns which processes the n-th command of a line ends.
func Kills(line shell.Line, n int) (list []Killed) {
	cmd := line.Commands[n]
	switch program, sub, _ := strings.Cut(cmd.Name, " "); program {
	case "kill", "pkill", "killall", "skill", "taskkill", "wmic", "fuser", "Stop-Process", "kill-port", "fkill", "shutdown", "reboot", "poweroff", "halt":
	case "loginctl":
		if isOneOf(OptionsOf(cmd).Operand(0), "terminate-user", "kill-user", "terminate-session", "kill-session", "terminate-seat") {
			return []Killed{{By: "all"}}
		}
		return nil
	case "systemctl":
		if !isOneOf(sub, "poweroff", "reboot", "halt") {
			return nil
		}
		return machine(OptionsOf(cmd))
	case "docker", "podman":
		return containers(line, n)
	case "pm2", "supervisorctl":
		return managed(program, strings.Fields(sub+" "+strings.Join(OptionsOf(cmd).Operands, " ")))
	case "Get-Process":
		if strings.Contains(strings.ToLower(line.Text), ".kill(") {
			return stopProcess(line, n)
		}
		return nil
	default:
		return byCode(cmd)
	}
	o := OptionsOf(cmd)
	if o.Has("help", "version") {
		return nil
	}
	switch cmd.Name {
	case "kill":
		return kill(line, n, o)
	case "pkill", "killall", "skill":
		return byPattern(o)
	case "wmic":
		return wmic(cmd.Args)
	case "taskkill":
		return taskkill(cmd.Args)
	case "Stop-Process":
		return stopProcess(line, n)
	case "fuser":
		if !o.Has("kill") {
			return nil
		}
		for _, w := range o.Operands {
			if port, _, _ := strings.Cut(w, "/"); isNumber(port) {
				list = append(list, Killed{By: "port", What: port})
			}
		}
		return list
	case "kill-port", "fkill":
		for _, w := range o.Operands {
			switch port := strings.TrimPrefix(w, ":"); {
			case isNumber(port) && (cmd.Name == "kill-port" || port != w):
				list = append(list, Killed{By: "port", What: port})
			case cmd.Name == "fkill":
				list = append(list, Killed{By: "name", What: w})
			}
		}
		return list
	}
	return machine(o)
}

// machine returns that the machine is turned off.
func machine(o Options) []Killed {
	if o.Has("c", "k", "w", "show", "help", "version") {
		return nil
	}
	return []Killed{{By: "machine"}}
}

// kill returns the processes that kill is given by their ids, or by an earlier command of the line that finds them.
func kill(line shell.Line, n int, o Options) (list []Killed) {
	signal, ids := o.Value("signal"), o.Operands
	if o.Has("list") || signal == "0" {
		return nil
	}
	words := line.Commands[n].Args
	if len(words) > 1 && words[len(words)-1] == "-1" {
		return []Killed{{By: "all"}}
	}
	for _, id := range ids {
		if isNumber(id) || strings.HasPrefix(id, "%") {
			list = append(list, Killed{By: "id", What: id, Signal: signal})
		}
	}
	for _, i := range line.Commands[n].Lists {
		for _, k := range found(line, i, signal) {
			if !slices.Contains(list, k) {
				list = append(list, k)
			}
		}
	}
	return list
}

// byPattern returns the processes that pkill or killall find by their names.
func byPattern(o Options) (list []Killed) {
	by := "name"
	if o.Has("euid", "uid", "user", "parent", "pgroup", "process-group", "terminal") {
		by = "some"
	}
	signal := o.Value("signal")
	if signal == "0" || o.Has("list") {
		return nil
	}
	for _, w := range o.Operands {
		if !isOneOf(w, "TERM", "KILL", "INT", "HUP", "9", "15") {
			list = append(list, Killed{By: by, What: narrowed(w), Signal: signal})
		}
	}
	return list
}

// taskkill returns what Windows' command ends: /IM NAME, /PID ID.
func taskkill(words []string) (list []Killed) {
	for i := 0; i+1 < len(words); i++ {
		switch strings.ToLower(strings.TrimLeft(words[i], "/-")) {
		case "im":
			list = append(list, Killed{By: "name", What: words[i+1]})
		case "pid":
			list = append(list, Killed{By: "id", What: words[i+1]})
		}
	}
	return list
}

// wmic returns what Windows' older command ends: wmic process where name="node.exe" delete.
func wmic(words []string) []Killed {
	text := strings.ToLower(strings.Join(words, " "))
	_, name, ok := strings.Cut(text, "name=")
	if !ok || !strings.HasPrefix(text, "process") || !strings.Contains(text, "delete") && !strings.Contains(text, "terminate") {
		return nil
	}
	if name = strings.TrimLeft(name, `'"`); strings.ContainsAny(name, `'"`) {
		name = name[:strings.IndexAny(name, `'"`)]
	}
	return []Killed{{By: "name", What: name}}
}

// byCode returns the processes that inline code ends which looks through all of them: psutil.process_iter().
func byCode(cmd shell.Command) (list []Killed) {
	looks, ends := false, false
	for _, name := range cmd.Identifiers {
		_, last, _ := cutLast(name)
		looks = looks || isOneOf(last, "process_iter", "getProcesses", "psList")
		ends = ends || isOneOf(last, "kill", "terminate", "send_signal", "killpg")
	}
	if !looks || !ends {
		return nil
	}
	for _, text := range cmd.Literals {
		if text != "" && !isOneOf(text, "pid", "name", "cmdline", "exe", "username", "status") && !strings.ContainsAny(text, " \n{}%") {
			return []Killed{{By: "name", What: text}}
		}
	}
	return []Killed{{By: "all"}}
}

// containers returns that all containers are ended: docker kill $(docker ps -q).
func containers(line shell.Line, n int) []Killed {
	cmd := line.Commands[n]
	o := OptionsOf(cmd)
	_, sub, _ := strings.Cut(cmd.Name, " ")
	if sub == "container" {
		sub = o.Operand(0)
	}
	if !isOneOf(sub, "kill", "stop", "restart", "pause") {
		return nil
	}
	for _, i := range cmd.Lists {
		of, how := line.Commands[i], OptionsOf(line.Commands[i])
		if (isOneOf(of.Name, "docker ps", "podman ps") || isOneOf(of.Name, "docker container", "podman container") && isOneOf(how.Operand(0), "ls", "ps", "list")) && !how.Has("filter", "f") {
			return []Killed{{By: "containers"}}
		}
	}
	return nil
}

// managed returns that everything is ended that a process manager runs: pm2 kill, pm2 delete all, supervisorctl stop all.
func managed(manager string, words []string) []Killed {
	all := len(words) > 1 && isOneOf(words[0], "stop", "delete", "del", "restart", "reload") && words[1] == "all"
	if all || len(words) > 0 && (words[0] == "kill" && manager == "pm2" || words[0] == "shutdown") {
		return []Killed{{By: "manager", What: manager}}
	}
	return nil
}

// isNumber reports whether s consists of digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
