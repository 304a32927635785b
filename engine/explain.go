package engine

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// ListRules gives the rules in force for the project around dir, with the settings laid
// over them, and what is wrong with the settings.
func ListRules(brain fs.FS, dir string) (rules []*Script, faults []error) {
	place := placeOf(dir, "")
	config := loadConfig(place.Dir, place.Root)
	faults = append(faults, config.Errs...)
	rules = load(sources(brain, place.Root), Rules, config.locked)
	for _, f := range rules {
		if err := f.parse(); err == nil {
			faults = append(faults, config.apply(f)...)
			f.Locked = config.locked(f.Name)
		}
	}
	return rules, faults
}

// Explain writes a rule for a person: what it is for, when it runs, its options, what it
// says, and the query itself.
func Explain(out io.Writer, f *Script) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n\n", f.Name, f.Severity, f.Doc())
	fmt.Fprintf(&b, "file      %s (%s)\n", f.Path, f.Origin)
	if f.From != "" {
		fmt.Fprintf(&b, "severity  %s, decided by %s\n", f.Severity, f.From)
	} else {
		fmt.Fprintf(&b, "severity  %s\n", f.Severity)
	}
	when := f.When
	if len(when) == 0 {
		when = []string{Before}
	}
	fmt.Fprintf(&b, "when      %s\n", strings.Join(when, ", "))
	for _, line := range []struct {
		name   string
		values []string
	}{{"tools", f.Tools}, {"commands", f.Commands}, {"paths", f.Paths}} {
		if len(line.values) > 0 {
			fmt.Fprintf(&b, "%-9s %s\n", line.name, strings.Join(line.values, ", "))
		}
	}
	fmt.Fprintf(&b, "message   %s\n", f.Message)
	for _, name := range slices.Sorted(maps.Keys(f.Options)) {
		fmt.Fprintf(&b, "option    %s = %v%s\n", name, f.Options[name], f.optionDoc(name))
	}
	if f.Err != nil {
		fmt.Fprintf(&b, "broken    %v\n", f.Err)
	}
	fmt.Fprintf(&b, "\n%s\n", f.SQL())
	_, err := io.WriteString(out, b.String())
	return err
}

// optionDoc is the comment behind an option's default: its documentation.
func (f *Script) optionDoc(name string) string {
	n := f.line("options." + name)
	if n == 0 {
		return ""
	}
	line := strings.Split(f.Text, "\n")[n-1]
	if _, doc, ok := strings.Cut(line, "#"); ok {
		return "   " + strings.TrimSpace(doc)
	}
	return ""
}
