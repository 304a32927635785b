package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/selection"
	"witness/engine/shell"
)

// Readers knows the readers of outputs, the files of facts.d, by the commands that they list.
type Readers interface {
	// Lists returns the reader that lists a command, nil if none does. A reader of outputs is preferred to
	// one that only lists commands.
	Lists(cmd Command) *bundle.File
	// Changing returns the readers that list a command as one that changes the tree.
	Changing(cmd Command) []*bundle.File
	// Naming returns a reader of outputs that lists one of a command's tasks, or the name of its script, such as lint; nil if
	// none does.
	Naming(cmd Command) *bundle.File
}

// recognize sets the runner of a command, the reader that lists it, and what the run selects.
func (cmd *Command) recognize(readers Readers) {
	f := readers.Lists(*cmd)
	if f == nil {
		cmd.Prebuilt = path.Ext(cmd.File) == "" && slices.ContainsFunc(strings.Split(cmd.File, "/"), isBuildFolder) // ./build/cart_test
		return
	}
	cmd.Runner, cmd.Kind = f.Name, kindOf(f)
	words := cmd.Args
	if len(words) > 0 && slices.Contains(f.Commands, cmd.Name+" "+words[0]) {
		words = words[1:] // vitest run
	}
	var unread []string
	for _, set := range cmd.Environment {
		name, value, _ := strings.Cut(set, "=")
		switch {
		case slices.Contains(f.Inside, name):
			unread, cmd.Inside = append(unread, "?"+set), true
		case !slices.Contains(f.Part, name):
		case strings.ContainsAny(value, `$'"\`):
			unread = append(unread, "?"+set) // PYTEST_ADDOPTS="-k 'a or b'"
		default:
			words = append(strings.Fields(value), words...) // GOFLAGS=-run=TestCart
		}
	}
	of := selection.Of(f, words, cmd.Dir)
	cmd.Selection, cmd.Variant, cmd.More, cmd.Shows, cmd.Known = append(of.Selection, unread...), of.Variant, of.More, of.Shows, !of.None
	if len(f.Narrow)+len(f.Part)+len(f.Values) == 0 && f.Into == "tests" && len(cmd.Tasks) == 0 {
		for _, word := range words { // what a flag means that no reader lists is not known: robot --dryrun
			if flag, _, _ := strings.Cut(word, "="); strings.HasPrefix(flag, "--") && len(flag) > 2 && !selection.ShowsMore(word, flag) {
				unread = append(unread, "?"+flag)
			}
		}
		cmd.Selection = selection.Sorted(append(of.Selection, unread...))
	}
	cmd.Inside = cmd.Inside || of.Inside
	line := strings.ReplaceAll(" "+cmd.Name+" "+strings.Join(cmd.Args, " "), " ./", " ")
	cmd.Prebuilt = slices.ContainsFunc(f.Prebuilt, func(begins string) bool { return strings.Contains(line, " "+begins) })
	if of.None {
		cmd.Selection, cmd.Kind = []string{"?"}, "" // a listing runs nothing and covers nothing
	}
}

// isBuildFolder reports whether compilers put programs into a folder of this name.
func isBuildFolder(name string) bool {
	return slices.Contains([]string{"build", "_build", ".build", "target", "out", "zig-out", "cmake-build-debug"}, name)
}

// kindOf returns what a reader's commands are for, "" if they neither test, check nor build.
func kindOf(f *bundle.File) string {
	switch {
	case f.Purpose != "":
		return f.Purpose
	case f.Into == "tests":
		return "test"
	case f.Into == "diagnostics":
		return "check"
	}
	return ""
}

// interpret turns a command that runs a script which no reader lists back into one of its
// interpreter, as it is written in the line. Its selection is the script alone.
func (cmd *Command) interpret() {
	if cmd.Interpreter == "" {
		return
	}
	cmd.Selection = []string{cmp.Or(selection.Plain(cmd.File, cmd.Dir), cmd.Name)}
	cmd.script, cmd.scriptArgs = cmd.Name, cmd.Args
	cmd.Name, cmd.Args = cmd.Interpreter, cmd.InterpreterArgs
}

// Program returns the name of the program or script that the command runs.
func (cmd *Command) Program() string { return cmp.Or(cmd.script, cmd.Name) }

// Names returns the names by which a header can list the command: for a script "manage.py migrate",
// "python" and "python manage.py migrate".
func (cmd *Command) Names() []string {
	if cmd.Interpreter == "" {
		return []string{cmd.Name}
	}
	return []string{cmd.Program(), cmd.Interpreter, cmd.Interpreter + " " + cmd.Program()}
}

// SyncedFolder returns the folder of another machine onto which rsync copies, "" if there is none or it is all of that machine.
func (cmd *Command) SyncedFolder() string {
	if cmd.Name != "rsync" || len(cmd.Args) < 2 {
		return ""
	}
	_, dir, _ := strings.Cut(cmd.Args[len(cmd.Args)-1], ":")
	return strings.TrimRight(dir, "/")
}

// ListedIn reports whether a header's `commands` list the command.
func (cmd *Command) ListedIn(commands []string) bool {
	return slices.ContainsFunc(cmd.Names(), func(name string) bool { return Lists(commands, name) })
}

// WrappedBy reports whether a header's `commands` list a program that runs the command, such as sudo.
func (cmd *Command) WrappedBy(commands []string) bool {
	return slices.ContainsFunc(cmd.Wrappers, func(name string) bool { return slices.Contains(commands, name) })
}

// StartsWith reports whether the words of the command, or of the script that it runs, start with
// these.
func (cmd *Command) StartsWith(words string) bool {
	has := func(name string, args []string) bool {
		line := strings.Join(append([]string{name}, args...), " ")
		return line == words || strings.HasPrefix(line, words+" ")
	}
	if has(cmd.Name, cmd.Args) || cmd.Interpreter != "" && has(cmd.Interpreter, cmd.InterpreterArgs) {
		return true
	}
	return cmd.script != "" && has(cmd.script, cmd.scriptArgs)
}

// committing lists the commands that make a commit, and the words with which they do not.
var committing = map[string][]string{
	"git commit":      {"--dry-run", "-h", "--help"},
	"git merge":       {"--no-commit", "--squash", "--abort", "--quit", "--ff-only"},
	"git cherry-pick": {"-n", "--no-commit", "--abort", "--quit", "--skip"},
	"git revert":      {"-n", "--no-commit", "--abort", "--quit", "--skip"},
	"git am":          {"--abort", "--quit", "--skip", "--show-current-patch"},
	"git commit-tree": {"-h", "--help"},
	"jj commit":       {"-h", "--help"},
	"hg commit":       {"-h", "--help"},
	"sl commit":       {"-h", "--help"},
}

// commits reports whether a command makes a commit in its repository.
func commits(program string, args []string) bool {
	switch {
	case program == "git rebase":
		return slices.Contains(args, "--continue")
	case program == "git commit" && amends(args) == amendsNothing:
		return false
	}
	without, ok := committing[program]
	return ok && !slices.ContainsFunc(args, func(word string) bool { return slices.Contains(without, word) })
}

// Lists reports whether a command is one of those listed, by its name or the first words of it.
func Lists(commands []string, name string) bool {
	return slices.ContainsFunc(commands, func(c string) bool {
		return name == c || strings.HasPrefix(name, c) && strings.HasPrefix(name[len(c):], " ")
	})
}

// Changes reports whether a reader of changes lists the command. An entry of its commands may end with
// flags, which must be given: "eslint --fix".
func (cmd *Command) Changes(f *bundle.File) bool {
	if f.Into != "changes" || slices.ContainsFunc(cmd.Args, func(word string) bool { return selection.HasFlag(f.Unless, word) }) {
		return false
	}
	return slices.ContainsFunc(f.Tasks, func(task string) bool { return slices.Contains(cmd.Tasks, task) }) || slices.ContainsFunc(f.Commands, cmd.isWith)
}

// isWith reports whether the command is that of an entry, by its first words, and has the flags of
// the entry.
func (cmd *Command) isWith(entry string) bool {
	words, flags, flagged := strings.Cut(entry, " -")
	name := cmd.Name
	if len(cmd.Args) > 0 && len(words) > len(name) {
		name += " " + cmd.Args[0] // gh pr checkout
	}
	if !Lists([]string{words}, name) {
		return false
	}
	return !flagged || slices.Contains(cmd.Args, "-"+flags)
}

// InProject returns a file that the command prints relative to the project's root. It prints it as
// an absolute path, or relative to its directory or to the root.
func (cmd Command) InProject(file string) string {
	if path.IsAbs(file) {
		if project.Within(file, cmd.Root) {
			return strings.TrimPrefix(file[len(cmd.Root):], "/")
		}
		return file
	}
	if dir := cmd.RelDir; dir != "" && dir != "?" && !strings.HasPrefix(file, dir+"/") {
		file = dir + "/" + file
	}
	return path.Clean(file)
}

// Outside reports whether the arguments of a command select files outside of the project alone.
func (cmd *Command) Outside() bool {
	if len(cmd.Selection) == 0 {
		return false
	}
	for _, word := range cmd.Selection {
		if strings.HasPrefix(word, "~") || strings.HasPrefix(word, "?") || !strings.ContainsAny(word, "/.") {
			return false
		}
		if file := cmd.InProject(word); !path.IsAbs(file) && file != ".." && !strings.HasPrefix(file, "../") {
			return false
		}
	}
	return true
}

// RunsAllTests reports whether a command is a shell script that runs all tests: one of the script's own
// commands is listed by a reader of tests, selects none of them, and does not run in another folder.
func (c *Call) RunsAllTests(cmd Command) bool {
	return cmd.File != "" && slices.ContainsFunc(c.Commands, func(inner Command) bool {
		return strings.HasPrefix(inner.Via, cmd.File+":") && inner.Kind == "test" && inner.Runner != "" && inner.Known && len(inner.Selection) == 0 &&
			(inner.Dir == cmd.Dir || inner.Dir == "")
	})
}

// printsInto reports whether a known runner only prints into the file: `pytest > log` and
// `pytest | tee log` edit nothing of the project.
func (r *Resolver) printsInto(line shell.Line, t shell.Touch) bool {
	if hook.ReadOnly(t.Kind) || t.Kind == hook.Delete {
		return false
	}
	runs := func(cmd shell.Command) bool {
		known := Command{Command: cmd}
		if !cmd.Inert {
			known.recognize(r.Readers)
		}
		return known.Runner != ""
	}
	if cmd := line.Commands[t.Command]; cmd.Name != "tee" {
		return t.Unconditional && runs(cmd)
	}
	return t.Command > 0 && runs(line.Commands[t.Command-1])
}
