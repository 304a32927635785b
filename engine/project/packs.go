package project

import (
	_ "embed"
	"errors"
	"maps"
	"os"
	"path/filepath"
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

// The stages of witness's own rules.
const (
	Trial  = "trial"  // a warning at most, until enough of its verdicts have been read
	Net    = "net"    // the safety net: admitted by harms, twins and everyday lines, because recordings hold almost none of it
	Proven = "proven" // nine of ten decided verdicts or more were right
)

// A Stage is what is known of one of witness's own rules.
type Stage struct {
	Name  string
	Since string // the release in which it came into its place, the default or its pack, such as "2026.11"; "" for an older one
}

// stageRows has a line for each of witness's own rules: its name, its stage, since when. TestStages writes it from docs/precision.tsv.
//
//go:embed stages.tsv
var stageRows string

// StageOf returns the stage of a rule, by its name or those that it had before; the zero value if it is none of witness's own.
func StageOf(f *bundle.File) (s Stage) {
	if f.Origin != "" && f.Origin != "embedded" {
		return s
	}
	for _, name := range append([]string{f.Name}, f.Was...) {
		for row := range strings.Lines(stageRows) {
			if rest, ok := strings.CutPrefix(row, name+"\t"); ok {
				s.Name, s.Since, _ = strings.Cut(strings.TrimSuffix(rest, "\n"), "\t")
				return s
			}
		}
	}
	return s
}

// Releases returns the releases in which rules began to speak, the earliest first.
func Releases() (list []string) {
	for row := range strings.Lines(stageRows) {
		if since := strings.TrimSpace(row[strings.LastIndexByte(row, '\t')+1:]); since != "" && !slices.Contains(list, since) {
			list = append(list, since)
		}
	}
	slices.Sort(list)
	return list
}

// baseRelease stands for the releases before the first of Releases.
const baseRelease = "2026.10"

// Newest returns the latest of Releases.
func Newest() string {
	list := Releases()
	return list[len(list)-1]
}

// told is the file with the release whose new rules the user was last told of.
func told() string { return filepath.Join(StateDir(), "release") }

// LastRelease returns the release that was in use at the last start, and known is false if none has been noted.
func LastRelease() (release string, known bool) {
	text, err := os.ReadFile(told())
	if release = strings.TrimSpace(string(text)); err != nil || !isRelease(release) {
		return baseRelease, false
	}
	return release, true
}

// NoteRelease notes that the newest release is in use.
func NoteRelease() error {
	if err := os.MkdirAll(StateDir(), 0o700); err != nil {
		return err
	}
	return os.WriteFile(told(), []byte(Newest()+"\n"), 0o600)
}

// staged completes the setting of a rule of no pack whose severity no layer sets: with stage = "proven" one on trial is off. The safety net
// stays, for it has another proof, and so do packs, which somebody has chosen.
func (c *Config) staged(f *bundle.File, s Setting) Setting {
	if only, set := c.values["stage"]; set && only.Value == Proven && s.Severity == "" && !s.Locked && StageOf(f).Name == Trial {
		s.Severity, s.DecidedBy = hook.Off, only.From
	}
	return c.pinned(f, s)
}

// pinned turns off a rule that came after the release of defaults = "2026.11", unless a layer sets its severity.
func (c *Config) pinned(f *bundle.File, s Setting) Setting {
	pin, set := c.values["defaults"]
	if release, _ := pin.Value.(string); set && release != latest && s.Severity == "" && !s.Locked && StageOf(f).Since > release {
		s.Severity, s.DecidedBy, s.Pinned = hook.Off, pin.From, true
	}
	return s
}

// latest is the value of defaults that pins nothing.
const latest = "latest"

// isRelease reports whether a value is a release such as "2026.11", or "latest".
func isRelease(v any) bool {
	text, ok := v.(string)
	year, month, two := strings.Cut(text, ".")
	digits := func(s string, n int) bool { return len(s) == n && strings.Trim(s, "0123456789") == "" }
	return ok && (text == latest || two && digits(year, 4) && digits(month, 2))
}
