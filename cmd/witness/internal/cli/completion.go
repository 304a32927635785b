package cli

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
)

// completionCmd prints the completion script of a shell. The scripts call completeCmd for the
// candidates, so an installed script works with every later version of witness.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"The shell: bash, zsh, fish or powershell."`
}

var (
	//go:embed completion/bash.sh
	bashCompletion string
	//go:embed completion/zsh.sh
	zshCompletion string
	//go:embed completion/fish.fish
	fishCompletion string
	//go:embed completion/powershell.ps1
	powershellCompletion string
)

// Run prints the script.
func (c *completionCmd) Run(s term.Streams) error {
	script := map[string]string{
		"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion, "powershell": powershellCompletion,
	}[c.Shell]
	_, err := io.WriteString(s.Out, script)
	return err
}

// completeCmd prints the completions of a command line, one a line: the word, a tab and its help.
// Where a file name is expected it prints nothing, and the shell completes files.
type completeCmd struct {
	Word   string   `help:"The word to complete, up to the cursor."`
	Before []string `arg:"" optional:"" passthrough:"" help:"The words before it."`
}

// Run prints the completions.
func (c *completeCmd) Run(s term.Streams, ctx *kong.Context) error {
	before := c.Before
	if len(before) > 0 && before[0] == "--" {
		before = before[1:]
	}
	for _, line := range completions(ctx.Model, before, c.Word) {
		if _, err := fmt.Fprintln(s.Out, line); err != nil {
			return err
		}
	}
	return nil
}

// completions follows the words before the cursor through the command tree and returns the
// completions of word: subcommands, flags if it begins with a dash, the values of an enumeration,
// the names of agents, rules or queries, or the ids of sessions and verdicts.
func completions(app *kong.Application, before []string, word string) (found []string) {
	offer := func(name, help string) {
		if strings.HasPrefix(name, word) {
			found = append(found, name+"\t"+help)
		}
	}
	node, position, value := app.Node, 0, (*kong.Value)(nil)
	naming := len(before) > 0 && (before[0] == "help" || before[0] == "man") && !strings.HasPrefix(word, "-")
	if naming { // what follows names a command and is not its command line
		before = before[1:]
	}
	for _, w := range before {
		switch {
		case w == "=": // bash splits --flag=value into three words
		case value != nil:
			value = nil
		case strings.HasPrefix(w, "-"):
			if flag := flagOf(node, w); flag != nil && !flag.IsBool() && !strings.Contains(w, "=") {
				value = flag.Value
			}
		default:
			if child := childOf(node, w); child != nil {
				node = child
			} else {
				position++
			}
		}
	}
	switch name, typed, joined := strings.Cut(word, "="); {
	case value != nil:
		offerValues(value, "", offer)
		for _, n := range valueCompletions(value.Name) {
			offer(n.word, n.help)
		}
	case joined && strings.HasPrefix(name, "-"):
		if flag := flagOf(node, name); flag != nil && typed != "" || flag != nil && !flag.IsBool() {
			offerValues(flag.Value, name+"=", offer)
		}
	case strings.HasPrefix(word, "-"):
		for _, group := range node.AllFlags(true) {
			for _, flag := range group {
				offer("--"+flag.Name, flag.Help)
			}
		}
	default:
		for _, child := range node.Children {
			if !child.Hidden {
				offer(child.Name, child.Help)
			}
		}
		if naming {
			return found
		}
		if position < len(node.Positional) {
			offerValues(node.Positional[position], "", offer)
		}
		if position > 0 && node.FullPath() == "witness query" && isFileOfQuery(before, position-1) {
			for _, n := range pathCompletions() {
				offer(n.word, n.help)
			}
		} else if position == 0 || len(node.Positional) > 0 && node.Positional[0].IsCumulative() {
			for _, n := range argumentCompletions(node.FullPath()) {
				offer(n.word, n.help)
			}
		}
	}
	return found
}

// offerValues offers the values of an enumeration, each with the prefix.
func offerValues(value *kong.Value, prefix string, offer func(name, help string)) {
	if value.Enum == "" {
		return
	}
	for _, allowed := range value.EnumSlice() {
		if allowed != "" { // it stands for leaving the flag out
			offer(prefix+allowed, "")
		}
	}
}

// flagOf returns the flag that a word such as --format or --format=json names, or nil.
func flagOf(node *kong.Node, word string) *kong.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if flag.Name == name || flag.Short != 0 && string(flag.Short) == name {
				return flag
			}
		}
	}
	return nil
}

// childOf returns the subcommand of a name, or nil.
func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}
