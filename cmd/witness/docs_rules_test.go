package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/hook"
	"witness/engine/project"
)

// ruleDocs returns the reference of the embedded rules in Markdown: those of no pack, and then pack by pack.
func ruleDocs(t *testing.T) string {
	rows, err := check.ReadPrecision(witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	files := (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Rules)
	for _, f := range files {
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
	}
	slices.SortStableFunc(files, func(a, b *bundle.File) int { return strings.Compare(a.Pack, b.Pack) })
	var b strings.Builder
	b.WriteString("# Rules\n\n`witness rules docs` generates this file from the files in `rules.d` and from `docs/precision.tsv`.\n" +
		"[precision.md](precision.md) tells how the rules are measured.\n" +
		"The rules of a pack are off until [the configuration](configuration.md#packs) chooses the pack.\n")
	b.WriteString("\n## By default\n\n| rule | default | asks for |\n|---|---|---|\n")
	for _, severity := range slices.Backward(hook.Severities) {
		for _, f := range files {
			if f.Pack == "" && f.Severity == severity {
				fmt.Fprintf(&b, "| [`%s`](#%[1]s) | %s | %s |\n", f.Name, severity, f.Summary())
			}
		}
	}
	pack := ""
	for _, f := range files {
		if f.Pack != pack {
			pack = f.Pack
			fmt.Fprintf(&b, "\n# Pack `%s`\n\n`packs = [%q]` turns these rules on.\n", pack, pack)
		}
		writeRule(&b, f, rows)
	}
	return b.String()
}

// writeRule writes the section of one rule.
func writeRule(b *strings.Builder, f *bundle.File, rows []check.Precision) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", f.Name, f.Doc())
	if f.Pack == "" {
		fmt.Fprintf(b, "Default severity: `%s`. ", f.Severity)
	} else {
		fmt.Fprintf(b, "Severity if the pack is on: `%s`. ", f.Severity)
	}
	if len(f.Tools) > 0 {
		fmt.Fprintf(b, "Tools: `%s`. ", strings.Join(f.Tools, "`, `"))
	}
	if len(f.Commands) > 0 {
		fmt.Fprintf(b, "Commands: `%s`. ", strings.Join(f.Commands, "`, `"))
	}
	if len(f.Paths) > 0 {
		fmt.Fprintf(b, "Files: `%s`. ", strings.Join(f.Paths, "`, `"))
	}
	if len(f.When) > 0 {
		fmt.Fprintf(b, "Evaluated %s. ", check.MomentsOf(f))
	}
	fmt.Fprintf(b, "Message:\n\n> %s\n\n%s\n", f.Message, whenWrong(f))
	if p, ok := check.PrecisionOf(rows, f); ok {
		fmt.Fprintf(b, "\n%s\n", measured(p))
	}
	for i, name := range slices.Sorted(maps.Keys(f.Options)) {
		if i == 0 {
			b.WriteString("\n| option | default | meaning |\n|---|---|---|\n")
		}
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", name, project.OptionText(f.Options[name]), f.OptionDoc(name))
	}
}

// whenWrong says what to do if a rule speaks and should not: about this call, about some, and for good.
func whenWrong(f *bundle.File) string {
	once := map[string]string{
		hook.Block: "`witness allow-once` lets the refused call through",
		hook.Ask:   "answer yes to the question",
		hook.Warn:  "ignore the warning, which stops nothing",
	}[f.Severity]
	some := "for some files"
	if len(f.Commands) > 0 {
		some = "for some commands"
	}
	return fmt.Sprintf("If it is wrong, %s; `witness wrong` counts it. Off for a while: `witness snooze %s`. Off %s: an [exception](configuration.md#exceptions). Off: `%[2]s = \"off\"` below `[rules]` in `.witness.toml`, then `witness trust`.", once, f.Name, some)
}

// measured says for docs/rules.md how often a rule was right.
func measured(p check.Precision) string {
	reason := p.Reason
	if reason != "" {
		reason = " " + strings.ToUpper(reason[:1]) + reason[1:] + "."
	}
	if unseen := p.UnseenRight + p.UnseenWrong; unseen > 0 {
		reason = fmt.Sprintf(" In sessions that nobody had used, %d of %d decided ones were right (%d repositories).", p.UnseenRight, unseen, p.UnseenRepositories) + reason
	}
	if p.Calls == 0 {
		return "Not measured." + reason
	}
	date := p.Date
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		date = day.Format("2 January 2006")
	}
	text := fmt.Sprintf("Measured on %s with %s: in %d recorded sessions with %d calls it fired %s (%.2f per 100 calls).",
		date, p.Version, p.Sessions, p.Calls, times(p.Fired), 100*float64(p.Fired)/float64(p.Calls))
	if p.Read == 0 {
		return text + " None of its verdicts was read." + reason
	}
	text += fmt.Sprintf(" Of these, %d were read: %d right, %d wrong, %d undecidable.", p.Read, p.Right, p.Wrong, p.Undecidable)
	if p.WrongBlocks > 0 {
		text += fmt.Sprintf(" %d of the wrong ones blocked.", p.WrongBlocks)
	}
	return text + reason
}

// times returns how often something happened, in words.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
