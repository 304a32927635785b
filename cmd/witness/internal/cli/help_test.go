package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
)

// TestHelp checks that each example in the help can be parsed, and that there is no help of a command that does not
// exist.
func TestHelp(t *testing.T) {
	parser, err := newParser(&cli{}, term.Streams{Out: io.Discard, Err: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]*kong.Node{"witness": parser.Model.Node}
	for _, command := range commandsOf(parser.Model.Node) {
		texts[strings.ReplaceAll(commandName(command), " ", "_")] = command
	}
	files, err := details.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(file.Name(), ".txt"); texts[name] == nil {
			t.Errorf("help/%s is of no command", file.Name())
		}
	}
	for name, command := range texts {
		examples := 0
		for line := range strings.Lines(command.Detail) {
			example, ok := strings.CutPrefix(line, "    witness ")
			if !ok {
				continue
			}
			examples++
			example, _, _ = strings.Cut(strings.TrimSpace(example), "   ")
			parser, err := newParser(&cli{}, term.Streams{Out: io.Discard, Err: io.Discard}, func(int) {})
			if err == nil {
				words := wordsOf(example)
				if words[0] != "help" {
					words = spelledOut(words)
				}
				_, err = parser.Parse(words)
			}
			if err != nil {
				t.Errorf("%s: witness %s: %v", name, example, err)
			}
		}
		if examples == 0 {
			t.Errorf("help/%s.txt has no example", name)
		}
		if !strings.Contains(command.Detail, "\nExit status: ") {
			t.Errorf("help/%s.txt does not say what the exit status means", name)
		}
	}
}

// wordsOf returns the words of an example, up to a redirection or a pipe.
func wordsOf(example string) (words []string) {
	quoted := strings.Split(example, "'")
	for i, part := range quoted {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		for _, word := range strings.Fields(part) {
			if word == "<" || word == ">" || word == "|" {
				return words
			}
			words = append(words, word)
		}
	}
	return words
}
