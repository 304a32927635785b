package project

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Setting is what the configuration says about one rule. What no layer sets is the zero value.
type Setting struct {
	Severity string
	Repeat   any
	Escalate *int64
	Options  map[string]Entry // of the rule's own options
	Locked   bool             // higher layers do not change the rule
	// DecidedBy is the file or variable that set the severity, or else the one that locked the rule.
	DecidedBy string
	// ChosenBy is the place that chooses the pack of the rule, "" if it is not chosen.
	ChosenBy string
	Pinned   bool // off because defaults pins an earlier release

	keys  map[string]Entry // the InSetting keys that are set
	layer int              // the layer that locks the rule
	path  string           // the position that set anything last
	line  int
}

// Key returns a key such as severity, and whether a layer sets it.
func (s Setting) Key(name string) (Entry, bool) {
	o, ok := s.keys[name]
	return o, ok
}

// addRule adds the setting of one rule: a severity, a list of a severity and a table, or a table.
// The correct keys take effect even if others are wrong: a typo in one key must not remove a lock
// in another.
func (in *layerReader) addRule(rule string, v any) {
	at := "rules." + rule
	c := in.config
	if in.below.rules[rule].Locked {
		in.wrong(at, "rule %s is locked by %s", rule, in.below.LockedBy(rule))
		return
	}
	s := c.rules[rule]
	table, err := settingTable(v)
	if err != nil {
		in.wrong(at, "%v", err)
		return
	}
	if s.Options == nil {
		s.Options, s.keys = map[string]Entry{}, map[string]Entry{}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key, v := at+"."+name, table[name]
		k, known := FindKey(InSetting, name)
		if !known {
			s.Options[name] = Entry{v, in.path, in.line(key), in.layer}
			continue
		}
		v, err := k.accept(v)
		if err != nil {
			in.wrong(key, "%v", err)
			continue
		}
		s.keys[name] = Entry{v, in.path, in.line(key), in.layer}
	}
	s.path, s.line = in.path, in.line(at)
	s.decode()
	c.rules[rule] = s
}

// decode sets the fields that follow from the keys.
func (s *Setting) decode() {
	if o, ok := s.keys["severity"]; ok {
		s.Severity, s.DecidedBy = fmt.Sprint(o.Value), o.From
	}
	if o, ok := s.keys["locked"]; ok {
		s.Locked, s.layer = o.Value == true, o.layer
		if s.Locked && s.DecidedBy == "" {
			s.DecidedBy = o.From
		}
	}
	if o, ok := s.keys["repeat"]; ok {
		s.Repeat = o.Value
	}
	if o, ok := s.keys["escalate"]; ok {
		n, _ := o.Value.(int64)
		s.Escalate = &n
	}
}

// settingTable converts the three forms of a setting to a table.
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

// Locked reports whether a layer below the files of this origin locks a rule with one of these names, so that
// they cannot replace it.
func (c *Config) Locked(names []string, origin string) bool {
	s := c.named(names)
	return s.Locked && LayerOf(origin) > s.layer
}

// LockedReader reports whether readers of this origin cannot replace others: a layer below locks
// any rule. Whatever its name, a reader that finds nothing would silence the rules that use its rows.
func (c *Config) LockedReader(_ []string, origin string) bool {
	return c.lockedBelow(LayerOf(origin)) != ""
}

// lockedBelow returns the first rule that a layer below the given one locks, "" if there is none.
func (c *Config) lockedBelow(layer int) string {
	for _, rule := range slices.Sorted(maps.Keys(c.rules)) {
		if s := c.rules[rule]; s.Locked && layer > s.layer {
			return rule
		}
	}
	return ""
}

// Overridable reports whether the user may snooze a rule with these names or allow a call that it refused. A
// lock of the system's layer forbids that, one of the user's own layer does not.
func (c *Config) Overridable(names ...string) bool {
	s := c.named(names)
	return !s.Locked || s.layer >= layerUser
}

// LockedBy returns the file that locks a rule with these names.
func (c *Config) LockedBy(names ...string) string { return c.named(names).keys["locked"].From }

// LayerOf returns the layer of files of this origin. Layers compare with <.
func LayerOf(origin string) int {
	return map[string]int{"policy": layerPolicy, "user": layerUser, "project": layerProject}[origin]
}

// TypeName returns the type of an option, worded for error messages.
func TypeName(v any) string {
	switch v.(type) {
	case int64:
		return "a number"
	case bool:
		return "true or false"
	case string:
		return "a string"
	case []any:
		return "a list"
	default:
		return fmt.Sprintf("a %T", v)
	}
}

// OptionText returns the value of an option for people: a list as TOML writes it, anything else without quotes.
func OptionText(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	items := make([]string, len(list))
	for i, item := range list {
		if items[i] = fmt.Sprint(item); fmt.Sprintf("%T", item) == "string" {
			items[i] = strconv.Quote(items[i])
		}
	}
	return "[" + strings.Join(items, ", ") + "]"
}
