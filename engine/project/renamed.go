package project

import (
	"maps"

	"witness/engine/bundle"
)

// named returns what the layers say of a rule with these names: its present one, and after it those that it had
// before.
func (c *Config) named(names []string) Setting {
	s := c.rules[names[0]]
	for _, was := range names[1:] {
		if older, ok := c.rules[was]; ok {
			s = s.over(older)
		}
	}
	return s
}

// of returns what the layers say of the rule of a file. What they say under an old name of options that the rule
// does not have is about another part of a rule that was split.
func (c *Config) of(f *bundle.File) Setting {
	s := c.rules[f.Name]
	for _, was := range f.Was {
		if older, ok := c.rules[was]; ok {
			older = older.clone()
			maps.DeleteFunc(older.Options, func(name string, _ Entry) bool { return !f.HasOption(name) })
			s = s.over(older)
		}
	}
	if len(f.OptionWas) > 0 {
		s.Options = presentOptions(f, s.Options)
	}
	return s
}

// presentOptions returns the options by their present names.
func presentOptions(f *bundle.File, options map[string]Entry) map[string]Entry {
	present := map[string]Entry{}
	for name, o := range options {
		now := f.PresentOption(name)
		if other, ok := present[now]; !ok || o.layer > other.layer || o.layer == other.layer && now == name {
			present[now] = o
		}
	}
	return present
}

// over returns a setting together with what the layers say of an older name of its rule. The higher layer counts,
// and in one layer the present name. No layer above one that locks either name has a say.
func (s Setting) over(older Setting) Setting {
	last := layerEnv
	for _, one := range []Setting{s, older} {
		if one.Locked {
			last = min(last, one.layer)
		}
	}
	all := Setting{Options: layered(last, s.Options, older.Options), keys: layered(last, s.keys, older.keys), ChosenBy: s.ChosenBy, path: s.path, line: s.line}
	if last < layerEnv {
		lock := s.keys["locked"]
		if !s.Locked || older.Locked && older.layer < s.layer {
			lock = older.keys["locked"]
		}
		all.keys["locked"] = lock
	}
	all.decode()
	return all
}

// layered returns the entries of the layers up to last. Of two entries of one layer that of the newer counts.
func layered(last int, newer, older map[string]Entry) map[string]Entry {
	all := map[string]Entry{}
	for _, entries := range []map[string]Entry{newer, older} {
		for name, o := range entries {
			if have, ok := all[name]; o.layer <= last && (!ok || o.layer > have.layer) {
				all[name] = o
			}
		}
	}
	return all
}
