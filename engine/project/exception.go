package project

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// An Exception is one [[except]] entry: files or commands to which a rule does not apply.
type Exception struct {
	Rule    string
	Path    string // a glob of files, "" if the exception is about commands
	Command string // the first words of commands, "" if the exception is about files
	// OwnOnly limits the exception to rules that nobody has accepted: it is in an untrusted file itself.
	OwnOnly bool

	// Severity is that of the rule's findings there, "" or off if the rule does not apply.
	Severity string

	reason string
	until  string // the last day on which it is valid, "" if it does not expire
	end    int64  // the end of that day in milliseconds since 1970, 0 if it does not expire
	layer  int
	from   string // the file it is in
	line   int
}

// maxExceptions is the maximum number of exceptions, because every rule that has a target for a
// call is compared with all of them.
const maxExceptions = 1000

// Exceptions yields the exceptions that are valid at a time, in milliseconds since 1970.
func (c *Config) Exceptions(now int64) iter.Seq[*Exception] {
	return func(yield func(*Exception) bool) {
		for _, x := range c.exceptions {
			if !x.expired(now) && !yield(x) {
				return
			}
		}
	}
}

// Excepts reports whether an exception is about the rule of a file and in force. An exception that nobody has accepted is in
// force only for rules that nobody has accepted either. One of a layer above the layer that locks the rule is not in force.
func (c *Config) Excepts(x *Exception, f *bundle.File) bool {
	if !f.Had(x.Rule) || x.OwnOnly && f.Trust != bundle.Untrusted {
		return false
	}
	if len(f.Was) == 0 {
		return true // addExceptions has looked at the lock
	}
	s := c.named(f.AllNames())
	return !s.Locked || s.layer >= x.layer
}

// Off reports whether the rule does not apply where the exception is.
func (x *Exception) Off() bool { return x.Severity == "" || x.Severity == hook.Off }

// Key returns the value of an InExcept key, "" if it is not set.
func (x *Exception) Key(name string) string { return *x.field(name) }

// Place returns the file and the line of the exception.
func (x *Exception) Place() string { return Entry{From: x.from, Line: x.line}.Place() }

// expired reports whether the exception has ended at a time, in milliseconds since 1970.
func (x *Exception) expired(now int64) bool { return x.end != 0 && now >= x.end }

// field returns the field that holds the value of a key.
func (x *Exception) field(name string) *string {
	return map[string]*string{"rule": &x.Rule, "path": &x.Path, "command": &x.Command, "severity": &x.Severity, "reason": &x.reason, "until": &x.until}[name]
}

// addExceptions adds the entries of one file. An entry with a mistake has no effect, because it
// might silence a rule for more than was meant.
func (in *layerReader) addExceptions(v any) {
	c := in.config
	entries, ok := tablesOf(v)
	if !ok {
		in.wrong("except", "except must be a list of tables: [[except]]")
		return
	}
	for i, entry := range entries {
		if len(c.exceptions) == maxExceptions {
			in.wrong(fmt.Sprintf("except.%d", i), "more than %d exceptions: this one and all after it have no effect", maxExceptions)
			return
		}
		at := fmt.Sprintf("except.%d", i)
		x := &Exception{layer: in.layer, from: in.path, line: in.line(at)}
		good := true
		for _, name := range slices.Sorted(maps.Keys(entry)) {
			k, known := FindKey(InExcept, name)
			if !known {
				in.wrong(at+"."+name, "unknown key %q%s", CleanKey(name), in.didYouMean(name, keyNames(InExcept)))
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
		if s := in.below.rules[x.Rule]; good && s.Locked && s.layer < in.layer {
			in.wrong(at, "rule %s is locked by %s: this exception has no effect", x.Rule, in.below.LockedBy(x.Rule))
			good = false
		}
		if good {
			c.exceptions = append(c.exceptions, x)
		}
	}
}

// complete checks that no required key is missing, and sets x.end.
func (x *Exception) complete(entry map[string]any) error {
	for _, name := range []string{"rule", "reason"} {
		if _, ok := entry[name]; !ok {
			return fmt.Errorf("an exception needs a %s", name)
		}
	}
	_, path := entry["path"]
	_, command := entry["command"]
	if path == command {
		return errors.New("an exception needs either a path or a command; to silence a rule everywhere, set its severity to \"off\"")
	}
	if path && (bundle.CheckGlob(x.Path) != nil || strings.HasPrefix(x.Path, "!")) {
		return &valueError{"path must be a valid glob", spelled(x.Path), ""}
	}
	if x.until != "" {
		day, err := time.ParseInLocation(time.DateOnly, x.until, time.Local)
		if err != nil {
			return nil // accept has reported it
		}
		x.end = day.AddDate(0, 0, 1).UnixMilli()
	}
	return nil
}
