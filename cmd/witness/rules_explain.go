package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"witness"
	"witness/engine"
)

// rulesExplainCmd shows one rule, or what the rules make of one call.
type rulesExplainCmd struct {
	Name  string `arg:"" optional:"" help:"The rule's name; with --call all rules if left out."`
	Call  string `help:"Say for each rule why it speaks of this call or does not: a file with a hook's payload, - for standard input." placeholder:"FILE"`
	Agent string `help:"The agent whose payload it is; found out from the payload if left out." placeholder:"NAME"`
}

// Run prints the rule, or what became of the call.
func (r *rulesExplainCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	rules, _ := engine.ListRules(witness.Brain, dir)
	names := make([]string, len(rules))
	for i, f := range rules {
		names[i] = f.Name
	}
	i := slices.Index(names, r.Name)
	switch {
	case r.Name == "" && r.Call == "":
		return usageError{errors.New("explain what? the name of a rule, or --call FILE; `witness rules list` shows the names")}
	case r.Name != "" && i < 0:
		return fmt.Errorf("no rule %q%s", r.Name, engine.DidYouMean(r.Name, names))
	case r.Call != "":
		return r.call(s, dir)
	}
	return engine.Explain(s.out, rules[i], example(rules[i], dir))
}

// example is what a rule says in its test, "" if it has none.
func example(f *engine.Script, dir string) string {
	script, err := scriptOf(f, dir, engine.ProjectOf(dir))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(script) {
		if said, ok := sayingOf(f.Name, line); ok {
			return strings.TrimSpace(said)
		}
	}
	return ""
}

// call hears a payload in a copy of the store and prints what each rule made of it.
func (r *rulesExplainCmd) call(s streams, dir string) (err error) {
	in, from := s.in, "standard input"
	if r.Call != "-" {
		from = r.Call
		file, err := os.Open(r.Call)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	payload, err := io.ReadAll(io.LimitReader(in, maxPayload))
	if err != nil {
		return err
	}
	var named []string
	if r.Agent != "" {
		named = []string{r.Agent}
	}
	who, err := caller(named, payload)
	if err != nil {
		return fmt.Errorf("what %s holds is no known agent's payload; if it is one, name the agent: --agent NAME", from)
	}
	events, err := who.Hear(payload, os.Getenv)
	if err != nil {
		return fmt.Errorf("what %s holds is no payload of %s: %w", from, who.Name, err)
	}
	if len(events) == 0 {
		return fmt.Errorf("what %s holds tells of nothing that rules are asked about", from)
	}
	for _, ev := range events {
		if err := whyOne(ev, who.Manners(), r.Name, dir, s.out); err != nil {
			return err
		}
	}
	return nil
}

// whyOne explains one event in a copy of the store of its project.
func whyOne(ev engine.Event, manners engine.Manners, rule, dir string, out io.Writer) (err error) {
	ctx := context.Background()
	if ev.CWD == "" {
		ev.CWD = dir
	}
	e, done, err := engine.Snapshot(ctx, witness.Brain, ev.CWD, ev.Project)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	return e.ExplainCall(ctx, ev, manners, rule, out)
}
