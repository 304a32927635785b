package eval

import (
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
)

// CallParameters returns all the parameters that a rule may use, depending on what it is evaluated
// for: the columns of events, commands and touches, now, and what is asked of the repository.
func CallParameters() []string {
	var c facts.Call
	a := (facts.Command{}).Params(0, facts.Touch{}.Params(c.Params()))
	a["now"] = nil
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(a)), facts.Asked...))))
}

// Parameters returns the names that a file's statement may use, sorted.
func Parameters(f *bundle.File) []string {
	var c facts.Call
	list := append(slices.Collect(maps.Keys(c.Params())), "now")
	switch f.Kind {
	case bundle.Rules:
		a := c.Params()
		files, commands := f.Selects()
		if files {
			a = facts.Touch{}.Params(a)
		}
		if commands {
			a = facts.Command{}.Params(0, a)
		}
		list = append(append(slices.Collect(maps.Keys(a)), "now"), facts.Asked...)
	case bundle.Facts:
		list = append(slices.Collect(maps.Keys(facts.Command{}.Params(0, c.Params()))), "output")
	case bundle.Queries:
		list = []string{"session", "root", "now"}
		for _, a := range f.Args {
			list = append(list, strings.TrimSuffix(a, "?"))
		}
	}
	list = append(list, slices.Collect(maps.Keys(f.Options))...)
	slices.Sort(list)
	return list
}
