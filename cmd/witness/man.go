package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
)

// manCmd prints a man page, which is generated from the commands' help.
type manCmd struct {
	Command []string `arg:"" optional:"" help:"The command; witness as a whole if left out."`
}

// Run prints the page.
func (c *manCmd) Run(s term.Streams, ctx *kong.Context) error {
	node := *ctx.Model.Node
	if len(c.Command) > 0 {
		command, err := findCommand(ctx.Model.Node, strings.Join(c.Command, " "))
		if err != nil {
			return err
		}
		node = *command
		node.Name = strings.ReplaceAll(node.FullPath(), " ", "-")
	}
	page := mangokong.NewManPage(1, &kong.Application{Node: &node})
	if len(c.Command) == 0 {
		page = page.WithLongDescription("witness runs in the hooks of coding agents (witness init). It records what an agent "+
			"does and warns or refuses before a call that the agent would regret. All commands except hook, lint and "+
			"record are for people.").
			WithSection("Files", ".witness.toml\nthe project's configuration; ~/.config/witness/config.toml is the user's\n\n"+
				".witness/rules.d, .witness/facts.d, .witness/queries.d\nthe project's own rules, readers and queries\n\n"+
				"~/.local/state/witness\nthe stores, one for each repository; witness db path prints the path").
			WithSection("Exit status", "0 on success, 1 on failure or if a mistake was found in a file, 2 if the command "+
				"line is invalid. hook, lint and record always exit with 0.")
	}
	_, err := io.WriteString(s.Out, page.Build(roff.NewDocument()))
	return err
}

// findCommand returns the command of a name such as "rules list".
func findCommand(app *kong.Node, name string) (*kong.Node, error) {
	commands := commandsOf(app)
	names := make([]string, len(commands))
	for i, command := range commands {
		names[i] = commandName(command)
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("no command %q%s", name, bundle.DidYouMean(name, names))
	}
	return commands[i], nil
}
