package facts

import (
	"cmp"
	"slices"
	"strings"

	"witness/engine/project"
)

// recognize sets the runner of a command, the reader that lists it, and what the run selects. A
// reader of outputs is preferred to one that only lists commands.
func (r *Readers) recognize(cmd *Command) {
	name := cmd.Name
	if len(cmd.Args) > 0 && len(cmd.Args[0]) < 32 {
		name += " " + cmd.Args[0] // xcodebuild test
	}
	var best *Reader
	for _, f := range r.listing(name) {
		if f.preference() > best.preference() && !r.displaces(f, best) || r.displaces(best, f) {
			best = f
		}
	}
	if best == nil {
		return
	}
	cmd.Runner = best.Name
	words := cmd.Args
	if len(words) > 0 && slices.Contains(best.Commands, cmd.Name+" "+words[0]) {
		words = words[1:] // vitest run
	}
	var unread []string
	for _, set := range cmd.Environment {
		name, value, _ := strings.Cut(set, "=")
		switch {
		case !slices.Contains(best.Part, name):
		case strings.ContainsAny(value, `$'"\`):
			unread = append(unread, "?"+set) // PYTEST_ADDOPTS="-k 'a or b'"
		default:
			words = append(strings.Fields(value), words...) // GOFLAGS=-run=TestCart
		}
	}
	of := selected(best, words, cmd.Dir)
	cmd.Selection, cmd.Variant, cmd.More, cmd.Shows, cmd.Known = append(of.selection, unread...), of.variant, of.more, of.shows, !of.none
	if of.none {
		cmd.Selection = []string{"?"} // a listing runs nothing and covers nothing
	}
}

// preference orders the readers that list the same command. One that runs tests may also
// compile; then the tests count.
func (f *Reader) preference() int {
	switch {
	case f == nil || f.Into == "changes" || f.Into == "runs":
		return 0
	case f.Into == "tests" && len(f.Contains) > 0:
		return 3
	case f.Into == "tests":
		return 2
	default:
		return 1
	}
}

// displaces reports whether f would replace from as the reader of a command although a lock protects
// from.
func (r *Readers) displaces(f, from *Reader) bool {
	return f != nil && from != nil && project.LayerOf(f.Origin) > project.LayerOf(from.Origin) && r.Config.LockedReader("", f.Origin)
}

// interpret turns a command that runs a script which no reader lists back into one of its
// interpreter, as it is written in the line. Its selection is the script alone.
func (cmd *Command) interpret() {
	if cmd.Interpreter == "" {
		return
	}
	cmd.Selection = []string{cmp.Or(plain(cmd.File, cmd.Dir), cmd.Name)}
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

// ListedIn reports whether a header's `commands` list the command.
func (cmd *Command) ListedIn(commands []string) bool {
	return slices.ContainsFunc(cmd.Names(), func(name string) bool { return Lists(commands, name) })
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
