package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"witness/engine/bundle"

	"github.com/bmatcuk/doublestar/v4"
)

// An Exception is one [[except]] entry: files or commands for which one rule is silent.
type Exception struct {
	rule    string
	path    string // glob of files, "" if it is about commands
	command string // first words of commands, "" if it is about files
	reason  string
	until   string // the last day on which it holds, "" for good
	end     int64  // when that day ends, in milliseconds since 1970
	from    string // the file it is in
	line    int
}

// maxExceptions bounds what each subject of a rule is compared with.
const maxExceptions = 1000

// addExceptions takes over the entries of one file. An entry with a mistake has no effect:
// it would silence a rule for a reason that nobody can read.
func (in *configFile) addExceptions(v any) {
	c := in.config
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
		if len(c.exceptions) == maxExceptions {
			in.wrong(fmt.Sprintf("except.%d", i), "more than %d exceptions: this one and those behind it have no effect", maxExceptions)
			return
		}
		at := fmt.Sprintf("except.%d", i)
		x := Exception{from: in.path, line: in.line(at)}
		good := true
		for _, name := range slices.Sorted(maps.Keys(entry)) {
			k, known := findKey(inExcept, name)
			if !known {
				in.wrong(at+"."+name, "unknown key %q%s", name, bundle.DidYouMean(name, configKeyNames(inExcept)))
				good = false
				continue
			}
			v, err := k.accept(entry[name])
			if err != nil {
				in.wrong(at+"."+name, "%v", err)
				good = false
				continue
			}
			*x.field(name) = fmt.Sprint(v)
		}
		if err := x.complete(entry); err != nil {
			in.wrong(at, "%v", err)
			good = false
		}
		if s := c.rules[x.rule]; good && s.locked && s.layer < in.layer {
			in.wrong(at, "rule %s is locked by %s: this exception has no effect", x.rule, s.said["locked"].from)
			good = false
		}
		if good {
			c.exceptions = append(c.exceptions, x)
		}
	}
}

// field is where the value of a key goes.
func (x *Exception) field(name string) *string {
	return map[string]*string{"rule": &x.rule, "path": &x.path, "command": &x.command, "reason": &x.reason, "until": &x.until}[name]
}

// complete tells what an entry lacks, and computes its end.
func (x *Exception) complete(entry map[string]any) error {
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
func (x *Exception) expired(now int64) bool { return x.end != 0 && now >= x.end }
