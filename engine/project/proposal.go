package project

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// A proposal is a configuration file of the project that nobody has accepted, or the accepted text of one that is no longer
// there. Only those of its settings that tighten are in force.
type proposal struct {
	*Config
	path     string // below the project's root
	text     string
	standing bool // the accepted form of a file
}

// readProject reads the nearest configuration file of the project. A file that nobody has accepted does not
// hide the accepted ones above it.
func (c *Config) readProject(dir, root string) {
	found := false // the nearest file, which is not accepted
	for up := range ancestors(dir, root) {
		path := filepath.Join(up, configName)
		text, err := []byte(nil), error(nil)
		there := exists(path)
		if there {
			text, err = readConfig(path)
		}
		if there && err == nil && (c.Accepted == nil || c.Accepted.Has(pathBelow(path, root), string(text))) {
			c.add(c, path, text, layerProject)
			return
		}
		if there && !found {
			found = true
			if err != nil {
				c.Errs = append(c.Errs, err)
			} else {
				c.propose(path, root, string(text), false)
			}
		}
		if c.Accepted != nil {
			if text, ok := c.Accepted.Standing(pathBelow(path, root)); ok {
				c.propose(path, root, text, true)
			}
		}
		if found && (c.Accepted == nil || c.Accepted.Empty()) {
			return
		}
	}
}

// Proposes reports whether the project has settings that nobody has accepted.
func (c *Config) Proposes() bool { return len(c.proposals) > 0 }

// propose adds the text of a file whose settings are in force only where they tighten.
func (c *Config) propose(path, root, text string, standing bool) {
	p := &proposal{newConfig(), pathBelow(path, root), text, standing}
	p.add(c, path, []byte(text), layerProject)
	c.proposals = append(c.proposals, p)
	if !standing {
		c.Files = append(c.Files, path)
		c.Errs = append(c.Errs, p.Errs...)
	}
	for _, t := range p.tables {
		if t.Trust = bundle.Untrusted; standing {
			t.Trust = bundle.Restored
		}
		c.tables = append(c.tables, t)
	}
	slices.SortStableFunc(c.tables, func(a, b ruleTable) int { return cmp.Compare(b.Trust, a.Trust) }) // what was accepted first
	for _, x := range p.exceptions {
		if !standing && len(c.exceptions) < maxExceptions {
			x := *x
			x.OwnOnly = true
			c.exceptions = append(c.exceptions, &x)
		}
	}
	if p.modes[layerProject] == enforce {
		c.modes[layerProject], c.values["mode"] = enforce, p.values["mode"]
	}
	if o, ok := p.values["start.briefing"]; ok && briefingRank(p.Briefing) > briefingRank(c.Briefing) {
		c.Briefing, c.values["start.briefing"] = p.Briefing, o
	}
}

// briefingRank orders the values of start.briefing by how much is said.
func briefingRank(v string) int { return slices.Index([]string{"never", "auto", "always"}, v) }

// Setting returns what the configuration says about the rule of a file, the zero value if it says nothing.
// Untrusted files of the project set the options of rules that the project adds itself, raise the
// severity of any rule and choose packs. What the user's environment sets is not raised.
func (c *Config) Setting(f *bundle.File) Setting {
	s := c.inPack(f, c.of(f))
	if s.Locked || len(c.proposals) == 0 {
		return s
	}
	if f.Trust == bundle.Untrusted {
		for _, p := range c.proposals {
			if own := p.of(f); own.keys != nil && !p.standing {
				s = own.under(s)
				break
			}
		}
	}
	for _, p := range c.proposals {
		raised, ok := p.of(f).keys["severity"]
		if _, set := s.keys["severity"]; !ok && !set {
			if raised, ok = p.choice(f.Pack, layerProject); ok {
				s.ChosenBy, raised.Value = cmp.Or(s.ChosenBy, raised.Place()), f.Severity
			}
		}
		if !ok || strings.HasPrefix(s.keys["severity"].From, "$") {
			continue
		}
		if severity := fmt.Sprint(raised.Value); hook.Rank(severity) > hook.Rank(cmp.Or(s.Severity, f.Severity)) {
			s = s.clone()
			s.Severity, s.DecidedBy, s.keys["severity"] = severity, raised.From, raised
		}
	}
	return s
}

// under returns the setting after a higher layer has replaced what it sets itself.
func (s Setting) under(higher Setting) Setting {
	s = s.clone()
	s.Locked = higher.Locked
	maps.Copy(s.Options, higher.Options)
	maps.Copy(s.keys, higher.keys)
	s.Severity, s.DecidedBy = cmp.Or(higher.Severity, s.Severity), cmp.Or(higher.DecidedBy, s.DecidedBy)
	if higher.Repeat != nil {
		s.Repeat = higher.Repeat
	}
	if higher.Escalate != nil {
		s.Escalate = higher.Escalate
	}
	return s
}

// clone returns a copy whose maps can be changed.
func (s Setting) clone() Setting {
	s.Options, s.keys = maps.Clone(s.Options), maps.Clone(s.keys)
	if s.keys == nil {
		s.Options, s.keys = map[string]Entry{}, map[string]Entry{}
	}
	return s
}

// Withheld returns the settings of the project's untrusted configuration files that are not in force. rules has the rules in
// force, by their names and by the names that they had before.
func (c *Config) Withheld(rules map[string]*bundle.File) (list []bundle.Withheld) {
	for _, p := range c.proposals {
		add := func(line int, format string, a ...any) {
			list = append(list, bundle.Withheld{Path: p.path, Line: line, What: fmt.Sprintf(format, a...), Text: p.text})
		}
		if p.standing {
			add(0, "this file was changed or deleted: what tightens in its accepted form stays in force")
			continue
		}
		for _, choice := range p.packs {
			if _, on := c.choice(choice.pack, layerEnv); on && !choice.on {
				add(choice.at.Line, "packs without %s", choice.pack)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(p.values)) {
			if o := p.values[key]; key != "packs" && !c.values[key].at(o) && !sameValue(o.Value, c, key) {
				add(o.Line, "%s", key)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(p.rules)) {
			f := rules[name]
			if f == nil {
				continue // UnknownNames reports it
			}
			s, theirs := c.Setting(f), p.rules[name]
			for _, key := range slices.Sorted(maps.Keys(theirs.keys)) {
				o := theirs.keys[key]
				same := key == "severity" && o.Value == cmp.Or(s.Severity, f.Severity) || key == "locked"
				if !s.keys[key].at(o) && !same {
					add(o.Line, "%s of rule %s", key, name)
				}
			}
			for _, key := range slices.Sorted(maps.Keys(theirs.Options)) {
				if o := theirs.Options[key]; !s.Options[f.PresentOption(key)].at(o) {
					add(o.Line, "option %s of rule %s", CleanKey(key), name)
				}
			}
		}
		for _, x := range p.exceptions {
			if f := rules[x.Rule]; f != nil && f.Trust != bundle.Untrusted {
				add(x.line, "an exception from rule %s", x.Rule)
			}
		}
	}
	return list
}

// sameValue reports whether a value is the one that is in force without it.
func sameValue(v any, c *Config, key string) bool {
	switch key {
	case "mode":
		return v == enforce
	case "start.briefing":
		return v == c.Briefing
	}
	return false
}
