package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A setting is what the layers say of one rule.
type setting struct {
	severity string
	options  map[string]option
	repeat   any
	escalate *int64
	locked   bool   // nothing in a higher layer changes it
	from     string // who decided the severity, or locked the rule
	path     string // who set anything last, and on which line
	line     int
}

// An option is a value and who set it.
type option struct {
	value any
	from  string
	line  int
}

// set takes over what one layer says of one rule: a severity, or a list of a severity
// and a table, or a table.
func (c *Config) set(rule string, v any, from string, line int) error {
	s := c.rules[rule]
	if s.locked {
		return fmt.Errorf("rule %s is locked by %s", rule, s.from)
	}
	table, err := settingTable(v)
	if err != nil {
		return err
	}
	s.options = maps.Clone(s.options)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		v := table[name]
		switch name {
		case "severity":
			severity, _ := v.(string)
			if !slices.Contains(severities, severity) {
				return fmt.Errorf("severity must be %s, not %q%s", listed(severities), show(v), didYouMean(severity, severities))
			}
			s.severity, s.from = severity, from
		case "locked":
			locked, ok := v.(bool)
			if !ok {
				return errors.New("locked must be true or false")
			}
			s.locked = locked
		case "repeat":
			if _, err := repeats(v); err != nil {
				return err
			}
			s.repeat = v
		case "escalate":
			n, ok := v.(int64)
			if !ok || n < 0 {
				return errors.New("escalate must be a number, 0 or more")
			}
			s.escalate = &n
		default:
			if s.options == nil {
				s.options = map[string]option{}
			}
			s.options[name] = option{v, from, line}
		}
	}
	s.path, s.line = from, line
	if s.locked && s.from == "" {
		s.from = from
	}
	c.rules[rule] = s
	return nil
}

// settingTable brings the three spellings of a setting into one.
func settingTable(v any) (map[string]any, error) {
	switch v := v.(type) {
	case string:
		return map[string]any{"severity": v}, nil
	case map[string]any:
		return v, nil
	case []any:
		if len(v) == 1 || len(v) == 2 {
			table := map[string]any{"severity": v[0]}
			if len(v) == 1 {
				return table, nil
			}
			if options, ok := v[1].(map[string]any); ok {
				for k, o := range options {
					table[k] = o
				}
				return table, nil
			}
		}
	}
	return nil, errors.New(`a rule is set to "severity", to ["severity", { option = … }] or to { severity = …, option = … }`)
}

// locked tells whether a layer forbids that anything below it changes a rule.
func (c *Config) locked(rule string) bool { return c.rules[rule].locked }

// apply lays the settings over a rule's own header. What does not fit the rule is an
// error and leaves the rule's default in force.
func (c *Config) apply(f *Script) []error {
	s, ok := c.rules[f.Name]
	if !ok {
		return nil
	}
	if s.severity != "" {
		f.Severity = s.severity
	}
	if s.severity != "" || s.locked {
		f.From = s.from
	}
	if s.repeat != nil {
		f.Repeat = s.repeat
	}
	if s.escalate != nil {
		f.Escalate = *s.escalate
	}
	var errs []error
	known := slices.Sorted(maps.Keys(f.Options))
	for _, name := range slices.Sorted(maps.Keys(s.options)) {
		o, def := s.options[name], f.Options[name]
		v := o.value
		switch {
		case def == nil:
			errs = append(errs, &FileError{o.from, o.line, fmt.Errorf("rule %s has no option %q%s", f.Name, name, didYouMean(name, known))})
		case fmt.Sprintf("%T", v) != fmt.Sprintf("%T", def):
			errs = append(errs, &FileError{o.from, o.line, fmt.Errorf("option %s of rule %s must be %s like its default %v, not %v", name, f.Name, typeName(def), def, v)})
		default:
			if f.overruled == nil {
				f.overruled = map[string]option{}
			}
			f.overruled[name] = option{def, o.from, o.line}
			f.Options[name] = v
		}
	}
	return errs
}

// typeName names the type of an option for people.
func typeName(v any) string {
	switch v.(type) {
	case int64:
		return "a number"
	case bool:
		return "true or false"
	case string:
		return "a text"
	default:
		return fmt.Sprintf("a %T", v)
	}
}
