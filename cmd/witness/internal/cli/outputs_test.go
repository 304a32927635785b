package cli

import (
	"testing"

	"witness/cmd/witness/internal/term"
)

// TestOutputs checks that every command with --json has a type in Outputs.
func TestOutputs(t *testing.T) {
	parser, err := newParser(&cli{}, term.Streams{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	outputs := Outputs()
	for _, command := range commandsOf(parser.Model.Node) {
		if flagOf(command, "json") != nil && outputs[commandName(command)] == nil && outputs[commandName(command)+" line"] == nil {
			t.Errorf("witness %s --json has no schema: add its type to Outputs", commandName(command))
		}
	}
}
