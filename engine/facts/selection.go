package facts

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"witness/engine/selection"
	"witness/engine/shell"
)

// describe sets what a command that no reader lists selects, as far as its words show it: what is
// not known to change only the display makes it another run.
func (cmd *Command) describe() {
	words := cmd.Args
	if cmd.script != "" {
		words = cmd.scriptArgs
	}
	if code := cmd.InputCode(); code != "" {
		cmd.Selection = append(cmd.Selection, hashed(code))
	}
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		switch {
		case slices.Contains(cmd.Tasks, word):
		case len(word) > maxSelected:
			cmd.Selection = append(cmd.Selection, hashed(word))
		case selection.ShowsMore(word, name):
			cmd.Shows = append(cmd.Shows, word)
		case strings.HasPrefix(word, "-"):
			cmd.Variant = append(cmd.Variant, word)
		case strings.ContainsAny(word, " \n"):
			cmd.Selection = append(cmd.Selection, "?"+word)
		default:
			if w := selection.Plain(word, cmd.Dir); w != "" {
				cmd.Selection = append(cmd.Selection, w)
			}
		}
	}
}

// hashed returns the word of a selection that stands for a text.
func hashed(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("?#%x", h.Sum64())
}

// InputCode returns the program that an interpreter reads from its standard input, "" if it reads none.
func (cmd *Command) InputCode() string {
	if !slices.Contains(inputReaders, cmd.Name) || len(cmd.Args) > 0 && cmd.Args[0] != "-" {
		return ""
	}
	return cmd.Input
}

// inputReaders are the interpreters that run their standard input if no file is named. Of a shell the commands
// themselves are read.
var inputReaders = []string{"python", "node", "ruby", "php", "perl", "deno", "bun"}

// maxSelected is the length from which a word is code or a message. Its hash stands for it.
const maxSelected = 200

// limit adds what limits a command of any kind: the packages of a workspace that its tasks run in,
// and what its output goes through.
func (cmd *Command) limit() {
	for _, pkg := range cmd.Packages {
		cmd.Selection = append(cmd.Selection, "?"+pkg)
	}
	if cmd.Container != "" {
		cmd.Environment = append(slices.Clip(cmd.Environment), "container="+cmd.Container)
	}
	switch {
	case cmd.Filter != "":
		cmd.Shows = append(cmd.Shows, cmd.Filter)
	case cmd.OutputHidden:
		cmd.Shows = append(cmd.Shows, "|")
	}
	cmd.Selection, cmd.Variant, cmd.Shows = selection.Sorted(cmd.Selection), selection.Sorted(cmd.Variant), selection.Sorted(cmd.Shows)
	cmd.Environment = slices.DeleteFunc(selection.Sorted(slices.Clone(cmd.Environment)), func(set string) bool {
		name, _, _ := strings.Cut(set, "=")
		if !slices.Contains(showVariables, name) {
			return false
		}
		cmd.Shows = append(cmd.Shows, set)
		return true
	})
}

// handedOn returns what the words behind "--" of the n-th command select, a task, in the runner that its recipe names: npm test -- --shard=1/3.
func handedOn(readers Readers, line shell.Line, n int) []string {
	task := line.Commands[n]
	at := slices.Index(task.Args, "--")
	for _, inner := range line.Commands[n+1:] {
		if at < 0 || inner.Via == "" || len(task.Tasks) == 0 {
			break
		}
		if f := readers.Lists(Command{Command: inner}); f != nil && f.Into == "tests" {
			return selection.Of(f, task.Args[at+1:], task.Dir).Selection
		}
	}
	return nil
}
