package check

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"witness/engine/eval"
	"witness/engine/project"
)

// ShowConfig writes what is in force for the project around dir, as a configuration file
// that would bring it about. With origin every line says who decided it. What is wrong
// with the files is returned.
func ShowConfig(out io.Writer, assets fs.FS, dir string, origin bool) ([]error, error) {
	here := project.Find(dir, "")
	c := project.LoadConfig(here.Dir, here.Root)
	faults := slices.Clone(c.Errs)
	var b strings.Builder
	line := func(name string, v any, from string) {
		text := name + " = " + tomlValue(v)
		if origin {
			text = fmt.Sprintf("%-32s # %s", text, from)
		}
		b.WriteString(text + "\n")
	}
	if origin {
		for _, file := range c.Files {
			fmt.Fprintf(&b, "# read: %s\n", file)
		}
	}
	table := ""
	for _, k := range project.ConfigKeys {
		if k.In != project.AtTop {
			continue
		}
		name := k.Name
		if head, rest, ok := strings.Cut(k.Name, "."); ok {
			if name = rest; head != table {
				fmt.Fprintf(&b, "\n[%s]\n", head)
				table = head
			}
		}
		if o, said := c.Values[k.Name]; said {
			line(name, o.Value, o.Place())
		} else {
			line(name, k.Default, "default")
		}
	}
	rules, wrong := eval.LoadRules(project.Sources(assets, here.Root), c)
	faults = append(faults, wrong...)
	for _, r := range rules {
		if r.Err != nil {
			continue // reported by rules check
		}
		s := c.Rules[r.Name]
		from := func(o project.Option, said bool) string {
			if said {
				return o.Place()
			}
			return r.Path
		}
		fmt.Fprintf(&b, "\n[rules.%s]\n", r.Name)
		o, said := s.Said["severity"]
		line("severity", r.Severity, from(o, said))
		if r.Repeat != nil {
			o, said = s.Said["repeat"]
			line("repeat", r.Repeat, from(o, said))
		}
		if r.Escalate > 0 {
			o, said = s.Said["escalate"]
			line("escalate", r.Escalate, from(o, said))
		}
		if r.Locked {
			line("locked", true, s.Said["locked"].Place())
		}
		for _, name := range slices.Sorted(maps.Keys(r.Options)) {
			by := r.Path
			if o, ok := r.Overridden[name]; ok {
				by = project.Option{From: o.By, Line: o.Line}.Place()
			}
			line(name, r.Options[name], by)
		}
	}
	now := time.Now().UnixMilli()
	for _, x := range c.Exceptions {
		if x.Expired(now) {
			continue // has no effect; rules check says so
		}
		b.WriteString("\n[[except]]\n")
		for _, name := range project.ConfigKeyNames(project.InExcept) {
			if value := *x.Field(name); value != "" {
				line(name, value, fmt.Sprintf("%s:%d", x.From, x.Line))
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return faults, err
}

// tomlValue spells a value as TOML does.
func tomlValue(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		var b strings.Builder
		for i, item := range v {
			b.WriteString([]string{"", ", "}[min(i, 1)] + tomlValue(item))
		}
		return "[" + b.String() + "]"
	default:
		return fmt.Sprint(v)
	}
}
