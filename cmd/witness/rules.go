package main

import (
	"context"
	"errors"
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
	Docs    rulesDocsCmd    `cmd:"" help:"Print the reference of witness's own rules, or of the schema, as Markdown."`
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
		return errors.New(count(len(errs), "mistake"))
	}
	rules, _ := engine.ListRules(witness.Brain, dir)
	for _, f := range rules {
		if f.Replaces != "" {
			fmt.Fprintf(s.out, "%s:1: note: replaces the rule of the same name, %s (%s)\n", f.Path, f.Replaces, f.ReplacesOrigin)
		}
	}
	own := 0
	for _, source := range engine.Sources(witness.Brain, dir) {
		if source.Origin != "embedded" {
			own += len(source.Names(engine.Rules)) + len(source.Names(engine.Facts)) + len(source.Names(engine.Queries))
		}
	}
	if own == 0 {
		_, err = fmt.Fprintf(s.out, "%s of witness's own, no mistakes; there is none of yours\n", count(files, "file"))
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s of your own, no mistakes\n", count(own, "file"))
	return err
}

// rulesDocsCmd prints the references from which the files in docs are made.
type rulesDocsCmd struct {
	What string `arg:"" optional:"" enum:"rules,schema" default:"rules" help:"The reference of the rules, or with schema of what a rule can ask about."`
}

// Run prints the reference.
func (r *rulesDocsCmd) Run(s streams) error {
	if r.What == "schema" {
		return engine.DocumentSchema(context.Background(), s.out, witness.Brain)
	}
	return engine.Document(s.out, witness.Brain)
}
