package install

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/demands"
	"witness/engine/project"
)

// asks reports whether the user is asked which agents to watch: a person at a terminal who has named none.
func (c *Cmd) asks(s term.Streams) bool {
	return len(c.Agents) == 0 && !c.Print && !c.DryRun && !c.Remove && term.IsTerminal(s.In) && term.IsTerminal(s.Out) && term.CallingAgent() == ""
}

// ask asks which of the detected agents to watch, and whose settings to write.
func (c *Cmd) ask(s term.Streams, where agent.Machine) error {
	var found []agent.Agent
	g := term.Grid{}
	for _, client := range agent.All {
		if sign := where.FindSign(*client); sign != "" {
			found = append(found, *client)
			g.Rows = append(g.Rows, []string{"  " + strconv.Itoa(len(found)), client.Name, "found by " + sign})
		}
	}
	if len(found) == 0 {
		return nil // targets says so
	}
	in := bufio.NewReader(s.In)
	fmt.Fprintln(s.Out, "These agents are used here:")
	if err := g.Write(s.Out, term.ScreenWidth(s.Out), s.Palette(s.Out)); err != nil {
		return err
	}
	numbers, err := choose(s.Out, in, "Which of them should witness watch? Enter for all, or numbers such as 1 2: ", len(found))
	if err != nil {
		return err
	}
	for i, client := range found {
		if len(numbers) == 0 || slices.Contains(numbers, i+1) {
			c.chosen = append(c.chosen, client.Name)
		}
	}
	if err := c.askWhere(s, where, in); err != nil {
		return err
	}
	return c.askMore(s, in)
}

// askWhere asks whose settings to write.
func (c *Cmd) askWhere(s term.Streams, where agent.Machine, in *bufio.Reader) error {
	if c.User || c.Project || where.Home == "" {
		return nil
	}
	fmt.Fprint(s.Out, "\nWhere should the hooks be?\n",
		"  1  in this project: only here, and for your team too if you commit them\n",
		"  2  in your own settings: in all your projects, for you alone\n")
	for {
		numbers, err := choose(s.Out, in, "Enter for 1, or a number: ", 2)
		if err != nil {
			return err
		}
		if len(numbers) < 2 {
			c.User = len(numbers) == 1 && numbers[0] == 2
			return nil
		}
	}
}

// askMore asks for what is off unless it is wanted.
func (c *Cmd) askMore(s term.Streams, in *bufio.Reader) error {
	folder := project.UserConfigDir()
	if folder == "" {
		return nil
	}
	fmt.Fprint(s.Out, "\nAnything else?\n",
		"  1  a git note for each commit of an agent: what ran on exactly its tree (refs/notes/witness)\n",
		"  2  how the project stands, in the status line of Claude Code\n")
	numbers, err := choose(s.Out, in, "Enter for nothing, or numbers such as 1 2: ", 2)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	c.StatusLine = slices.Contains(numbers, 2)
	if !slices.Contains(numbers, 1) {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file := filepath.Join(folder, "config.toml")
	if err := project.WriteKey(file, "receipt.notes", "true"); err != nil {
		return err
	}
	return term.Say(s.Out, "%s: receipt.notes = true", file)
}

// choose asks for numbers from 1 to last until the answer consists of them. None is an empty line.
func choose(out io.Writer, in *bufio.Reader, question string, last int) (numbers []int, err error) {
	for {
		fmt.Fprint(out, question)
		line, err := in.ReadString('\n')
		if err != nil {
			fmt.Fprintln(out)
			return nil, errors.New("the question was not answered; nothing was changed")
		}
		numbers = nil
		wrong := ""
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) }) {
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 || n > last {
				wrong = word
				break
			}
			numbers = append(numbers, n)
		}
		if wrong == "" {
			return numbers, nil
		}
		fmt.Fprintf(out, "%q is not a number from 1 to %d.\n", wrong, last)
	}
}

// sayNext tells a person what to do next, what they will see, and what a team shares.
func (c *Cmd) sayNext(s term.Streams, where agent.Machine, written []target) {
	var agents, files []string
	for _, t := range written {
		if !slices.Contains(agents, t.agent.Name) {
			agents = append(agents, t.agent.Name)
		}
		if name, err := filepath.Rel(where.Project, t.path); err == nil && t.settings.Scope == "project" {
			files = append(files, name)
		}
	}
	if len(agents) == 0 {
		return
	}
	width := cmp.Or(term.ScreenWidth(s.Out), 80) // of a terminal that does not say
	say := func(label, text string) {
		for i, line := range term.Wrap(text, max(width-9, 20), 0) {
			if i > 0 {
				label = ""
			}
			fmt.Fprintf(s.Out, "%-9s%s\n", label, line)
		}
	}
	fmt.Fprintln(s.Out)
	say("Next", "Run witness doctor, which tries the hooks. Then restart "+strings.Join(agents, ", ")+": agents read their hooks when they start.")
	say("You see", "Nothing, as long as nothing is wrong. If a call is refused, the agent shows the reason, which begins with [witness]. Every call is in witness watch, in another terminal.")
	if texts := demands.Find(bundle.Dir(where.Project)); len(texts) > 0 {
		say("Rules", texts[0]+" says what agents must do here. What of it can be a rule: witness suggest --from")
	}
	if len(files) > 0 {
		say("Shared", strings.Join(files, ", ")+" in this project: once committed, the hooks run for everybody who has witness; for the others they do nothing. What is recorded stays on this machine.")
	}
}
