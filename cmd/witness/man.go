package main

import (
	"io"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"
)

// manCmd prints the man page, which is made of the help that the commands have anyway.
type manCmd struct{}

// Run prints it.
func (manCmd) Run(s streams, ctx *kong.Context) error {
	page := mangokong.NewManPage(1, ctx.Model).
		WithLongDescription("witness is wired into the hooks of coding agents (witness init). It remembers what an agent "+
			"does, and objects before the agent does what it is about to regret. Every command but hook, lint and "+
			"record is for people.").
		WithSection("Files", ".witness.toml\nsettings of a project; ~/.config/witness/config.toml are the user's\n\n"+
			".witness/rules.d, .witness/facts.d, .witness/queries.d\na project's own rules, readers and questions\n\n"+
			"~/.local/state/witness\nthe stores, one for each repository; witness db path prints where").
		WithSection("Exit status", "0 if all went well, 1 if something did not work or is wrong with a file, 2 if the command "+
			"line is wrong. hook, lint and record always end with 0.")
	_, err := io.WriteString(s.out, page.Build(roff.NewDocument()))
	return err
}
