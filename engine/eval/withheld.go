package eval

import (
	"maps"
	"slices"

	"witness/engine/bundle"
	"witness/engine/project"
)

// Withheld returns what the project's files say and no person has accepted, so that it is not in force. Most projects have no
// such files, or are trusted.
func Withheld(sources []bundle.Source, config *project.Config) (list []bundle.Withheld) {
	brings := func(s bundle.Source) bool {
		return s.Origin == "project" && len(s.Files(bundle.Rules))+len(s.Files(bundle.Facts))+len(s.Files(bundle.Queries)) > 0
	}
	if config.Accepted == nil || !config.Proposes() && !slices.ContainsFunc(sources, brings) {
		return nil
	}
	note := func(w bundle.Withheld) { list = append(list, w) }
	rules := map[string]*bundle.File{}
	for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
		loader := bundle.Loader{Sources: sources, Wants: bundle.All, Withheld: note}
		switch kind {
		case bundle.Facts:
			loader.Locked = config.LockedReader
		case bundle.Rules:
			loader.Locked = config.Locked
		}
		for _, f := range loader.Load(kind) {
			if kind == bundle.Rules && f.Parse() == nil && rules[f.Name] == nil {
				rules[f.Name] = f
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		for _, was := range rules[name].Was {
			if rules[was] == nil {
				rules[was] = rules[name]
			}
		}
	}
	return slices.Concat(config.Withheld(rules), list)
}
