package main

import (
	"io"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"witness/cmd/witness/internal/term"
)

// manCmd prints the man page, which is generated from the commands' help.
type manCmd struct{}

// Run prints the page.
func (manCmd) Run(s term.Streams, ctx *kong.Context) error {
	page := mangokong.NewManPage(1, ctx.Model).
		WithLongDescription("witness runs in the hooks of coding agents (witness init). It records what an agent "+
			"does and warns or refuses before a call that the agent would regret. All commands except hook, lint and "+
			"record are for people.").
		WithSection("Files", ".witness.toml\nthe project's configuration; ~/.config/witness/config.toml is the user's\n\n"+
			".witness/rules.d, .witness/facts.d, .witness/queries.d\nthe project's own rules, readers and queries\n\n"+
			"~/.local/state/witness\nthe stores, one for each repository; witness db path prints the path").
		WithSection("Exit status", "0 on success, 1 on failure or if a mistake was found in a file, 2 if the command "+
			"line is invalid. hook, lint and record always exit with 0.")
	_, err := io.WriteString(s.Out, page.Build(roff.NewDocument()))
	return err
}
