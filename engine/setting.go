package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
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

// setRule takes over what the file says about one rule: a severity, a list of a severity and a
// table, or a table. Correct keys take effect even if others are wrong: a typo in one key must
// not undo a lock in another.
func (in *configFile) setRule(rule string, v any) {
	at := "rules." + rule
	c := in.config
	s := c.rules[rule]
	if s.locked {
		in.wrong(at, "rule %s is locked by %s", rule, s.said["locked"].from)
		return
	}
	table, err := settingTable(v)
	if err != nil {
		in.wrong(at, "%v", err)
		return
	}
	s.options, s.said = maps.Clone(s.options), maps.Clone(s.said)
	if s.options == nil {
		s.options, s.said = map[string]option{}, map[string]option{}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key, v := at+"."+name, table[name]
		k, known := findKey(inSetting, name)
		if !known {
			s.options[name] = option{v, in.path, in.line(key)}
			continue
		}
		v, err := k.accept(v)
		if err != nil {
			in.wrong(key, "%v", err)
			continue
		}
		s.said[name] = option{v, in.path, in.line(key)}
		switch name {
		case "severity":
			s.severity, s.from = fmt.Sprint(v), in.path
		case "locked":
			s.locked = v == true
			s.layer = in.layer
		case "repeat":
			s.repeat = v
		case "escalate":
			n, _ := v.(int64)
			s.escalate = &n
		}
	}
	s.path, s.line = in.path, in.line(at)
	if s.locked && s.from == "" {
		s.from = in.path
	}
	c.rules[rule] = s
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

// overridable reports whether the user may silence a rule from a terminal. That has the force of
// the user's layer: what the system's layer locks stays locked.
func (c *Config) overridable(rule string) bool {
	s := c.rules[rule]
	return !s.locked || s.layer >= layerUser
}

// lockedBy returns who locked a rule.
func (c *Config) lockedBy(rule string) string { return c.rules[rule].said["locked"].from }

// layerOf is the layer of the configuration that files of an origin belong to.
func layerOf(origin string) int {
	return map[string]int{"user": layerUser, "project": layerProject}[origin]
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

// place is where an option was set: a file and a line, or a variable of the environment.
func (o option) place() string {
	if o.line == 0 {
		return o.from
	}
	return o.from + ":" + strconv.Itoa(o.line)
}
