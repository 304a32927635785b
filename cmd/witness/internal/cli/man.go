package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
)

// manCmd prints a man page, which is generated from the commands' help, or writes all of them.
type manCmd struct {
	Command []string `arg:"" optional:"" help:"The command; witness as a whole if left out."`
	Dir     string   `placeholder:"DIR" help:"Write the pages of witness and of each command into this folder instead, for a package." type:"path"`
}

// Run prints the page.
func (c *manCmd) Run(s term.Streams, ctx *kong.Context) error {
	app := ctx.Model.Node
	switch {
	case c.Dir != "" && len(c.Command) > 0:
		return term.UsageError{Err: errors.New("--dir writes the pages of all commands: name none")}
	case c.Dir != "":
		return writePages(c.Dir, app)
	case len(c.Command) == 0:
		_, err := io.WriteString(s.Out, manPage(app))
		return err
	}
	command, err := findCommand(app, strings.Join(c.Command, " "))
	if err == nil {
		_, err = io.WriteString(s.Out, manPage(command))
	}
	return err
}

// writePages writes the page of witness and those of its commands into a folder.
func writePages(dir string, app *kong.Node) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, node := range append([]*kong.Node{app}, commandsOf(app)...) {
		if err := os.WriteFile(filepath.Join(dir, pageName(node)+".1"), []byte(manPage(node)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the name of the man page of a command: witness-rules-list.
func pageName(command *kong.Node) string { return strings.ReplaceAll(command.FullPath(), " ", "-") }

// manPage returns the man page of a command, or of witness as a whole.
func manPage(command *kong.Node) string {
	node := *command
	node.Name = pageName(command)
	page := mangokong.NewManPage(1, &kong.Application{Node: &node})
	if node.Type == kong.ApplicationNode {
		page = page.WithLongDescription("witness runs in the hooks of coding agents (witness init). It records what an agent "+
			"does and warns or refuses before a call that the agent would regret. All commands except hook, lint and "+
			"record are for people.").
			WithSection("Files", ".witness.toml\nthe project's configuration; ~/.config/witness/config.toml is the user's\n\n"+
				".witness/rules.d, .witness/facts.d, .witness/queries.d\nthe project's own rules, readers and queries\n\n"+
				"~/.local/state/witness\nthe stores, one for each repository; witness db path prints the path").
			WithSection("Exit status", "0 on success, 1 on failure or if a mistake was found in a file, 2 if the command "+
				"line is invalid. hook, lint and record always exit with 0.")
	}
	// The library takes the name of the page for what is typed, and the summary for the title of the manual, which
	// stands in the first line between two others.
	text := strings.Replace(page.Build(roff.NewDocument()), `\fB`+node.Name+`\fP [`, `\fB`+command.FullPath()+`\fP [`, 1)
	head, rest, _ := strings.Cut(text, "\n")
	if quoted := strings.SplitN(head, `"`, 6); len(quoted) == 6 {
		head = strings.Join(append(quoted[:5], `witness"`), `"`)
	}
	return head + "\n" + rest
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
