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
	said     map[string]option // the keys of configKeys that were said
	locked   bool              // nothing in a later layer changes it
	layer    int               // that locked it
	from     string            // who decided the severity, or locked the rule
	path     string            // who set anything last, and on which line
	line     int
}

// An option is a value and who set it.
type option struct {
	value any
	from  string
	line  int
}

// set takes over what one layer says of one rule: a severity, or a list of a severity
// and a table, or a table. What is right in it is in force beside what is wrong: a lock
// must not fall to a slip in the next key. line gives the line of ".key", and of the
// setting itself for "".
func (c *Config) set(rule string, v any, from string, line func(key string) int) (errs []error) {
	wrong := func(key string, err error) { errs = append(errs, &FileError{from, line(key), err}) }
	s := c.rules[rule]
	if s.locked {
		wrong("", fmt.Errorf("rule %s is locked by %s", rule, s.said["locked"].from))
		return errs
	}
	table, err := settingTable(v)
	if err != nil {
		wrong("", err)
		return errs
	}
	s.options, s.said = maps.Clone(s.options), maps.Clone(s.said)
	if s.options == nil {
		s.options, s.said = map[string]option{}, map[string]option{}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		v := table[name]
		k, known := findKey(inSetting, name)
		if !known {
			s.options[name] = option{v, from, line("." + name)}
			continue
		}
		v, err := k.accept(v)
		if err != nil {
			wrong("."+name, err)
			continue
		}
		s.said[name] = option{v, from, line("." + name)}
		switch name {
		case "severity":
			s.severity, s.from = show(v), from
		case "locked":
			s.locked = v == true
			s.layer = c.layer
		case "repeat":
			s.repeat = v
		case "escalate":
			n, _ := v.(int64)
			s.escalate = &n
		}
	}
	s.path, s.line = from, line("")
	if s.locked && s.from == "" {
		s.from = from
	}
	c.rules[rule] = s
	return errs
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

// locked tells whether a rule's file of this origin comes too late: a lower layer has
// locked the rule as it was.
func (c *Config) locked(rule, origin string) bool {
	s := c.rules[rule]
	return s.locked && layerOf(origin) > s.layer
}

// lockedReader tells whether a reader's file of this origin must not replace another. A
// reader that finds nothing silences the rules that rest on it, so while a layer locks any
// rule, the readers that it knew stay.
func (c *Config) lockedReader(_, origin string) bool {
	for _, s := range c.rules {
		if s.locked && layerOf(origin) > s.layer {
			return true
		}
	}
	return false
}

// pardonable tells whether the person at the terminal may silence a rule. That is the
// user's layer: what the system locks stays.
func (c *Config) pardonable(rule string) bool {
	s := c.rules[rule]
	return !s.locked || s.layer >= layerUser
}

// layerOf is the layer of the configuration that files of an origin belong to.
func layerOf(origin string) int {
	return map[string]int{"user": layerUser, "project": layerProject}[origin]
}

// apply lays the settings over a rule's own header. What does not fit the rule is an
// error and leaves the rule's default in force.
func (c *Config) apply(f *Script) []error {
	s, ok := c.rules[f.Name]
	if !ok {
		return nil
	}
	if s.severity != "" {
		f.Severity, f.From = s.severity, s.from
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
