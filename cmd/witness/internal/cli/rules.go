package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

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
	Set     rulesSetCmd     `cmd:"" help:"Set the severity of a rule; for a person at a terminal."`
	Enable  rulesEnableCmd  `cmd:"" help:"Turn on a pack of witness's own rules; for a person at a terminal."`
	Add     rulesAddCmd     `cmd:"" help:"Take in a pack of rules by others, from a repository or a folder; for a person at a terminal."`
	Update  rulesUpdateCmd  `cmd:"" help:"Look for newer versions of the packs, show what changes, and take them in; for a person at a terminal."`
	Remove  rulesRemoveCmd  `cmd:"" help:"Remove a pack; for a person at a terminal."`
	Pack    rulesPackCmd    `cmd:"" help:"Make a pack of the project's own rules, with their tests and figures."`
	Docs    rulesDocsCmd    `cmd:"" help:"Print the reference of the embedded rules, or of the schema, as Markdown."`
}

type rulesListCmd struct {
	Format term.Format `embed:"" set:"formats=text,json,ndjson,csv,markdown"`
}

// A ruleList is what rules list prints as JSON.
type ruleList struct {
	Rules    []check.RuleInfo  `json:"rules"`
	Silenced []inspect.Silence `json:"silenced" jsonschema:"what keeps rules from reporting something now"`
	Withheld []bundle.Withheld `json:"withheld" jsonschema:"what is not in force because no person has accepted it"`
	Mistakes []term.Mistake    `json:"mistakes" jsonschema:"the mistakes in the configuration"`
}

// Run prints a line for each rule, then what is silenced, and the figures of the rules that have spoken in this project.
func (c *rulesListCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	rules, withheld, faults := check.ListRules(witness.Files, dir)
	silenced, err := inspect.Silences(ctx, witness.Files, dir)
	if err != nil {
		fmt.Fprintln(s.Err, "witness: the store cannot be read:", err)
	}
	figures, err := inspect.ProjectFigures(ctx, witness.Files, dir)
	if err != nil {
		fmt.Fprintln(s.Err, "witness: the votes cannot be read:", err)
	}
	measured, err := check.ReadPrecision(witness.Files)
	if err != nil {
		return err
	}
	if format := c.Format.Chosen(); format != "text" {
		list := ruleList{Rules: []check.RuleInfo{}, Silenced: append([]inspect.Silence{}, silenced...), Withheld: append([]bundle.Withheld{}, withheld...), Mistakes: term.Mistakes(faults)}
		for _, r := range rules {
			info := check.Info(r, "")
			info.Doc, info.SQL = "", "" // of all rules they are as long as a book
			f := figures.Of(r.AllNames()...)
			info.Said, info.Wrong, info.Weak = f.Said, f.Wrong, f.Weak
			info.Disputed, info.Occasions, info.Kept = f.Disputed, f.Occasions, f.Kept
			info.Again, info.Answered, info.UnsaidAgain, info.UnsaidAnswered = f.Again, f.Answered, f.UnsaidAgain, f.UnsaidAnswered
			if p, ok := check.PrecisionOf(measured, r.File); ok && r.Origin == "embedded" {
				info.Stage, info.Fired, info.Read, info.Right, info.Missed = r.Stage.Name, p.Fired, p.Read, p.Right, p.Missed
				info.Unseen, info.UnseenRight = p.UnseenRight+p.UnseenWrong, p.UnseenRight
			}
			list.Rules = append(list.Rules, info)
		}
		return list.print(s, format)
	}
	shorter := term.ShortPaths(project.RootOf(dir), project.Home())
	if err := printRules(s, rules, measured, silenced, shorter); err != nil {
		return err
	}
	for _, err := range faults {
		fmt.Fprintln(s.Err, "witness:", err)
	}
	if err := printSilenced(s.Out, silenced, shorter); err != nil {
		return err
	}
	printWithheld(s.Out, "\nNOT IN FORCE, because no person has run `witness trust` for it:\n", withheld)
	return printFigures(s.Out, rules, figures)
}

// print writes the list as JSON, or its rules as a table.
func (l ruleList) print(s term.Streams, format string) error {
	switch format {
	case "json":
		return term.WriteJSON(s.Out, l)
	case "ndjson":
		for _, r := range l.Rules {
			if err := term.WriteJSONLine(s.Out, r); err != nil {
				return err
			}
		}
		return nil
	}
	t := eval.Table{Columns: []string{"rule", "severity", "pack", "origin", "decided_by", "said", "wrong", "weak", "stage", "fired", "read", "right", "unseen", "unseen_right", "missed", "again", "answered", "summary"}}
	for _, r := range l.Rules {
		t.Rows = append(t.Rows, []any{r.Rule, r.Severity, r.Pack, r.Origin, r.DecidedBy, r.Said, r.Wrong, r.Weak, r.Stage, r.Fired, r.Read, r.Right, r.Unseen, r.UnseenRight, r.Missed, r.Again, r.Answered, r.Summary})
	}
	return printTable(s, t, format, nil)
}

// printSilenced prints what is silenced and how that ends, after a heading.
func printSilenced(out io.Writer, list []inspect.Silence, shorter *strings.Replacer) error {
	for i, s := range list {
		if i == 0 {
			fmt.Fprintln(out, "\nSILENCED")
		}
		if err := term.Say(out, "%s", shorter.Replace(hook.Printable(s.What))); err != nil {
			return err
		}
		if s.Fix != "" {
			fmt.Fprintln(out, "  to end it: "+s.Fix)
		}
	}
	return nil
}

// printRules prints a line for each rule: first for those of no pack, and then pack by pack, each below a line
// that says whether the pack is on. A rule that is silenced as a whole has that in place of its severity, as one that is off.
func printRules(s term.Streams, rules []*eval.Rule, figures []check.Precision, silenced []inspect.Silence, shorter *strings.Replacer) error {
	rules = slices.Clone(rules)
	slices.SortStableFunc(rules, func(a, b *eval.Rule) int { return strings.Compare(a.Pack, b.Pack) })
	severityStyle := func(column int, cell string) term.Style {
		if column == 1 {
			return term.StyleOf(cell)
		}
		return term.Plain
	}
	g, pack := term.Grid{Style: severityStyle}, ""
	flush := func() error {
		defer func() { g.Rows = nil }()
		return g.Write(s.Out, term.ScreenWidth(s.Out), s.Palette(s.Out))
	}
	for _, f := range rules {
		if f.Pack != pack {
			pack = f.Pack
			if err := flush(); err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "\nPACK %s, %s\n", pack, packState(f))
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
		severity, summary := effect(f, silenced), hook.Sanitize(f.Summary())
		if f.Err != nil {
			severity, summary = "broken", "See witness rules check."
		}
		g.Rows = append(g.Rows, []string{f.Name, severity, stageText(f, figures), summary, shorter.Replace(origin)})
	}
	return flush()
}

// stageText returns the stage of a rule of witness's own, and how many of its decided verdicts were right.
func stageText(r *eval.Rule, figures []check.Precision) string {
	p, ok := check.PrecisionOf(figures, r.File)
	switch right, decided, _ := p.Decided(); {
	case !ok || r.Origin != "embedded":
		return ""
	case decided > 0:
		return fmt.Sprintf("%s %d/%d", r.Stage.Name, right, decided)
	}
	return r.Stage.Name
}

// effect returns the severity of a rule, or how it is silenced as a whole.
func effect(r *eval.Rule, silenced []inspect.Silence) string {
	if r.Severity == hook.Off {
		return hook.Off
	}
	for _, s := range silenced {
		switch {
		case s.How == eval.BySnooze && s.Rule == r.Name:
			return "snoozed"
		case s.How == eval.ByObserve && !r.Locked:
			return "observed"
		}
	}
	return r.Severity
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
func printFigures(out io.Writer, rules []*eval.Rule, figures inspect.Figures) error {
	var lines, kept []string
	for _, r := range rules {
		f := figures.Of(r.AllNames()...)
		if f.Occasions > 0 {
			kept = append(kept, fmt.Sprintf("%s\t%d of %d", r.Name, f.Kept, f.Occasions))
		}
		if f.Said == 0 {
			continue
		}
		note := ""
		if f.Disputed > 0 {
			note = fmt.Sprintf("\tthe agent disagrees with %d", f.Disputed)
		}
		if f.TooWrong() {
			note = "\tmore than a tenth: see witness doctor"
		}
		lines = append(lines, fmt.Sprintf("%s\t%d\t%d\t%d\t%s%s", r.Name, f.Said, f.Wrong, f.Weak, answeredText(f), note))
	}
	if len(kept) > 0 {
		fmt.Fprintln(out)
		if err := term.Columns(out, append([]string{"IN THIS PROJECT\tKEPT UNASKED"}, kept...)); err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return nil
	}
	fmt.Fprintln(out)
	return term.Columns(out, append([]string{"IN THIS PROJECT\tSAID\tWRONG\tWEAK\tANSWERED"}, lines...))
}

// answeredText says how many of the verdicts about which the rule was asked again were answered, and how many of those that were not
// reported; "" if it was never asked again.
func answeredText(f inspect.Figure) (text string) {
	if f.Again > 0 {
		text = fmt.Sprintf("%d of %d", f.Answered, f.Again)
	}
	if f.UnsaidAgain > 0 {
		text += fmt.Sprintf(" (unsaid: %d of %d)", f.UnsaidAnswered, f.UnsaidAgain)
	}
	return strings.TrimSpace(text)
}

// rulesDocsCmd prints docs/rules.md, docs/schema.md or views.sql, which tests write.
type rulesDocsCmd struct {
	What string `arg:"" optional:"" enum:"rules,schema,views" default:"rules" help:"rules, for the reference of the rules; schema, for that of the tables and views; or views, for the views as the shell sqlite3 reads them."`
}

// Run prints the reference.
func (r *rulesDocsCmd) Run(s term.Streams) error {
	name := "docs/" + r.What + ".md"
	if r.What == "views" {
		name = "views.sql"
	}
	text, err := witness.Files.ReadFile(name)
	if err == nil {
		_, err = s.Out.Write(text)
	}
	return err
}
