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
			f.Locked = config.rules[f.Name].locked
		}
	}
	return rules, faults
}

// moments are the moments at which a rule runs, in words.
func (f *Script) moments() string {
	said := map[string]string{
		Before: "before a call", After: "after a call", Start: "at the start of a session", Prompt: "when the user says something",
		Stop: "when the agent stops", SubagentStart: "when a subagent starts", SubagentStop: "when a subagent stops",
		Compact: "before the context is compacted", End: "at the end of a session",
	}
	list := []string{said[Before]}
	for i, when := range f.When {
		list = append(list[:i], said[when])
	}
	return strings.Join(list, ", ")
}

// Explain writes a rule for a person: what it is for, when it runs, its options and who set
// them, what it says, and the query itself. example is a sentence that it said, "" if none
// is known.
func Explain(out io.Writer, f *Script, example string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n\n", f.Name, f.Severity, f.Doc())
	line := func(name, format string, a ...any) { fmt.Fprintf(&b, "%-9s %s\n", name, fmt.Sprintf(format, a...)) }
	line("file", "%s (%s)", f.Path, f.Origin)
	if f.Replaces != "" {
		line("replaces", "%s (%s)", f.Replaces, f.ReplacesOrigin)
	}
	switch {
	case f.Locked:
		line("severity", "%s, locked by %s", f.Severity, f.From)
	case f.From != "":
		line("severity", "%s, decided by %s", f.Severity, f.From)
	default:
		line("severity", "%s, its default", f.Severity)
	}
	line("when", "%s", f.moments())
	for _, key := range []struct {
		name   string
		values []string
	}{{"tools", f.Tools}, {"commands", f.Commands}, {"paths", f.Paths}, {"needs", f.Needs}} {
		if len(key.values) > 0 {
			line(key.name, "%s", strings.Join(key.values, ", "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Options)) {
		origin := ""
		if was, ok := f.overruled[name]; ok {
			origin = fmt.Sprintf(" (default %v, set by %s:%d)", was.value, was.from, was.line)
		}
		line("option", "%s = %v%s%s", name, f.Options[name], f.optionDoc(name), origin)
	}
	if f.Repeat != nil {
		line("repeat", "%v", f.Repeat)
	}
	if f.Escalate > 0 {
		line("escalate", "after %d warnings in a session it blocks", f.Escalate)
	}
	line("message", "%s", f.Message)
	if example != "" {
		line("example", "%s", example)
	}
	if f.Err != nil {
		line("broken", "%v", f.Err)
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
