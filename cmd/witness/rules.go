package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"witness"
	"witness/engine"
)

// rulesCmd groups what is about the rules themselves.
type rulesCmd struct {
	List    rulesListCmd    `cmd:"" help:"Show every rule, its severity and where that comes from."`
	Explain rulesExplainCmd `cmd:"" help:"Show what a rule is for, when it runs, its options and its query."`
	Check   rulesCheckCmd   `cmd:"" help:"Load everything and report every mistake at once."`
	New     rulesNewCmd     `cmd:"" help:"Start a rule of the project: its query and its test."`
	Test    rulesTestCmd    `cmd:"" help:"Run the tests of the project's and your own rules."`
	Docs    rulesDocsCmd    `cmd:"" help:"Print the reference of witness's own rules as Markdown."`
}

type rulesListCmd struct{}

// Run prints a line for each rule.
func (rulesListCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	rules, faults := engine.ListRules(witness.Brain, dir)
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, f := range rules {
		origin := f.Origin
		if f.Replaces != "" {
			origin += ", replaces " + f.Replaces
		}
		if f.From != "" {
			origin += ", " + f.From
		}
		if f.Locked {
			origin += ", locked"
		}
		severity, summary := f.Severity, f.Summary()
		if f.Err != nil {
			severity, summary = "broken", "See witness rules check."
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, severity, summary, origin)
	}
	for _, err := range faults {
		fmt.Fprintln(s.err, "witness:", err)
	}
	return w.Flush()
}

type rulesCheckCmd struct{}

// Run reports every mistake, and fails if there is one.
func (rulesCheckCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	files, errs, err := engine.Check(context.Background(), witness.Brain, dir)
	if err != nil {
		return err
	}
	for _, e := range errs {
		fmt.Fprintln(s.out, e)
	}
	if len(errs) > 0 {
		return fmt.Errorf("%s in %s", count(len(errs), "mistake"), count(files, "file"))
	}
	rules, _ := engine.ListRules(witness.Brain, dir)
	for _, f := range rules {
		if f.Replaces != "" {
			fmt.Fprintf(s.out, "%s:1: note: replaces the rule of the same name, %s (%s)\n", f.Path, f.Replaces, f.ReplacesOrigin)
		}
	}
	_, err = fmt.Fprintf(s.out, "%s, no mistakes\n", count(files, "file"))
	return err
}

type rulesDocsCmd struct{}

// Run prints the reference.
func (rulesDocsCmd) Run(s streams) error { return engine.Document(s.out, witness.Brain) }
