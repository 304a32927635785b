package engine

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/words"
)

// guides are the instructions of a project that clients give to their agents at the start of a session.
var guides = []string{"CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md", "GEMINI.md"}

// said returns what a prompt of the user says, a plan that the user has accepted or an answer that the user has given, what the message
// at the end of a turn offers, and what the instructions of the project forbid. resolve resolves the commands in it.
func said(c *facts.Call, disk facts.Disk, resolve func(hook.Event) *facts.Call) (list []words.Statement) {
	read := func(line string) string { return commandText(c, line, resolve) }
	for _, a := range c.Answers {
		list = append(list, words.Answer(a.Question, a.Text, read)...)
	}
	switch {
	case c.Moment == hook.Stop:
		return words.Offers(c.Message, read)
	case c.Moment == hook.Start:
		var read []string
		for _, name := range guides {
			if text := disk.Text(c.Project.Root + "/" + name); !slices.Contains(read, text) { // one is often a link to another
				read = append(read, text)
				list = append(list, words.Instructions(text)...)
			}
		}
		return list

	case c.Prompt == "" || c.Moment == hook.Prompt && !c.ByPerson():
		return list
	case c.Moment == hook.Prompt:
		return words.Extract(c.Prompt, read)
	}
	if c.Outcome == hook.Denied { // a plan whose form was refused
		whole, part := words.Accepts(c.Answers[0].Text)
		if whole || part {
			list = append(list, words.Statement{Kind: words.Agreement})
		}
		if !whole {
			return list
		}
	}
	list = append(list, slices.DeleteFunc(words.Extract(c.Prompt, read), func(s words.Statement) bool { // a yes in a plan is nobody's
		return s.Kind == words.Agreement || s.Kind == words.Choice || s.Kind == words.Plan
	})...)
	if c.Moment == hook.After {
		list = append(list, words.Steps(c.Prompt, read)...)
	}
	return list
}

// minPasted is how many lines a prompt has that can have the output of tests in it.
const minPasted = 3

// pastedFrom stands for the command that printed what a user pastes: a script of which nothing is known.
const pastedFrom = "./pasted"

// pasted returns what the output of tests says that a user has pasted: how each named test fails, as tests.signature, or that all passed.
func pasted(ctx context.Context, c *facts.Call, resolve func(hook.Event) *facts.Call, set *readers.Set) (said []words.Statement) {
	if !c.ByPerson() || strings.Count(c.Prompt, "\n") < minPasted {
		return nil
	}
	call := resolve(hook.Event{Session: c.Session, Agent: c.Agent, Moment: hook.After, Tool: hook.Run, CWD: c.CWD, Project: c.Event.Project, Command: pastedFrom, Outcome: hook.Unknown, Output: c.Prompt})
	for _, run := range set.Read(ctx, call).Runs {
		if run.Kind != "test" {
			continue
		}
		if run.Outcome == "pass" {
			said = append(said, words.Statement{Kind: words.Passed})
		}
		for _, i := range run.Items {
			if i.Outcome == "fail" && len(said) < maxPasted {
				said = append(said, words.Statement{Kind: words.Failure, Object: strconv.FormatInt(signature(i), 10)})
			}
		}
	}
	return said
}

// maxPasted is how many failures of a pasted output are kept.
const maxPasted = 32

// commandText returns the text of the first command of a line that does more than look, as it is recorded when the agent
// runs the line; "" if there is none.
func commandText(c *facts.Call, line string, resolve func(hook.Event) *facts.Call) string {
	call := resolve(hook.Event{Session: c.Session, Agent: c.Agent, Moment: hook.Before, Tool: hook.Run, CWD: c.CWD, Project: c.Event.Project, Command: line})
	for _, cmd := range call.Commands {
		if !cmd.Inert {
			return hook.Truncate(cmd.Text, facts.MaxWord)
		}
	}
	return ""
}

// words records what was said. What was said before holds no longer, unless the prompt agrees.
func (r recorder) words(ctx context.Context, c *facts.Call, said []words.Statement) error {
	for n, s := range said {
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO words (session, t, n, kind, verb, object) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", c.Session, c.T, n, s.Kind, s.Verb, s.Object); err != nil {
			return err
		}
	}
	if !c.ByPerson() || slices.ContainsFunc(said, func(s words.Statement) bool { return s.Kind == words.Agreement || s.Kind == words.Choice }) {
		return nil
	}
	orders := slices.ContainsFunc(said, func(s words.Statement) bool {
		return slices.Contains([]string{words.Order, words.Standing, words.Permission, words.Negation}, s.Kind)
	})
	_, err := r.db.Exec(ctx, "UPDATE sessions SET asked = ?2, ordered = iif(?3, ?2, ordered) WHERE session = ?1", c.Session, c.T, orders)
	return err
}
