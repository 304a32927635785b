package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A configFile is a file that is being read, with the lines of its keys.
type configFile struct {
	config *Config
	path   string
	lines  map[string]int
}

// line is the line of a key, or of the nearest table around it.
func (in *configFile) line(name string) int {
	for ; name != ""; name = name[:max(strings.LastIndexByte(name, '.'), 0)] {
		if n := in.lines[name]; n > 0 {
			return n
		}
	}
	return 0
}

// wrong notes a mistake at a key.
func (in *configFile) wrong(name, format string, a ...any) {
	in.config.Errs = append(in.config.Errs, &FileError{in.path, in.line(name), fmt.Errorf(format, a...)})
}

// add takes over what one file says.
func (c *Config) add(tree map[string]any, in *configFile) {
	known := []string{"rules", "except"}
	for _, name := range configKeyNames(atTop) {
		table, _, _ := strings.Cut(name, ".")
		known = append(known, table)
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		table, isTable := tree[name].(map[string]any)
		_, alone := findKey(atTop, name)
		switch {
		case !slices.Contains(known, name):
			in.wrong(name, "unknown key %q%s", name, didYouMean(name, known))
		case name == "except":
			c.addExcepts(tree[name], in)
		case alone:
			c.top(name, tree[name], in)
		case !isTable:
			in.wrong(name, "%s must be a table", name)
		case name == "rules":
			for _, rule := range slices.Sorted(maps.Keys(table)) {
				at := "rules." + rule
				c.Errs = append(c.Errs, c.set(rule, table[rule], in.path, func(key string) int { return in.line(at + key) })...)
			}
		default:
			for _, key := range slices.Sorted(maps.Keys(table)) {
				c.top(name+"."+key, table[key], in)
			}
		}
	}
}

// top takes over one key that stands at the top of a file, or in a table of it.
func (c *Config) top(name string, v any, in *configFile) {
	k, ok := findKey(atTop, name)
	if !ok {
		table, key, _ := strings.Cut(name, ".")
		var known []string
		for _, other := range configKeyNames(atTop) {
			if rest, ok := strings.CutPrefix(other, table+"."); ok {
				known = append(known, rest)
			}
		}
		in.wrong(name, "unknown key %q%s", key, didYouMean(key, known))
		return
	}
	if k.Own && c.layer > layerUser {
		// With a limit of a millisecond, or by hiding what a rule looks for, a project could
		// silence what is locked.
		table, _, _ := strings.Cut(name, ".")
		verb := "is"
		if strings.HasSuffix(table, "s") {
			verb = "are"
		}
		in.wrong(table, "%s %s set in ~/.config/witness/config.toml or /etc/witness/config.toml, not by a project", table, verb)
		return
	}
	v, err := k.accept(v)
	if err != nil {
		in.wrong(name, "%v", err)
		return
	}
	c.take(name, v)
	c.values[name] = option{v, in.path, in.line(name)}
}

// take puts the value of a key into force.
func (c *Config) take(name string, v any) {
	switch v := v.(type) {
	case int64:
		if limit := map[string]*int64{"limits.before_ms": &c.BeforeMS, "limits.after_ms": &c.AfterMS}[name]; limit != nil {
			*limit = v
		}
	case []any:
		if patterns, err := compilePatterns(v); err == nil && name == "privacy.patterns" {
			c.secrets.Patterns = append(c.secrets.Patterns, patterns...)
		}
	case string:
		switch name {
		case "mode":
			c.modes[c.layer] = v
		case "start.briefing":
			c.Briefing = v
		}
	}
}
