package project

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// A packChoice is one entry of packs in one layer: a pack is chosen, or left out.
type packChoice struct {
	pack  string
	on    bool
	layer int
	at    Entry
}

// packList returns the entries of packs, or the reason why v is no list of them. An entry that begins with !
// leaves out a pack.
func packList(v any) (list []string, err error) {
	items, ok := v.([]any)
	if !ok {
		return nil, errors.New(spelled(v))
	}
	for _, v := range items {
		name, ok := v.(string)
		if !ok || bundle.CheckName(strings.TrimPrefix(name, "!")) != nil {
			return nil, errors.New(spelled(v))
		}
		list = append(list, name)
	}
	return list, nil
}

// choosePacks adds the choices of one layer.
func (c *Config) choosePacks(layer int, o Entry) {
	list, err := packList(o.Value)
	if err != nil {
		return // accept has reported it
	}
	for _, name := range list {
		pack, out := strings.CutPrefix(name, "!")
		c.packs = append(c.packs, packChoice{pack, !out, layer, o})
	}
}

// choice returns the last entry about a pack in the layers up to most, and whether it chooses the pack.
func (c *Config) choice(pack string, most int) (at Entry, on bool) {
	for _, p := range c.packs {
		if p.pack == pack && p.layer <= most {
			at, on = p.at, p.on
		}
	}
	return at, on
}

// inPack completes the setting of a rule of a pack: the rule is off unless its pack is chosen or a layer sets its severity. For
// a locked rule, choices in layers above the lock do not count.
func (c *Config) inPack(f *bundle.File, s Setting) Setting {
	if f.Pack == "" {
		return c.staged(f, s)
	}
	most := layerEnv
	if s.Locked {
		most = s.layer
	}
	at, on := c.choice(f.Pack, most)
	switch {
	case on:
		s = c.pinned(f, s)
		s.ChosenBy = at.Place()
	case s.Severity == "":
		s.Severity = hook.Off
	}
	return s
}

// PackOff reports whether a rule of a pack is off, from its names and its pack alone.
func (c *Config) PackOff(rule *bundle.File) bool {
	rule.Severity = hook.Block // a stand-in for the header's severity, which is not read: any but off will do
	return c.Setting(rule).Severity == hook.Off
}

// chosenPacks returns the packs that are chosen, in the order of their names, as one value of the key packs,
// and whether there are any.
func (c *Config) chosenPacks() (o Entry, ok bool) {
	chosen := map[string]Entry{}
	for _, p := range c.packs {
		if at, on := c.choice(p.pack, layerEnv); on {
			chosen[p.pack] = at
		}
	}
	for _, proposed := range c.proposals {
		for _, p := range proposed.packs {
			if at, on := proposed.choice(p.pack, layerEnv); on && chosen[p.pack].From == "" {
				chosen[p.pack] = at
			}
		}
	}
	var packs []any
	var from []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		packs = append(packs, name)
		if place := chosen[name].Place(); !slices.Contains(from, place) {
			from = append(from, place)
		}
	}
	return Entry{Value: packs, From: strings.Join(from, ", ")}, len(packs) > 0
}
