package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints a shell's completion. Each script asks completeCmd, so that it fits
// any version of witness.
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
func (c *completionCmd) Run(s streams) error {
	script := map[string]string{
		"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion, "powershell": powershellCompletion,
	}[c.Shell]
	_, err := io.WriteString(s.out, script)
	return err
}

// completeCmd says how a command line can go on: a candidate in each line, a tab, and its
// help. Where a file is wanted it says nothing, and the shell offers files.
type completeCmd struct {
	Word   string   `help:"The word to complete, up to the cursor."`
	Before []string `arg:"" optional:"" passthrough:"" help:"The words before it."`
}

// Run prints the candidates.
func (c *completeCmd) Run(s streams, ctx *kong.Context) error {
	before := c.Before
	if len(before) > 0 && before[0] == "--" {
		before = before[1:]
	}
	for _, candidate := range candidates(ctx.Model, before, c.Word) {
		if _, err := fmt.Fprintln(s.out, candidate); err != nil {
			return err
		}
	}
	return nil
}

// candidates walks the command line as far as it is written and lists what can stand next:
// the commands, the flags if the word begins with a dash, the values where only some are
// allowed, or the names of what there is.
func candidates(app *kong.Application, before []string, word string) (found []string) {
	offer := func(name, help string) {
		if strings.HasPrefix(name, word) {
			found = append(found, name+"\t"+help)
		}
	}
	node, position, value := app.Node, 0, (*kong.Value)(nil)
	for _, w := range before {
		switch {
		case w == "=": // bash splits --flag=value in three
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
		if position < len(node.Positional) {
			offerValues(node.Positional[position], "", offer)
		}
		if position == 0 || len(node.Positional) > 0 && node.Positional[0].IsCumulative() {
			for _, n := range nameables(node.FullPath()) {
				offer(n.name, n.help)
			}
		}
	}
	return found
}

// offerValues offers the values that are allowed, if they are listed.
func offerValues(value *kong.Value, prefix string, offer func(name, help string)) {
	if value.Enum == "" {
		return
	}
	for _, allowed := range value.EnumSlice() {
		offer(prefix+allowed, "")
	}
}

// flagOf is the flag that a word such as --format or --format=json names, nil if none.
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

// childOf is the command of a name, nil if there is none.
func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}
