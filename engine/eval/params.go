package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/store"
)

// CallParameters returns all the parameters that a rule may use, depending on what it is evaluated
// for: the columns of events, commands and touches, now, and what is asked of the repository.
func CallParameters() []string {
	var c facts.Call
	a := (facts.Command{}).Params(0, facts.Touch{}.Params(c.Params()))
	a["now"], a["called"], a[bundle.Others], a[bundle.Shrinks] = nil, nil, nil, nil
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(a)), facts.Asked...))))
}

// callParameters is CallParameters, computed once.
var callParameters = sync.OnceValue(CallParameters)

// bindOptions adds the options of a rule to the parameters of a target. An option with the name of a parameter
// that some call has is a mistake: the query would mean both.
func bindOptions(r *Rule, a store.Args) error {
	for name, option := range r.Options {
		if slices.Contains(callParameters(), name) {
			return &bundle.FileError{Path: r.Path, Line: r.Line("options." + name), Err: OptionNamedLikeColumn(name)}
		}
		a[name] = Bound(option)
	}
	return nil
}

// Bound returns the value of an option as a parameter. A list is a JSON array.
func Bound(option any) any {
	if list, ok := option.([]any); ok {
		return store.JSONList(list)
	}
	return option
}

// OptionNamedLikeColumn returns the mistake that an option has the name of a column.
func OptionNamedLikeColumn(name string) error {
	return fmt.Errorf("option %q has the name of a column, and :%s would mean both; choose another name", name, name)
}

// Parameters returns the names that a file's statement may use, sorted.
func Parameters(f *bundle.File) []string {
	var c facts.Call
	list := append(slices.Collect(maps.Keys(c.Params())), "now")
	switch f.Kind {
	case bundle.Rules:
		a := c.Params()
		files, commands := f.Selects()
		if len(f.Takes) > 0 { // its instances have them, empty where they do not apply
			files, commands = true, true
		}
		if files {
			a = facts.Touch{}.Params(a)
		}
		if commands {
			a = facts.Command{}.Params(0, a)
		}
		list = append(append(slices.Collect(maps.Keys(a)), "now", "called", bundle.Others, bundle.Shrinks), facts.Asked...)
	case bundle.Facts:
		list = append(slices.Collect(maps.Keys(facts.Command{}.Params(0, c.Params()))), "output")
	case bundle.Queries:
		list = []string{"session", "root", "now"}
		for _, a := range f.Args {
			list = append(list, strings.TrimSuffix(a, "?"))
		}
	}
	list = append(list, slices.Collect(maps.Keys(f.Options))...)
	if len(f.Takes) > 0 {
		list = append(list, "chosen")
	}
	slices.Sort(list)
	return list
}
