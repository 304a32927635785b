package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// An except is one [[except]] entry: what one rule does not object to.
type except struct {
	rule, path, command, reason string
	until                       string // the last day, "" for good
	end                         int64  // when that day ends, milliseconds since 1970
	from                        string // the file, and the line in it
	line, layer                 int
}

// maxExcepts bounds what each subject of a rule is compared with.
const maxExcepts = 1000

// addExcepts takes over the entries of one file. An entry with a mistake has no effect:
// it would silence a rule for a reason that nobody can read.
func (c *Config) addExcepts(v any, in *configFile) {
	entries, ok := v.([]map[string]any)
	if list, isList := v.([]any); isList {
		ok = true
		for _, item := range list {
			entry, isTable := item.(map[string]any)
			ok = ok && isTable
			entries = append(entries, entry)
		}
	}
	if !ok {
		in.wrong("except", "except must be a list of tables: [[except]]")
		return
	}
	for i, entry := range entries {
		if len(c.excepts) == maxExcepts {
			in.wrong(fmt.Sprintf("except.%d", i), "more than %d exceptions: this one and those behind it have no effect", maxExcepts)
			return
		}
		at := fmt.Sprintf("except.%d", i)
		x := except{from: in.path, line: in.line(at), layer: c.layer}
		good := true
		for _, name := range slices.Sorted(maps.Keys(entry)) {
			k, known := findKey(inExcept, name)
			if !known {
				in.wrong(at+"."+name, "unknown key %q%s", name, didYouMean(name, configKeyNames(inExcept)))
				good = false
				continue
			}
			v, err := k.accept(entry[name])
			if err != nil {
				in.wrong(at+"."+name, "%v", err)
				good = false
				continue
			}
			*x.field(name) = show(v)
		}
		if err := x.complete(entry); err != nil {
			in.wrong(at, "%v", err)
			good = false
		}
		if s := c.rules[x.rule]; good && s.locked && s.layer < c.layer {
			in.wrong(at, "rule %s is locked by %s: this exception has no effect", x.rule, s.said["locked"].from)
			good = false
		}
		if good {
			c.excepts = append(c.excepts, x)
		}
	}
}

// field is where the value of a key goes.
func (x *except) field(name string) *string {
	return map[string]*string{"rule": &x.rule, "path": &x.path, "command": &x.command, "reason": &x.reason, "until": &x.until}[name]
}

// complete tells what an entry lacks, and computes its end.
func (x *except) complete(entry map[string]any) error {
	for _, name := range []string{"rule", "reason"} {
		if _, said := entry[name]; !said {
			return fmt.Errorf("an exception needs a %s", name)
		}
	}
	_, path := entry["path"]
	_, command := entry["command"]
	switch {
	case path == command:
		return errors.New("an exception needs a path or a command, one of them; to silence a rule everywhere, set its severity to \"off\"")
	case path && !doublestar.ValidatePattern(x.path):
		return fmt.Errorf("%q is no glob", x.path)
	}
	if x.until != "" {
		day, err := time.ParseInLocation(time.DateOnly, x.until, time.Local)
		if err != nil {
			return nil // told with the value
		}
		x.end = day.AddDate(0, 0, 1).UnixMilli()
	}
	return nil
}

// expired tells whether an exception is over at a time of the wall clock.
func (x *except) expired(now int64) bool { return x.end != 0 && now >= x.end }

// excepted tells whether a rule is not to object to a subject. A replay has no clock: for
// it no exception is over. Of a command that names several files, those that an exception
// is about are left out, and the rule is asked about the others.
func (c *Config) excepted(rule string, s subject, now int64) bool {
	for _, x := range c.excepts {
		if x.rule != rule || x.expired(now) {
			continue
		}
		about := func(file string) bool { return x.path != "" && anyGlob([]string{x.path}, file) }
		switch {
		case s.command == nil:
			if s.file != "" && about(s.file) {
				return true
			}
		case x.path == "":
			if s.command.begins(x.command) {
				return true
			}
		case len(s.named)+len(s.above) > 0:
			s.named, s.above = slices.DeleteFunc(s.named, about), slices.DeleteFunc(s.above, about)
			if len(s.named)+len(s.above) == 0 && !s.listed {
				return true
			}
			s.naming()
		}
	}
	return false
}

// checkExcepts finds the exceptions that are over, and those from rules that do not exist.
func (c *Config) checkExcepts(names map[string]bool, now time.Time) (errs []error) {
	known := slices.Sorted(maps.Keys(names))
	for _, x := range c.excepts {
		switch {
		case !names[x.rule]:
			errs = append(errs, &FileError{x.from, x.line, fmt.Errorf("no rule %q%s", x.rule, didYouMean(x.rule, known))})
		case x.expired(now.UnixMilli()):
			errs = append(errs, &FileError{x.from, x.line, fmt.Errorf("this exception from %s ended with %s and has no effect; remove it, or give it a later date", x.rule, x.until)})
		}
	}
	return errs
}
