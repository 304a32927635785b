package project

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// A setting is what the layers say of one rule.
type setting struct {
	Severity string
	Options  map[string]Option
	Repeat   any
	Escalate *int64
	Said     map[string]Option // the keys of configKeys that were said
	Locked   bool              // nothing in a later layer changes it
	layer    int               // that locked it
	From     string            // who decided the severity, or locked the rule
	path     string            // who set anything last, and on which line
	line     int
}

// An option is a value and who set it.
type Option struct {
	Value any
	From  string
	Line  int
}

// setRule takes over what the file says about one rule: a severity, a list of a severity and a
// table, or a table. Correct keys take effect even if others are wrong: a typo in one key must
// not undo a lock in another.
func (in *configFile) setRule(rule string, v any) {
	at := "rules." + rule
	c := in.config
	s := c.Rules[rule]
	if s.Locked {
		in.wrong(at, "rule %s is locked by %s", rule, s.Said["locked"].From)
		return
	}
	table, err := settingTable(v)
	if err != nil {
		in.wrong(at, "%v", err)
		return
	}
	s.Options, s.Said = maps.Clone(s.Options), maps.Clone(s.Said)
	if s.Options == nil {
		s.Options, s.Said = map[string]Option{}, map[string]Option{}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key, v := at+"."+name, table[name]
		k, known := FindKey(InSetting, name)
		if !known {
			s.Options[name] = Option{v, in.path, in.line(key)}
			continue
		}
		v, err := k.accept(v)
		if err != nil {
			in.wrong(key, "%v", err)
			continue
		}
		s.Said[name] = Option{v, in.path, in.line(key)}
		switch name {
		case "severity":
			s.Severity, s.From = fmt.Sprint(v), in.path
		case "locked":
			s.Locked = v == true
			s.layer = in.layer
		case "repeat":
			s.Repeat = v
		case "escalate":
			n, _ := v.(int64)
			s.Escalate = &n
		}
	}
	s.path, s.line = in.path, in.line(at)
	if s.Locked && s.From == "" {
		s.From = in.path
	}
	c.Rules[rule] = s
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
func (c *Config) Locked(rule, origin string) bool {
	s := c.Rules[rule]
	return s.Locked && LayerOf(origin) > s.layer
}

// lockedReader tells whether a reader's file of this origin must not replace another. A
// reader that finds nothing silences the rules that rest on it, so while a layer locks any
// rule, the readers that it knew stay.
func (c *Config) LockedReader(_, origin string) bool {
	for _, s := range c.Rules {
		if s.Locked && LayerOf(origin) > s.layer {
			return true
		}
	}
	return false
}

// overridable reports whether the user may silence a rule from a terminal. That has the force of
// the user's layer: what the system's layer locks stays locked.
func (c *Config) Overridable(rule string) bool {
	s := c.Rules[rule]
	return !s.Locked || s.layer >= layerUser
}

// lockedBy returns who locked a rule.
func (c *Config) LockedBy(rule string) string { return c.Rules[rule].Said["locked"].From }

// layerOf is the layer of the configuration that files of an origin belong to.
func LayerOf(origin string) int {
	return map[string]int{"user": layerUser, "project": layerProject}[origin]
}

// typeName names the type of an option for people.
func TypeName(v any) string {
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
func (o Option) Place() string {
	if o.Line == 0 {
		return o.From
	}
	return o.From + ":" + strconv.Itoa(o.Line)
}
