package project

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"witness/engine/bundle"
)

// unread returns a mistake for each configuration file that is not read because another one is
// next to it.
func (c *Config) Unread() (errs []error) {
	for _, path := range c.Files {
		dir, name := filepath.Split(path)
		if other := dir + ".witness.json"; name == ".witness.toml" && IsFile(other) {
			errs = append(errs, &bundle.FileError{Path: other, Line: 1, Err: fmt.Errorf("is not read, since %s lies beside it: keep one of the two", path)})
		}
	}
	return errs
}

// unknownRules returns a mistake for each setting of and exception from a rule that is not among
// the names, and for each exception that has expired.
func (c *Config) UnknownRules(names map[string]bool, now time.Time) (errs []error) {
	known := slices.Sorted(maps.Keys(names))
	for _, name := range slices.Sorted(maps.Keys(c.Rules)) {
		if s := c.Rules[name]; !names[name] {
			errs = append(errs, &bundle.FileError{Path: s.path, Line: s.line, Err: fmt.Errorf("no rule %q%s", name, bundle.DidYouMean(name, known))})
		}
	}
	for _, x := range c.Exceptions {
		switch {
		case !names[x.Rule]:
			errs = append(errs, &bundle.FileError{Path: x.From, Line: x.Line, Err: fmt.Errorf("no rule %q%s", x.Rule, bundle.DidYouMean(x.Rule, known))})
		case x.Expired(now.UnixMilli()):
			errs = append(errs, &bundle.FileError{Path: x.From, Line: x.Line, Err: fmt.Errorf("this exception from %s ended with %s and has no effect; remove it, or give it a later date", x.Rule, x.until)})
		}
	}
	return errs
}
