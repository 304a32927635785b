package deeds

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/shell"
)

// narrowed returns a pattern without the ends that match anything: node of node.*, and node.*server as it is, which is one program.
func narrowed(pattern string) string {
	return strings.TrimSuffix(strings.TrimPrefix(pattern, ".*"), ".*")
}

// found returns what a command of the line finds that lists processes.
func found(line shell.Line, n int, signal string) (list []Killed) {
	cmd := line.Commands[n]
	o := OptionsOf(cmd)
	add := func(by, what string) {
		if what != "" {
			list = append(list, Killed{By: by, What: what, Signal: signal})
		}
	}
	switch cmd.Name {
	case "pgrep", "pidof":
		if o.Has("euid", "uid", "parent", "group", "pgroup", "terminal") {
			return nil
		}
		for _, w := range o.Operands {
			add("name", narrowed(w))
		}
	case "ps":
		add("name", o.Value("command"))
	case "grep":
		if o.Has("v") {
			return nil
		}
		for _, w := range o.Operands {
			switch what, _, _ := strings.Cut(strings.TrimLeft(w, ":"), ".*"); {
			case listed(line, n, "ps"):
				add("name", narrowed(w))
			case listed(line, n, "ss", "netstat", "lsof") && isNumber(what):
				add("port", what)
			}
		}
	case "awk":
		if m := picked().FindStringSubmatch(o.Operand(0)); m != nil && listed(line, n, "ps") {
			add("name", narrowed(strings.NewReplacer("[", "", "]", "").Replace(m[1]+m[2])))
		}
	case "fuser":
		for _, w := range o.Operands {
			if port, _, _ := strings.Cut(w, "/"); isNumber(port) {
				add("port", port)
			}
		}
	case "lsof", "ss":
		for _, w := range append(append([]string{}, o.Operands...), o.Value("internet")) {
			if i := strings.LastIndexByte(w, ':'); i >= 0 && isNumber(w[i+1:]) {
				add("port", w[i+1:])
			}
		}
	}
	return list
}

// listed reports whether one of the programs comes before the n-th command of the line.
func listed(line shell.Line, n int, programs ...string) bool {
	return slices.ContainsFunc(line.Commands[:n], func(c shell.Command) bool { return isOneOf(c.Name, programs...) })
}

// stopProcess returns what the cmdlet ends, also if another cmdlet of the pipeline finds it.
func stopProcess(line shell.Line, n int) (list []Killed) {
	of := func(words []string) {
		for i, w := range words {
			switch name := strings.ToLower(w); {
			case name == "-name" && i+1 < len(words):
				list = append(list, Killed{By: "name", What: words[i+1]})
			case name == "-id" && i+1 < len(words):
				list = append(list, Killed{By: "id", What: words[i+1]})
			}
		}
	}
	of(line.Commands[n].Args)
	if m := ofLine().FindStringSubmatch(line.Text); m != nil && len(list) == 0 {
		list = append(list, Killed{By: "name", What: strings.Trim(m[1], "*")})
	}
	for i := n; i >= 0 && len(list) == 0; i-- {
		switch finder := line.Commands[i]; finder.Name {
		case "Get-Process":
			if of(finder.Args); len(list) == 0 && len(finder.Args) > 0 && !strings.HasPrefix(finder.Args[0], "-") {
				list = append(list, Killed{By: "name", What: finder.Args[0]})
			}
			if m := ofName().FindStringSubmatch(line.Text); m != nil && len(list) == 0 {
				list = append(list, Killed{By: "name", What: strings.TrimRight(m[1], "*")})
			}
		case "Get-NetTCPConnection":
			for j, w := range finder.Args {
				if strings.EqualFold(w, "-LocalPort") && j+1 < len(finder.Args) {
					list = append(list, Killed{By: "port", What: finder.Args[j+1]})
				}
			}
		}
	}
	return list
}

// picked matches what awk picks lines by, a pattern or the text of a column; ofName and ofLine by what Where-Object picks processes: a
// name, or words of the line that has started one, which say more than its name.
var (
	picked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[^{}]*?(?:/([^/]+)/|== *"([^"]+)")`) })
	ofLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)commandline\s+-(?:[ci]?(?:like|match))\s+["']([^"']+)`)
	})
	ofName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:process)?name\s+-(?:[ci]?(?:eq|like|match))\s+["']([^"']+)`)
	})
)
