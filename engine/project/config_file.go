package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
)

// A configFile is a configuration file that is being read into a layer.
type configFile struct {
	config *Config
	layer  int
	path   string         // of the file; for a variable of the environment its name
	lines  map[string]int // of its keys
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
	in.config.Errs = append(in.config.Errs, &bundle.FileError{Path: in.path, Line: in.line(name), Err: fmt.Errorf(format, a...)})
}

// add takes over what one file says.
func (in *configFile) add(tree map[string]any) {
	known := []string{"rules", "except"}
	for _, name := range ConfigKeyNames(AtTop) {
		table, _, _ := strings.Cut(name, ".")
		known = append(known, table)
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		table, isTable := tree[name].(map[string]any)
		_, alone := FindKey(AtTop, name)
		switch {
		case !slices.Contains(known, name):
			in.wrong(name, "unknown key %q%s", name, bundle.DidYouMean(name, known))
		case name == "except":
			in.addExceptions(tree[name])
		case alone:
			in.set(name, tree[name])
		case !isTable:
			in.wrong(name, "%s must be a table", name)
		case name == "rules":
			for _, rule := range slices.Sorted(maps.Keys(table)) {
				in.setRule(rule, table[rule])
			}
		default:
			for _, key := range slices.Sorted(maps.Keys(table)) {
				in.set(name+"."+key, table[key])
			}
		}
	}
}

// set takes over one key at the top of the file, or in a table of it.
func (in *configFile) set(name string, v any) {
	k, ok := FindKey(AtTop, name)
	if !ok {
		table, key, _ := strings.Cut(name, ".")
		var known []string
		for _, other := range ConfigKeyNames(AtTop) {
			if rest, ok := strings.CutPrefix(other, table+"."); ok {
				known = append(known, rest)
			}
		}
		in.wrong(name, "unknown key %q%s", key, bundle.DidYouMean(key, known))
		return
	}
	if k.Own && in.layer > layerUser {
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
	in.config.put(in.layer, name, v)
	in.config.Values[name] = Option{v, in.path, in.line(name)}
}

// put puts the value of a key into force.
func (c *Config) put(layer int, name string, v any) {
	switch v := v.(type) {
	case int64:
		if limit := map[string]*int64{"limits.before_ms": &c.BeforeMS, "limits.after_ms": &c.AfterMS}[name]; limit != nil {
			*limit = v
		}
	case []any:
		if patterns, err := compilePatterns(v); err == nil && name == "privacy.patterns" {
			c.Secrets.Patterns = append(c.Secrets.Patterns, patterns...)
		}
	case string:
		switch name {
		case "mode":
			c.modes[layer] = v
		case "start.briefing":
			c.Briefing = v
		}
	}
}
