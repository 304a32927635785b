package check

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
)

// RuleDocs writes the reference of the embedded rules in Markdown: those of no pack, and then pack by pack.
func RuleDocs(out io.Writer, assets fs.FS) error {
	measured, err := ReadPrecision(assets)
	if err != nil {
		return err
	}
	files := (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: assets}}}).Load(bundle.Rules)
	for _, f := range files {
		if err := f.Parse(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(files, func(a, b *bundle.File) int { return strings.Compare(a.Pack, b.Pack) })
	var b strings.Builder
	b.WriteString("# Rules\n\n`witness rules docs` generates this file from the files in `rules.d` and from `docs/precision.tsv`.\n" +
		"[precision.md](precision.md) tells how the rules are measured.\n" +
		"The rules of a pack are off until [the configuration](configuration.md#packs) chooses the pack.\n")
	pack := ""
	for _, f := range files {
		if f.Pack != pack {
			pack = f.Pack
			fmt.Fprintf(&b, "\n# Pack `%s`\n\n`packs = [%q]` turns these rules on.\n", pack, pack)
		}
		writeRule(&b, f, measured)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// writeRule writes the section of one rule.
func writeRule(b *strings.Builder, f *bundle.File, measured []Precision) {
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
		fmt.Fprintf(b, "Evaluated %s. ", momentsOf(f))
	}
	fmt.Fprintf(b, "Message:\n\n> %s\n\n%s\n", f.Message, whenWrong(f))
	if p, ok := PrecisionOf(measured, f); ok {
		fmt.Fprintf(b, "\n%s\n", p.sentence())
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
