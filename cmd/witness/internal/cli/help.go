package cli

import (
	"embed"
	"strings"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
)

// helpCmd is in the help only: Run passes its argument to the parser with --help.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command."`
}

// Run does nothing: the parser prints the help.
func (helpCmd) Run(term.Streams) error { return nil }

// details are the examples and exit statuses of the commands: help/COMMAND.txt, with _ for the space in its name.
//
//go:embed help/*.txt
var details embed.FS

// addDetails adds to the help of each command its examples and exit statuses. TestHelp checks that each has some.
func addDetails(app *kong.Application) {
	add := func(node *kong.Node, file string) {
		if text, err := details.ReadFile("help/" + file + ".txt"); err == nil {
			node.Detail = string(text)
		}
	}
	add(app.Node, "witness")
	for _, command := range commandsOf(app.Node) {
		add(command, strings.ReplaceAll(commandName(command), " ", "_"))
	}
}

// commandsOf returns the commands below a node that people can run, without those that only group others.
func commandsOf(node *kong.Node) (list []*kong.Node) {
	for _, child := range node.Children {
		switch {
		case child.Hidden:
		case len(child.Children) > 0:
			list = append(list, commandsOf(child)...)
		default:
			list = append(list, child)
		}
	}
	return list
}

// commandName returns the name of a command as it is typed after witness: "rules list".
func commandName(node *kong.Node) string {
	_, name, _ := strings.Cut(node.FullPath(), " ")
	return name
}
