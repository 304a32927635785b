package check

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// ShowConfig writes the configuration in force for the project that contains dir as a configuration
// file that would produce it. With origin, each line has a comment that names the file and line that
// set it. errs are the mistakes in the configuration.
func ShowConfig(out io.Writer, assets fs.FS, dir string, origin bool) (errs []error, err error) {
	here := project.Find(dir, "")
	c := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	sources := c.Sources(assets, here.Root)
	rules, wrong := eval.LoadRules(sources, c)
	w := configWriter{origin: origin}
	if origin {
		for _, file := range c.Files {
			fmt.Fprintf(&w, "# read: %s\n", file)
		}
	}
	w.values(c)
	for _, r := range rules {
		s := c.Setting(r.File)
		_, set := s.Key("severity")
		inactive := r.Pack != "" && r.Severity == hook.Off && !set // packs says so
		if r.Err == nil && !inactive {                             // rules check reports those with a mistake
			w.rule(r, s)
		}
	}
	for x := range eval.ExceptionsInForce(c, rules) { // rules check reports those that have expired
		w.WriteString("\n[[except]]\n")
		for _, k := range project.KeysIn(project.InExcept) {
			if value := x.Key(k.Name); value != "" {
				w.line(k.Name, value, x.Place())
			}
		}
	}
	for i, held := range eval.Withheld(sources, c) {
		if i == 0 {
			w.WriteString("\n# Not in force, because no person has run `witness trust` for it:\n")
		}
		fmt.Fprintf(&w, "# not trusted: %s: %s\n", hook.Sanitize(held.Place()), hook.Sanitize(held.What))
	}
	_, err = io.WriteString(out, hook.Clean(w.String()))
	return slices.Concat(c.Errs, wrong), err
}

// A configWriter builds the text of a configuration file.
type configWriter struct {
	strings.Builder
	origin bool // each line says who set it
}

// line writes a key and its value. from is the place that set it.
func (w *configWriter) line(name string, v any, from string) {
	text := name + " = " + tomlValue(v)
	if w.origin {
		text = fmt.Sprintf("%-32s # %s", text, from)
	}
	w.WriteString(text + "\n")
}

// values writes the keys outside of rules and except.
func (w *configWriter) values(c *project.Config) {
	table := ""
	for _, k := range project.KeysIn(project.AtTop) {
		name := k.Name
		if head, rest, ok := strings.Cut(k.Name, "."); ok {
			if name = rest; head != table {
				fmt.Fprintf(w, "\n[%s]\n", head)
				table = head
			}
		}
		if o, ok := c.Value(k.Name); ok {
			w.line(name, o.Value, o.Place())
		} else if k.Default != nil {
			w.line(name, k.Default, "default")
		}
	}
}

// rule writes the table of a rule. What s does not set comes from the rule's own file.
func (w *configWriter) rule(r *eval.Rule, s project.Setting) {
	from := func(key string) string {
		if o, ok := s.Key(key); ok {
			return o.Place()
		}
		return r.Path
	}
	fmt.Fprintf(w, "\n[rules.%s]\n", r.Name)
	w.line("severity", r.Severity, from("severity"))
	if r.Repeat != nil {
		w.line("repeat", r.Repeat, from("repeat"))
	}
	if r.Escalate > 0 {
		w.line("escalate", r.Escalate, from("escalate"))
	}
	if r.Locked {
		w.line("locked", true, from("locked"))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		by := r.Path
		if _, ok := r.Overridden[name]; ok {
			by = s.Options[name].Place()
		}
		w.line(name, r.Options[name], by)
	}
}

// tomlValue returns a value in TOML.
func tomlValue(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = tomlValue(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}
