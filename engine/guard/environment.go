package guard

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// settingVariable matches an assignment to a variable that witness reads: export WITNESS_DB=x, set -x WITNESS_DB x.
// It is compiled when it is first needed, because each hook would pay for it.
var settingVariable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:[^#\n]*[\s;'"])?(?:(WITNESS_\w+)=|(?:set\s+-\w+|setenv)\s+(WITNESS_\w+)\s)`)
})

// ofStartup returns the effects of a text that is written into a file, if that is a startup file.
func (g *Guard) ofStartup(path, text string) (effects []Effect) {
	if !agent.IsStartup(path) {
		return nil
	}
	effects = append(switchesOff(path, text), g.aliased(text)...)
	if strings.Contains(text, "PATH") && g.offersProgram(text) {
		effects = append(effects, setsVariable("PATH", ""))
	}
	if !strings.Contains(text, "WITNESS_") {
		return effects
	}
	for _, m := range settingVariable().FindAllStringSubmatch(text, -1) {
		effects = append(effects, setsVariable(m[1]+m[2], ""))
	}
	return effects
}

// writesStartup returns the effects of what a line writes into a startup file.
func (g *Guard) writesStartup(line shell.Line, t shell.Touch) []Effect {
	if hook.ReadOnly(t.Kind) || !agent.IsStartup(t.Path) {
		return nil
	}
	text, _ := writtenBy(line, t.Path)
	// sed '1i X=1', and code that opens the file
	if by := line.Commands[t.Command]; by.Name == "sed" || len(by.Literals) > 0 {
		text += strings.Join(append(slices.Clone(by.Args), by.Literals...), "\n")
	}
	return g.ofStartup(t.Path, text)
}

// offersProgram reports whether a text that sets PATH names a folder in which another program called witness is, or is put by
// the line.
func (g *Guard) offersProgram(text string) bool {
	text = strings.NewReplacer("$HOME", project.Home(), "${HOME}", project.Home(), "~/", project.Home()+"/").Replace(text)
	for _, dir := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(": \t\n=\"';", c) }) {
		file := filepath.Join(dir, "witness")
		if !filepath.IsAbs(dir) || slices.ContainsFunc(g.programPlaces(), func(p place) bool { return p.Path == file }) {
			continue
		}
		if g.disk.Exists(file) && !g.disk.IsDir(file) || slices.ContainsFunc(g.call.Line.Touches, func(t shell.Touch) bool { return t.Path == file && t.Kind == hook.Write }) {
			return true
		}
	}
	return false
}

// hidesProgram reports whether with a PATH the hooks, which run witness by its name, find another program or none.
func (g *Guard) hidesProgram(path string) bool {
	for dir := range strings.SplitSeq(path, string(filepath.ListSeparator)) {
		if !filepath.IsAbs(dir) || strings.Contains(dir, "$") {
			return false // the PATH of before, or a folder that is not known
		}
		file := filepath.Join(dir, "witness")
		if slices.ContainsFunc(g.programPlaces(), func(p place) bool { return p.Path == file }) {
			return false
		}
		if _, written := writtenBy(g.call.Line, file); written || g.disk.Exists(file) {
			return true
		}
	}
	return true
}

// commandKeys are the ends of the settings of git whose value is a command that git starts.
var commandKeys = []string{"editor", "pager", ".external", "sshcommand", "askpass", "fsmonitor", ".program", ".textconv", ".driver", ".clean", ".smudge", ".helper"}

// commandSettings returns the commands that settings of git name, also for one command alone: git -c core.editor='rm x' commit.
func (g *Guard) commandSettings(cmd shell.Command) (lines []string) {
	isCommand := func(key string) bool {
		return slices.ContainsFunc(commandKeys, func(end string) bool { return strings.HasSuffix(strings.ToLower(key), end) })
	}
	if words := pathspecs(cmd.Args, "-f --file"); cmd.Name == "git config" && len(words) > 1 && isCommand(words[len(words)-2]) {
		return []string{strings.TrimPrefix(words[len(words)-1], "!")} // git config core.editor 'rm x'
	}
	if !strings.HasPrefix(cmd.Name, "git") || !strings.Contains(cmd.Text, " -c ") {
		return nil
	}
	words := g.wordsWithGlobals(cmd)
	for i := 1; i < len(words); i++ {
		key, value, _ := strings.Cut(words[i], "=")
		if words[i-1] == "-c" && isCommand(key) {
			lines = append(lines, strings.TrimPrefix(value, "!"))
		}
	}
	return lines
}

// wordsWithGlobals returns all words of a command, also those before its subcommand, which are not among its arguments.
func (g *Guard) wordsWithGlobals(cmd shell.Command) []string {
	line := g.parse("echo "+cmd.Text, cmd.Dir)
	if len(line.Commands) == 0 {
		return nil // the text of a command is on one line, and its here-document is not in it
	}
	return line.Commands[0].Args
}
