package cli

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
	"witness/engine/guard"
)

// TestTamperingKnowsValuedFlags checks that the guard, which looks for subcommands of witness, knows each flag whose value
// could be taken for one.
func TestTamperingKnowsValuedFlags(t *testing.T) {
	var c cli
	parser, err := newParser(&c, term.Streams{Out: io.Discard, Err: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	err = kong.Visit(parser.Model, func(n kong.Visitable, next kong.Next) error {
		node, ok := n.(*kong.Node)
		if app, is := n.(*kong.Application); is {
			node, ok = app.Node, true
		}
		if ok && len(node.Children) > 0 {
			for _, f := range node.Flags {
				if name := "--" + f.Name; !f.IsBool() && !slices.Contains(strings.Fields(guard.ValuedFlags), name) {
					t.Errorf("%s %s is not in guard.ValuedFlags", node.Path(), name)
				}
			}
		}
		return next(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}
