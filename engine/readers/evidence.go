package readers

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/runs"
	"witness/engine/shell"
)

// believe takes the good news out of a run whose output does not prove it; bad news is believed, whatever shows it. The
// output of a command in the background, or of one whose output went elsewhere or through a program that rewrites it, need
// not be what it printed, unless its exit status says the same. What passed before the line put the files back that it had
// changed says nothing of those that are there now.
func (in *reading) believe(r *Run, cmd facts.Command, f *bundle.File) {
	if r.Kind != "test" {
		return
	}
	exit := in.c.ExitOf(cmd)
	succeeded := exit != nil && *exit == 0
	if (succeeded || r.How == "exit" || in.shows(r, cmd, f)) && !in.changedBack(r.Command) {
		return
	}
	r.Items = slices.DeleteFunc(r.Items, func(i runs.Item) bool { return i.Outcome == "pass" })
	if r.Outcome == "pass" {
		r.Outcome = "unknown"
	}
	if r.Outcome != "fail" {
		r.Ended, r.Complete = false, false
	}
}

// shows reports whether the output of the line is what a command printed, or lines of it: also those of failures, if the run
// has no counts that tell of them.
func (in *reading) shows(r *Run, cmd facts.Command, f *bundle.File) bool {
	if cmd.Background {
		return false
	}
	if strings.HasPrefix(cmd.Filter, ">") {
		return in.showsFile(r.Command)
	}
	if cmd.Filter == "" {
		return true
	}
	stages := shell.Parse("true "+cmd.Filter, cmd.Dir, "").Commands
	return len(stages) > 1 && !slices.ContainsFunc(stages[1:], func(stage shell.Command) bool {
		rewrites := !selectsLines(stage.Name, stage.Args) && !slices.Contains(formatters, stage.Name) && in.Lists(facts.Command{Command: stage}) == nil
		return rewrites || strings.HasPrefix(stage.Filter, ">") || r.Passed == nil && dropsFailures(stage, f)
	})
}

// dropsFailures reports whether a filter lets none of the literals through by which a reader knows a failure: `grep ^ok`,
// `grep -v FAIL`, `sed /FAIL/d`, `awk '!/FAIL/'`.
func dropsFailures(stage shell.Command, f *bundle.File) bool {
	if !slices.ContainsFunc(f.Contains, tellsFailure) {
		return false
	}
	pattern, drops := linePattern(stage)
	if pattern == "" {
		return false
	}
	expression, err := regexp.Compile(pattern)
	return err == nil && !slices.ContainsFunc(f.Contains, func(literal string) bool {
		return tellsFailure(literal) && expression.MatchString(literal) != drops
	})
}

// linePattern returns the pattern of the lines that a filter passes on, or drops; "" if there is none.
func linePattern(stage shell.Command) (pattern string, drops bool) {
	flags := ""
	for _, word := range stage.Args {
		if strings.HasPrefix(word, "-") {
			flags += word
		} else if pattern == "" {
			pattern = word
		}
	}
	switch stage.Name {
	case "grep", "egrep", "rg":
		drops = strings.Contains(flags, "v")
	case "sed", "awk", "gawk", "mawk":
		m := selection().FindStringSubmatch(pattern)
		if m == nil {
			return "", false
		}
		pattern, flags = m[2], m[5]+flags
		switch before, after, does := m[1] == "!", m[3] == "!", m[4]; { // awk '!/x/', sed '/x/!d'
		case stage.Name == "sed" && does == "d":
			drops = !after
		case stage.Name == "sed" && does == "p":
			drops = after
		default:
			drops = before
		}
	default:
		return "", false
	}
	if pattern = strings.ReplaceAll(pattern, `\|`, "|"); strings.ContainsAny(flags, "iI") && pattern != "" {
		pattern = "(?i)" + pattern
	}
	return pattern, drops
}

// tellsFailure reports whether a literal is one of a failure.
func tellsFailure(literal string) bool {
	return strings.Contains(strings.ToLower(literal), "fail") || strings.Contains(literal, "not ok")
}

// showsFile reports whether a later command of the line shows lines of a file that a command's output is written to, and that no command
// in between has changed.
func (in *reading) showsFile(i int) bool {
	return slices.ContainsFunc(in.c.Line.Touches, func(written shell.Touch) bool {
		return written.Command == i && !readsOnly(written.Kind) && slices.ContainsFunc(in.c.Line.Touches, func(read shell.Touch) bool {
			return read.Command > i && read.Command < len(in.c.Commands) && readsOnly(read.Kind) && read.Path == written.Path &&
				!slices.ContainsFunc(in.c.Line.Touches, func(t shell.Touch) bool {
					return t.Path == written.Path && t.Command > i && t.Command < read.Command && !readsOnly(t.Kind)
				}) &&
				selectsLines(in.c.Commands[read.Command].Name, in.c.Commands[read.Command].Args)
		})
	})
}

// readsOnly reports whether a touch of this kind changes nothing.
func readsOnly(kind string) bool { return kind == "read" || kind == "scan" }

// selectors are the programs that print lines of their input as they are, or their beginnings.
var selectors = strings.Fields("grep egrep fgrep zgrep rg ag ack head tail cat bat tac less more sort uniq tee wc nl fold expand strings column ts ")

// formatters print the results of a runner in another form.
var formatters = strings.Fields("xcbeautify xcpretty gotestfmt tap-spec tap-dot tap-diff tap-summary faucet test2json cargo2junit ansi2txt ccze tspin")

// selectsLines reports whether a program only selects lines of its input. sed and awk do if their scripts print no text of
// their own and replace none, but the escape sequences of colors.
func selectsLines(name string, args []string) bool {
	switch name {
	case "sed":
		return !slices.ContainsFunc(args, func(word string) bool { return replaces().MatchString(word) && !removesColors().MatchString(word) })
	case "awk", "gawk", "mawk":
		return !slices.ContainsFunc(args, func(word string) bool {
			return strings.Contains(word, "sub(") || strings.Contains(word, "print") && strings.Contains(word, `"`) || assignsField().MatchString(word)
		})
	case "cut":
		return len(args) > 0 && !slices.ContainsFunc(args, func(word string) bool { return !beginnings().MatchString(word) })
	case "tr":
		return slices.Contains(args, "-d") && !slices.ContainsFunc(args, func(word string) bool {
			return strings.ContainsAny(strings.ToLower(word), "afilpsok") && word[0] != '\\' && word != "-d"
		})
	}
	return slices.Contains(selectors, name)
}

var (
	newBranchFlag = lazily(`^(?:-[a-zA-Z]*[bBcC]|--(?:force-)?create|--orphan)$`)
	replaces      = lazily(`(?:^|[;{}\d/$ ])(?:s[^\w\s;{}].|y/|[aic]\\?\s*\w)`)
	beginnings    = lazily(`^(?:-[cb]|-[cb]?1?-\d+)$`) // of cut
	selection     = lazily(`^(!?)\s*/((?:[^/\\]|\\.)*)/(!?)([dp]?)(I?)\s*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?$`)
	assignsField  = lazily(`\$\w+\s*[-+*/%^]?=[^=~]`) // of awk
	removesColors = lazily(`^s(.)(?:\\x1[bB]|\\033|\\e|\x1b|\^\[|\\u001b).*g?$`)
)

// changedBack reports whether the line, after a command, puts program files or tests back: by version control, or by writing
// again what it had changed before that command. A line that checks something out before it and again after it has run it on
// another tree than the one that it leaves.
func (in *reading) changedBack(command int) bool {
	c := in.c
	if slices.ContainsFunc(c.Touches, func(t facts.Touch) bool {
		return t.Command > command && t.Manner == "restore" && (t.Class == "code" || t.Class == "test")
	}) {
		return true
	}
	checksOut := func(from, to int) bool {
		return slices.ContainsFunc(in.Changes, func(change Change) bool {
			return change.Kind == "checkout" && change.Command >= from && change.Command < to && !newBranch(c.Commands[change.Command])
		})
	}
	if checksOut(0, command) && checksOut(command+1, len(c.Commands)) {
		return true
	}
	for _, later := range c.Commands[command+1:] {
		if later.Name == "git reset" && slices.Contains(later.Args, "--hard") || (later.Name == "git checkout" || later.Name == "git restore") && slices.Contains(later.Args, ".") {
			return true
		}
		if later.Name == "git stash" && len(later.Args) > 0 && (later.Args[0] == "pop" || later.Args[0] == "apply") {
			return true
		}
		if (later.Name == "git apply" || later.Name == "patch") && (slices.Contains(later.Args, "-R") || slices.Contains(later.Args, "--reverse")) {
			return true
		}
		for _, before := range c.Commands[:command] {
			if slices.ContainsFunc(later.Alters, func(path string) bool { return slices.Contains(before.Alters, path) }) {
				return true
			}
		}
	}
	return false
}

// newBranch reports whether a command goes to a branch that it creates.
func newBranch(cmd facts.Command) bool {
	return (cmd.Name == "git checkout" || cmd.Name == "git switch") && slices.ContainsFunc(cmd.Args, func(word string) bool {
		return newBranchFlag().MatchString(word)
	})
}

// lazily compiles a regular expression when it is first needed.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
