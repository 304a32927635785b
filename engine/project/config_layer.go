package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"

	"github.com/BurntSushi/toml"
)

// A layerReader adds one configuration file, or one environment variable, to a Config.
type layerReader struct {
	config *Config
	below  *Config // has the layers below, whose locks hold; the same unless the file is not trusted
	layer  int
	path   string         // the file, or the environment variable with its $
	lines  map[string]int // the lines of the keys, see keyLines
	wrongs int            // mistakes found so far
}

// maxMistakes is the maximum number of mistakes of one file that are reported one by one.
const maxMistakes = 19

// count reports how many more mistakes there are than are reported one by one.
func (in *layerReader) count() {
	if more := in.wrongs - maxMistakes; more > 0 {
		in.config.Errs = append(in.config.Errs, &bundle.FileError{Path: in.path, Line: 0, Err: fmt.Errorf("%d more mistakes", more)})
	}
}

// line returns the line of a key, or of the nearest table that contains it.
func (in *layerReader) line(name string) int {
	for ; name != ""; name = name[:max(strings.LastIndexByte(name, '.'), 0)] {
		if n := in.lines[name]; n > 0 {
			return n
		}
	}
	return 0
}

// wrong records a mistake at a key. The message about a project's file quotes none of its values: the model may read the
// message, and the file may be a link to one that the project cannot read itself.
func (in *layerReader) wrong(name, format string, a ...any) {
	if in.wrongs++; in.wrongs > maxMistakes {
		return
	}
	for i := range a {
		if v, ok := a[i].(*valueError); ok && in.layer == layerProject {
			a[i] = v.want + v.hint
		}
	}
	in.config.Errs = append(in.config.Errs, &bundle.FileError{Path: in.path, Line: in.line(name), Err: fmt.Errorf(format, a...)})
}

// didYouMean is bundle.DidYouMean while mistakes are reported one by one; looking for a similar name takes
// longer than decoding a key.
func (in *layerReader) didYouMean(name string, known []string) string {
	if in.wrongs >= maxMistakes {
		return ""
	}
	return bundle.DidYouMean(name, known)
}

// add adds everything in a decoded file.
func (in *layerReader) add(tree map[string]any) {
	known := []string{"rules", "rule", "except", "pack"}
	for _, name := range keyNames(AtTop) {
		table, _, _ := strings.Cut(name, ".")
		known = append(known, table)
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		table, isTable := tree[name].(map[string]any)
		_, isKey := FindKey(AtTop, name)
		switch {
		case !slices.Contains(known, name):
			in.wrong(name, "unknown key %q%s", CleanKey(name), in.didYouMean(name, known))
		case name == "pack":
			in.addPins(tree[name])
		case name == "except":
			in.addExceptions(tree[name])
		case name == "rule":
			in.addInline(tree[name])
		case isKey:
			in.addValue(name, tree[name])
		case !isTable:
			in.wrong(name, "%s must be a table", name)
		case name == "rules":
			for _, rule := range slices.Sorted(maps.Keys(table)) {
				in.addRule(rule, table[rule])
			}
		default:
			for _, key := range slices.Sorted(maps.Keys(table)) {
				in.addValue(name+"."+key, table[key])
			}
		}
	}
}

// addInline adds the rules that a list of tables holds, `rule = [{ like = "after", … }]`, which TOML takes for the same as [[rule]]. Those that
// are written so are cut out before (bundle.CutTables).
func (in *layerReader) addInline(v any) {
	entries, ok := tablesOf(v)
	if !ok {
		in.wrong("rule", "a rule of the project is a table: [[rule]] with like = %q and what it is about", bundle.Shapes[0])
	}
	var tables []bundle.Table
	for _, entry := range entries {
		text, err := toml.Marshal(entry)
		if err != nil {
			in.wrong("rule", "this rule is not read: %w", err)
			continue
		}
		tables = append(tables, bundle.Table{Path: in.path, Line: in.line("rule"), Text: string(text)})
	}
	in.config.addTables(in.layer, tables)
}

// tablesOf returns the tables of a list of tables, whether it is written with headers or in one value.
func tablesOf(v any) (list []map[string]any, ok bool) {
	if list, ok = v.([]map[string]any); ok {
		return list, true
	}
	items, ok := v.([]any)
	for _, item := range items {
		table, isTable := item.(map[string]any)
		if !isTable {
			return nil, false
		}
		list = append(list, table)
	}
	return list, ok
}

// addValue adds one key outside of rules and except, such as mode or limits.before_ms.
func (in *layerReader) addValue(name string, v any) {
	k, ok := FindKey(AtTop, name)
	if !ok {
		table, key, _ := strings.Cut(name, ".")
		var known []string
		for _, other := range keyNames(AtTop) {
			if rest, ok := strings.CutPrefix(other, table+"."); ok {
				known = append(known, rest)
			}
		}
		in.wrong(name, "unknown key %q%s", CleanKey(key), in.didYouMean(key, known))
		return
	}
	if k.machineOnly && in.layer > layerUser {
		// These keys are ignored, because a project could silence a locked rule with a limit of one millisecond, or with a
		// pattern that redacts what the rule looks for.
		table, _, _ := strings.Cut(name, ".")
		verb := "is"
		if strings.HasSuffix(table, "s") {
			verb = "are"
		}
		in.wrong(table, "%s %s set in ~/.config/witness/config.toml or /etc/witness/config.toml, not by a project", table, verb)
		return
	}
	if in.layer == layerPolicy && strings.HasPrefix(name, "fleet.") {
		// The key is ignored, because a policy could send the facts, and any file that it names as token_file, to a server of
		// its choice.
		in.wrong(name, "fleet is set in ~/.config/witness/config.toml or /etc/witness/config.toml, not by a policy")
		return
	}
	if set, isFixed := in.fixed(name); isFixed {
		in.wrong(name, "%s sets %s, and no other file changes it", set.Place(), name)
		return
	}
	if rule := in.below.lockedBelow(in.layer); k.lockable && rule != "" {
		in.wrong(name, "rule %s is locked by %s: %s is set there or not at all", rule, in.below.LockedBy(rule), name)
		return
	}
	v, err := k.accept(v)
	if err != nil {
		in.wrong(name, "%v", err)
		return
	}
	o := Entry{Value: v, From: in.path, Line: in.line(name)}
	in.config.apply(in.layer, name, o)
	in.config.values[name] = o
}

// fixed returns the entry of a lower layer that no higher one may change: fleet.policy, and also the server if the policy is on
// the server.
func (in *layerReader) fixed(name string) (set Entry, isSet bool) {
	policy := in.below.values["fleet.policy"]
	text, _ := policy.Value.(string)
	place, _, _ := strings.Cut(text, "#")
	if name == "fleet.policy" || name == "fleet.url" && place == onServer && policy.From != in.path {
		set, isSet = in.below.values[name]
	}
	return set, isSet
}
