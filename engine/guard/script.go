package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/shell"
)

// A script is a file that a command runs, with the text that it has on the disk or that the line writes into it.
type script struct {
	by   string // the interpreter, "" for none
	path string
	text string
	args []string
}

// scriptOf returns the script that a command runs, if its text can be read.
func (g *Guard) scriptOf(cmd shell.Command) (s script, ok bool) {
	switch {
	case cmd.File == "" || cmd.Container != "":
		return s, false
	case cmd.Interpreter != "":
		s = script{by: cmd.Interpreter, path: cmd.File, args: cmd.Args}
	default:
		s = script{path: cmd.File, args: wordsOf(cmd)[1:]}
	}
	written := false
	if s.text, written = writtenBy(g.call.Line, s.path); !written {
		s.text = g.disk.Text(s.path)
	}
	if s.by == "" {
		first, _, _ := strings.Cut(s.text, "\n")
		line, found := strings.CutPrefix(first, "#!")
		words := strings.Fields(line)
		switch {
		case found && len(words) > 0:
			s.by = strings.TrimRight(filepath.Base(words[len(words)-1]), "0123456789.")
		case filepath.Ext(s.path) == ".sh", written && !found:
			s.by = "sh" // a shell runs a text without an interpreter itself
		default:
			return s, false
		}
	}
	return s, s.text != ""
}

// writtenBy returns the text that a line writes into a file, as far as it is known: cat > x.sh <<EOF, echo … > x.sh.
func writtenBy(line shell.Line, path string) (text string, ok bool) {
	for _, t := range line.Touches {
		if t.Path != path || t.Command >= len(line.Commands) || t.Kind != hook.Write && t.Kind != hook.Edit {
			continue
		}
		ok = true
		switch by := line.Commands[t.Command]; by.Name {
		case "cat", "tee":
			text += by.Input
		case "Add-Content", "Set-Content":
			text += strings.Join(by.Args, "\n") + "\n"
		default:
			text += printed([]shell.Command{by})
		}
	}
	return text, ok
}

// printed returns what the echo and printf of a line print, each word of printf on a line of its own.
func printed(commands []shell.Command) (text string) {
	for _, c := range commands {
		switch c.Name {
		case "echo":
			text += strings.Join(c.Args, " ") + "\n"
		case "printf":
			text += strings.Join(c.Args, "\n") + "\n"
		}
	}
	return text
}

// isShell reports whether a shell runs the script.
func (s script) isShell() bool {
	return slices.Contains([]string{"sh", "bash", "zsh", "dash", "ash", "ksh"}, s.by)
}

// line returns a line that does what the script does.
func (s script) line() string {
	if s.isShell() {
		return s.by + " -c " + quoted(append([]string{s.text, s.path}, s.args...))
	}
	const end = "WITNESS_END_OF_SCRIPT"
	return s.by + " - <<'" + end + "'\n" + s.text + "\n" + end
}

// ofScript returns the effects of the script that a command runs: what its text does to files that it names itself or
// is given. In a folder that is not known its names are those of other files, such as those of a test in a folder of its
// own.
func (g *Guard) ofScript(cmd shell.Command, depth int) (effects []Effect) {
	s, ok := g.scriptOf(cmd)
	isGuarded := func(p shell.PathWord) bool {
		if _, isFile := g.match(p.Path, ""); isFile {
			return true
		}
		_, below := cutFolder(p.Path, g.call.Project.Root)
		return below && len(g.inside(p.Path)) > 0
	}
	if !ok || !s.mentionsGuarded() && !slices.ContainsFunc(cmd.Paths, isGuarded) {
		return nil
	}
	line := g.parse(s.line(), cmd.Dir)
	for i := range line.Commands {
		if c := line.Commands[i]; c.Dir == "" || !s.isShell() || slices.Contains(c.Args, "$?") {
			line.Commands[i].Paths, line.Commands[i].Literals = nil, nil
		}
	}
	return slices.Concat(g.line(line, depth+1)...)
}

// mentionsGuarded reports whether the text of a script has a part of the name of anything that is protected, which
// few have, so that few are analyzed.
func (s script) mentionsGuarded() bool {
	if strings.Contains(s.text, "witness") {
		return true
	}
	return slices.ContainsFunc(agent.All, func(a *agent.Agent) bool {
		return slices.ContainsFunc(a.GuardedSettings(), func(f agent.Settings) bool {
			return strings.Contains(s.text, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(f.Path)), ".config/"))
		})
	})
}

// writtenInSession reports whether the session, or the line itself, has written the file that a command runs.
func (g *Guard) writtenInSession(path string) bool {
	path = g.absolute(path)
	_, onLine := writtenBy(g.call.Line, path)
	return onLine || g.ChangedInSession != nil && g.ChangedInSession(path)
}

// leavesAlone reports whether a program that is not known does not change the files that it is given: it or its flags
// say so, or it is a shell script, of which ofScript knows what it does. What a script says that the agent has written
// in this session counts only if its text calls no function that changes files.
func (g *Guard) leavesAlone(cmd shell.Command) bool {
	s, ok := g.scriptOf(cmd)
	if ok && s.isShell() {
		return true
	}
	has := func(flags ...string) bool {
		return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(cmd.Args, f) })
	}
	if has("--fix", "--write") || !has("--check", "--dry-run") && !saysItReads(cmd.Name) {
		return false
	}
	if cmd.File == "" || !g.writtenInSession(cmd.File) {
		return true
	}
	for _, c := range g.parse(s.line(), cmd.Dir).Commands {
		if can := abilitiesOf(c); ok && !can.alters && !can.removesTrees && !can.starts {
			return true
		}
	}
	return false
}
