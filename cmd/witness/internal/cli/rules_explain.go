package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
	"witness/engine/regular"
)

// rulesExplainCmd shows one rule, or how the rules evaluate for one call.
type rulesExplainCmd struct {
	Name  string `arg:"" optional:"" help:"The rule's name; with --call all rules if left out."`
	Call  string `help:"Explain for each rule why it reports this call or does not: a file with a hook's payload, - for standard input." placeholder:"FILE"`
	Agent string `help:"The agent that sent the payload; detected from the payload if left out." placeholder:"NAME"`

	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run prints the rule, or with --call the evaluation of the call.
func (r *rulesExplainCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	names := make([]string, len(rules))
	for i, f := range rules {
		names[i] = f.Name
	}
	i := slices.Index(names, r.Name)
	if i < 0 {
		i = slices.IndexFunc(rules, func(f *eval.Rule) bool { return f.Had(r.Name) })
	}
	switch {
	case r.Name == "" && r.Call == "":
		return term.UsageError{Err: errors.New("explain what? the name of a rule, or --call FILE; `witness rules list` shows the names")}
	case r.Name != "" && i < 0:
		return fmt.Errorf("no rule %q%s", r.Name, cmp.Or(bundle.DidYouMean(r.Name, names), "; `witness rules list` shows them all"))
	case r.Call != "":
		return r.call(ctx, s, dir)
	}
	if r.Format.Chosen() == "json" {
		figures, err := inspect.ProjectFigures(ctx, witness.Files, dir)
		if err != nil {
			fmt.Fprintln(s.Err, "witness: the votes cannot be read:", err)
		}
		info, f := check.Info(rules[i], example(rules[i], dir)), figures.Of(rules[i].AllNames()...)
		info.Said, info.Wrong, info.Weak = f.Said, f.Wrong, f.Weak
		return term.WriteJSON(s.Out, info)
	}
	return explainRule(s, rules[i], dir)
}

// explainRule prints a rule: its purpose, what is to be said of it, and its query.
func explainRule(s term.Streams, r *eval.Rule, dir string) error {
	palette, width := s.Palette(s.Out), term.ScreenWidth(s.Out)
	doc := hook.Clean(r.Doc())
	if width > 0 {
		doc = strings.Join(term.Wrap(unwrapped(doc), width, 0), "\n")
	}
	fmt.Fprintf(s.Out, "%s: %s\n\n%s\n\n", palette.Paint(term.Bold, r.Name), palette.Paint(term.StyleOf(r.Severity), r.Severity), doc)
	g := term.Grid{Rows: check.Explain(r, example(r, dir))}
	if err := g.Write(s.Out, width, palette); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, "\n%s\n", hook.Clean(r.SQL()))
	return err
}

// unwrapped returns a text with each paragraph in one line, except those with an indented line or a list.
func unwrapped(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains("\n"+p, "\n ") && !strings.Contains("\n"+p, "\n-") {
			paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// example returns the first message of the rule in the expected output of its test, or "".
func example(f *eval.Rule, dir string) string {
	script, err := testOf(f, dir, project.RootOf(dir))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(script) {
		if message, ok := ruletest.Message(f.Name, line); ok {
			return strings.TrimSpace(message)
		}
	}
	return ""
}

// call evaluates a payload on a copy of the store and prints the result of each rule.
func (r *rulesExplainCmd) call(ctx context.Context, s term.Streams, dir string) (err error) {
	in, from := s.In, "standard input"
	if r.Call != "-" {
		from = r.Call
		file, _, err := regular.Open(r.Call)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	text, err := readPayload(in)
	if err != nil {
		return err
	}
	var named []string
	if r.Agent != "" {
		named = []string{r.Agent}
	}
	caller, err := findCaller(named, text)
	if err != nil {
		return fmt.Errorf("%s is not the payload of a known agent; if it is one, name the agent: --agent NAME", from)
	}
	events, err := caller.Events(text, os.Getenv)
	if err != nil {
		return fmt.Errorf("%s is not a payload of %s: %w", from, caller.Name, err)
	}
	if len(events) == 0 {
		return fmt.Errorf("%s is a payload for which no rule is evaluated", from)
	}
	list := []inspect.ExplainedCall{}
	for _, ev := range events {
		x, err := explainEvent(ctx, ev, caller.Capabilities(), r.Name, dir)
		if err != nil {
			return err
		}
		list = append(list, x)
	}
	if r.Format.Chosen() == "json" {
		return term.WriteJSON(s.Out, list)
	}
	for _, x := range list {
		if err := x.Write(s.Out); err != nil {
			return err
		}
	}
	return nil
}

// explainEvent evaluates one event on a copy of its project's store and returns the result of each rule.
func explainEvent(ctx context.Context, ev hook.Event, capabilities hook.Capabilities, rule, dir string) (x inspect.ExplainedCall, err error) {
	if ev.CWD == "" {
		ev.CWD = dir
	}
	e, done, err := engine.OpenCopy(ctx, witness.Files, ev.CWD, ev.Project)
	if err != nil {
		return x, err
	}
	defer func() { err = errors.Join(err, done()) }()
	return inspect.ExplainCall(ctx, e, ev, capabilities, rule)
}
