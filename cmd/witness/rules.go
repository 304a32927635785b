package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"witness"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

// rulesCmd groups the commands on rules, readers and queries.
type rulesCmd struct {
	List    rulesListCmd    `cmd:"" help:"List the rules with their severities and origins."`
	Explain rulesExplainCmd `cmd:"" help:"Show a rule: its purpose, when it runs, its options and its query."`
	Check   rulesCheckCmd   `cmd:"" help:"Check all rules, readers, queries and the configuration, and report every mistake."`
	New     rulesNewCmd     `cmd:"" help:"Create a rule in the project: its query and its test."`
	Test    ruletest.Cmd    `cmd:"" help:"Run the tests of the project's rules and your own."`
	Docs    rulesDocsCmd    `cmd:"" help:"Print the reference of the embedded rules, or of the schema, as Markdown."`
}

type rulesListCmd struct{}

// Run prints a line for each rule, and then the figures of those that have spoken in this project.
func (rulesListCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	rules, withheld, faults := check.ListRules(witness.Files, dir)
	if err := printRules(s.Out, rules); err != nil {
		return err
	}
	for _, err := range faults {
		fmt.Fprintln(s.Err, "witness:", err)
	}
	printWithheld(s.Out, "\nNOT IN FORCE, because no person has run `witness trust` for it:\n", withheld)
	figures, err := inspect.ProjectFigures(ctx, witness.Files, dir)
	if err != nil {
		fmt.Fprintln(s.Err, "witness: the votes cannot be read:", err)
	}
	return printFigures(s.Out, rules, figures)
}

// printRules prints a line for each rule: first for those of no pack, and then pack by pack, each below a line
// that says whether the pack is on.
func printRules(out io.Writer, rules []*eval.Rule) error {
	rules = slices.Clone(rules)
	slices.SortStableFunc(rules, func(a, b *eval.Rule) int { return strings.Compare(a.Pack, b.Pack) })
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	pack := ""
	for _, f := range rules {
		if f.Pack != pack {
			pack = f.Pack
			if err := w.Flush(); err != nil {
				return err
			}
			fmt.Fprintf(out, "\nPACK %s, %s\n", pack, packState(f))
		}
		origin := f.Origin
		if f.Replaces != "" {
			origin += ", replaces " + f.Replaces
		}
		if f.DecidedBy != "" {
			origin += ", " + f.DecidedBy
		}
		if f.Locked {
			origin += ", locked"
		}
		if f.Trust == bundle.Restored {
			origin += ", as it was accepted"
		}
		severity, summary := f.Severity, hook.Sanitize(f.Summary())
		if f.Err != nil {
			severity, summary = "broken", "See witness rules check."
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, severity, summary, origin)
	}
	return w.Flush()
}

// packState says whether the pack of a rule is on, and what turns it on.
func packState(r *eval.Rule) string {
	if r.ChosenBy != "" {
		return "on, by " + r.ChosenBy
	}
	return fmt.Sprintf("off; to turn it on: packs = [%q]", r.Pack)
}

// printFigures prints how often each rule has spoken in this project, and how often people have marked
// it as wrong.
func printFigures(out io.Writer, rules []*eval.Rule, figures map[string]inspect.Figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	heading := "\nIN THIS PROJECT\tSAID\tWRONG\tWEAK\n"
	for _, r := range rules {
		f := figures[r.Name]
		if f.Said == 0 {
			continue
		}
		note := ""
		if f.TooWrong() {
			note = "\tmore than a tenth: see witness doctor"
		}
		fmt.Fprintf(w, "%s%s\t%d\t%d\t%d%s\n", heading, r.Name, f.Said, f.Wrong, f.Weak, note)
		heading = ""
	}
	return w.Flush()
}

type rulesCheckCmd struct {
	Trust bool `help:"Put all files of the project into force for this run, not only those that a person has accepted."`
}

// Run prints every mistake, and fails if there is one.
func (r *rulesCheckCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	judge := project.AsHooks
	if r.Trust {
		judge = project.TrustAll
	}
	files, errs, err := check.Check(ctx, witness.Files, dir, judge)
	if err != nil {
		return err
	}
	root := project.RootOf(dir)
	for _, e := range errs {
		fmt.Fprintln(s.Out, hook.Printable(withDisplayPath(e, dir, root).Error()))
	}
	if len(errs) > 0 {
		return errors.New(term.Count(len(errs), "mistake"))
	}
	rules, withheld, _ := check.ListRules(witness.Files, dir)
	for _, f := range rules {
		if f.Replaces != "" {
			fmt.Fprintf(s.Out, "%s:1: note: replaces the rule of the same name, %s (%s)\n", term.DisplayPath(dir, root, f.Path), f.Replaces, f.ReplacesOrigin)
		}
	}
	if !r.Trust {
		for _, held := range withheld {
			fmt.Fprintf(s.Out, "%s: note: not trusted: %s\n", hook.Sanitize(held.Place()), held.What)
		}
	}
	own := 0
	for _, source := range project.Sources(witness.Files, project.Find(dir, "").Root, nil) {
		if source.Origin != "embedded" {
			own += len(source.Names(bundle.Rules)) + len(source.Names(bundle.Facts)) + len(source.Names(bundle.Queries))
		}
	}
	if own == 0 {
		_, err = fmt.Fprintf(s.Out, "%s of witness's own, no mistakes; there is none of yours\n", term.Count(files, "file"))
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s of your own, no mistakes\n", term.Count(own, "file"))
	return err
}

// withDisplayPath returns a mistake whose path is relative to dir. The engine reports the paths of a
// project's files relative to its root.
func withDisplayPath(err error, dir, root string) error {
	mistake, ok := errors.AsType[*bundle.FileError](err)
	if !ok || filepath.IsAbs(mistake.Path) {
		return err
	}
	return &bundle.FileError{Path: term.DisplayPath(dir, root, mistake.Path), Line: mistake.Line, Err: mistake.Err}
}

// rulesDocsCmd prints the references that docs/rules.md and docs/schema.md are generated from.
type rulesDocsCmd struct {
	What string `arg:"" optional:"" enum:"rules,schema" default:"rules" help:"rules, for the reference of the rules; or schema, for that of the tables and views."`
}

// Run prints the reference.
func (r *rulesDocsCmd) Run(ctx context.Context, s term.Streams) error {
	if r.What == "schema" {
		return check.SchemaDocs(ctx, s.Out, witness.Files)
	}
	return check.RuleDocs(s.Out, witness.Files)
}
