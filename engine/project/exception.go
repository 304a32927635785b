package project

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
	Rule    string
	Path    string // glob of files, "" if it is about commands
	Command string // first words of commands, "" if it is about files
	reason  string
	until   string // the last day on which it holds, "" for good
	end     int64  // when that day ends, in milliseconds since 1970
	From    string // the file it is in
	Line    int
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
		if len(c.Exceptions) == maxExceptions {
			in.wrong(fmt.Sprintf("except.%d", i), "more than %d exceptions: this one and those behind it have no effect", maxExceptions)
			return
		}
		at := fmt.Sprintf("except.%d", i)
		x := Exception{From: in.path, Line: in.line(at)}
		good := true
		for _, name := range slices.Sorted(maps.Keys(entry)) {
			k, known := FindKey(InExcept, name)
			if !known {
				in.wrong(at+"."+name, "unknown key %q%s", name, bundle.DidYouMean(name, ConfigKeyNames(InExcept)))
				good = false
				continue
			}
			v, err := k.accept(entry[name])
			if err != nil {
				in.wrong(at+"."+name, "%v", err)
				good = false
				continue
			}
			*x.Field(name) = fmt.Sprint(v)
		}
		if err := x.complete(entry); err != nil {
			in.wrong(at, "%v", err)
			good = false
		}
		if s := c.Rules[x.Rule]; good && s.Locked && s.layer < in.layer {
			in.wrong(at, "rule %s is locked by %s: this exception has no effect", x.Rule, s.Said["locked"].From)
			good = false
		}
		if good {
			c.Exceptions = append(c.Exceptions, x)
		}
	}
}

// field is where the value of a key goes.
func (x *Exception) Field(name string) *string {
	return map[string]*string{"rule": &x.Rule, "path": &x.Path, "command": &x.Command, "reason": &x.reason, "until": &x.until}[name]
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
	case path && !doublestar.ValidatePattern(x.Path):
		return fmt.Errorf("%q is no glob", x.Path)
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
func (x *Exception) Expired(now int64) bool { return x.end != 0 && now >= x.end }
