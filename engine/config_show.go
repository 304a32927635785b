package engine

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ShowConfig writes what is in force for the project around dir, as a configuration file
// that would bring it about. With origin every line says who decided it. What is wrong
// with the files is returned.
func ShowConfig(out io.Writer, brain fs.FS, dir string, origin bool) ([]error, error) {
	place := placeOf(dir, "")
	c := loadConfig(place.Dir, place.Root)
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
	for _, k := range configKeys {
		if k.In != atTop {
			continue
		}
		name := k.Name
		if head, rest, ok := strings.Cut(k.Name, "."); ok {
			if name = rest; head != table {
				fmt.Fprintf(&b, "\n[%s]\n", head)
				table = head
			}
		}
		if o, said := c.values[k.Name]; said {
			line(name, o.value, o.place())
		} else {
			line(name, k.Default, "default")
		}
	}
	for _, f := range load(sources(brain, place.Root), Rules, c.locked) {
		if err := f.parse(); err != nil {
			continue // told by rules check
		}
		header := maps.Clone(f.Options)
		faults = append(faults, c.apply(f)...)
		s := c.rules[f.Name]
		from := func(o option, said bool) string {
			if said {
				return o.place()
			}
			return f.Path
		}
		fmt.Fprintf(&b, "\n[rules.%s]\n", f.Name)
		o, said := s.said["severity"]
		line("severity", f.Severity, from(o, said))
		if f.Repeat != nil {
			o, said = s.said["repeat"]
			line("repeat", f.Repeat, from(o, said))
		}
		if f.Escalate > 0 {
			o, said = s.said["escalate"]
			line("escalate", f.Escalate, from(o, said))
		}
		if s.locked {
			line("locked", true, s.said["locked"].place())
		}
		for _, name := range slices.Sorted(maps.Keys(f.Options)) {
			o, said := s.options[name]
			line(name, f.Options[name], from(o, said && (o.value == f.Options[name] || header[name] != f.Options[name])))
		}
	}
	now := time.Now().UnixMilli()
	for _, x := range c.excepts {
		if x.expired(now) {
			continue // has no effect; rules check says so
		}
		b.WriteString("\n[[except]]\n")
		for _, name := range configKeyNames(inExcept) {
			if value := *x.field(name); value != "" {
				line(name, value, fmt.Sprintf("%s:%d", x.from, x.line))
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return faults, err
}

// place is where an option was said: a file and a line, or a variable of the environment.
func (o option) place() string {
	if o.line == 0 {
		return o.from
	}
	return o.from + ":" + strconv.Itoa(o.line)
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
