package project

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// UnknownNames returns a mistake for each setting and each exception whose rule is none of these and none had its name
// before, for each option that no rule has which had the name of its rule before, for each choice of a pack that no
// rule is in, and for each exception that has expired.
func (c *Config) UnknownNames(rules []*bundle.File, now time.Time) (errs []error) {
	present, before, packs := map[string]bool{}, map[string][]*bundle.File{}, map[string]bool{}
	for _, f := range rules {
		present[f.Name] = true
		if f.Pack != "" {
			packs[f.Pack] = true
		}
		for _, was := range f.Was {
			before[was] = append(before[was], f)
		}
	}
	known, knownPacks := slices.Sorted(maps.Keys(present)), slices.Sorted(maps.Keys(packs))
	wrong := func(path string, line int, format string, a ...any) {
		errs = append(errs, &bundle.FileError{Path: path, Line: line, Err: fmt.Errorf(format, a...)})
	}
	layers := []*Config{c}
	for _, p := range c.proposals {
		if !p.standing {
			layers = append(layers, p.Config)
		}
	}
	for _, layer := range layers {
		for _, p := range layer.packs {
			if !packs[p.pack] {
				wrong(p.at.From, p.at.Line, "no pack %q%s", p.pack, bundle.DidYouMean(p.pack, knownPacks))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(layer.rules)) {
			switch s := layer.rules[name]; {
			case present[name]: // NewRule looks at its options
			case before[name] == nil:
				wrong(s.path, s.line, "no rule %q%s", CleanKey(name), bundle.DidYouMean(name, known))
			default:
				for _, option := range slices.Sorted(maps.Keys(s.Options)) {
					if o := s.Options[option]; !slices.ContainsFunc(before[name], func(f *bundle.File) bool { return f.HasOption(option) }) {
						wrong(o.From, o.Line, "rule %s, which is now called %s, has no option %q", name, presentNames(before[name]), CleanKey(option))
					}
				}
			}
		}
	}
	for _, x := range c.exceptions {
		switch {
		case !present[x.Rule] && before[x.Rule] == nil:
			wrong(x.from, x.line, "no rule %q%s", CleanKey(x.Rule), bundle.DidYouMean(x.Rule, known))
		case x.expired(now.UnixMilli()):
			wrong(x.from, x.line, "this exception from %s ended with %s and has no effect; remove it, or set a later date", x.Rule, x.until)
		}
	}
	return errs
}

// presentNames joins the names of rules.
func presentNames(rules []*bundle.File) string {
	var names []string
	for _, f := range rules {
		names = append(names, f.Name)
	}
	return strings.Join(names, " and ")
}

// unquoted returns the message of a parser without what it quotes of the file. A quoted single character stays, because it
// shows the place and can carry no message.
func unquoted(err error) error {
	mistake, ok := errors.AsType[*bundle.FileError](err)
	if !ok {
		return err
	}
	text := regexp.MustCompile("\"[^\"]{2,}\"|'[^']{2,}'|`[^`]{2,}`").ReplaceAllString(mistake.Err.Error(), "…")
	if text == mistake.Err.Error() {
		return err
	}
	return &bundle.FileError{Path: mistake.Path, Line: mistake.Line, Err: errors.New(hook.Sanitize(text))}
}
