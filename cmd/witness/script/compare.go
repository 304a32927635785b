package script

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// cmp compares a file, or what the last program printed, with another file.
func (r *run) cmp(not bool, args []string) error { return r.compare(not, args, false) }

// cmpenv is cmp with the variables expanded in the second file.
func (r *run) cmpenv(not bool, args []string) error { return r.compare(not, args, true) }

func (r *run) compare(not bool, args []string, env bool) error {
	if args[0] == args[1] {
		return errors.New("cmp: cannot compare a file against itself")
	}
	have, err := r.read(args[0])
	if err != nil {
		return err
	}
	text, err := os.ReadFile(r.path(args[1]))
	if err != nil {
		return err
	}
	want := string(text)
	if env {
		want = r.env.expand(want)
	}
	switch {
	case not && have == want:
		return fmt.Errorf("%s and %s do not differ", args[0], args[1])
	case not || have == want:
		return nil
	}
	if i, ok := r.files[r.path(args[1])]; ok && r.Update && !env {
		return r.update(i, have)
	}
	r.note(string(diff.Diff(args[0], []byte(have), args[1], []byte(want))))
	return fmt.Errorf("%s and %s differ", args[0], args[1])
}

// matchStdout holds what the last program printed to a pattern.
func (r *run) matchStdout(not bool, args []string) error {
	return matchPrinted("stdout", r.stdout, not, args)
}

// matchStderr holds the errors that the last program printed to a pattern.
func (r *run) matchStderr(not bool, args []string) error {
	return matchPrinted("stderr", r.stderr, not, args)
}

func matchPrinted(name, text string, not bool, args []string) error {
	return match(not, args, func(rest []string) (string, string, error) {
		if len(rest) > 0 {
			return "", "", misused(name)
		}
		return name, text, nil
	})
}

// grep holds a file to a pattern, and shows the file where it does not keep to it.
func (r *run) grep(not bool, args []string) error {
	var name, text string
	err := match(not, args, func(rest []string) (string, string, error) {
		if len(rest) != 1 {
			return "", "", misused("grep")
		}
		data, err := os.ReadFile(r.path(rest[0]))
		name, text = rest[0], string(data)
		return name, text, err
	})
	if err != nil && text != "" {
		r.note("[" + name + "]\n" + text)
	}
	return err
}

// match holds a text to a pattern; of gives the text, by the arguments behind the pattern.
func match(not bool, args []string, of func([]string) (name, text string, err error)) error {
	want := 0
	if number, ok := strings.CutPrefix(args[0], "-count="); ok {
		if not {
			return errors.New("cannot use -count= with negated match")
		}
		var err error
		if want, err = strconv.Atoi(number); err != nil || want < 1 {
			return fmt.Errorf("bad -count=: %q is no number above 0", number)
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return errors.New("-count= needs a pattern behind it")
	}
	pattern := args[0]
	expression, err := regexp.Compile("(?m)" + pattern)
	if err != nil {
		return err
	}
	name, text, err := of(args[1:])
	if err != nil {
		return err
	}
	found := expression.FindAllString(text, -1)
	switch {
	case not && len(found) > 0:
		return fmt.Errorf("unexpected match for %#q found in %s: %s", pattern, name, found[0])
	case !not && len(found) == 0:
		return fmt.Errorf("no match for %#q found in %s", pattern, name)
	case want > 0 && len(found) != want:
		return fmt.Errorf("have %d matches for %#q, want %d", len(found), pattern, want)
	}
	return nil
}
