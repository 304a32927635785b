package bundle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/hook"

	"github.com/BurntSushi/toml"
)

// What an option of a rule for instances takes: the values of the key takes.
const (
	TakesCalls    = "calls"
	TakesWritten  = "written_calls"
	TakesPaths    = "paths"
	TakesRuns     = "runs"
	TakesAnyRun   = "any_run"
	TakesFiles    = "files"
	TakesSources  = "sources"
	TakesEachFile = "each_file"
)

// takes are all of them.
var takes = []string{TakesCalls, TakesWritten, TakesPaths, TakesRuns, TakesAnyRun, TakesFiles, TakesSources, TakesEachFile}

// maxLikes is how many rules may be like one another in a row.
const maxLikes = 4

// IsInstance reports whether the file is a rule with the key like.
func (f *File) IsInstance() bool {
	if f.Kind != Rules || f.inTable {
		return f.inTable
	}
	for line := range strings.Lines(f.HeaderText()) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "like"); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
			return true
		}
	}
	return false
}

// BorrowsSQL reports whether a file has witness's own SQL: that of the rule that it is like.
func (f *File) BorrowsSQL() bool {
	shape := f
	for shape.Shape != nil {
		shape = shape.Shape
	}
	return shape != f && shape.Origin == "embedded"
}

// findShape finds the rule that an instance is like.
func (f *File) findShape() error {
	if f.Like == "" {
		return nil
	}
	var shape *File
	if f.find != nil {
		shape = f.find(f.Like)
	}
	switch {
	case shape == nil || shape == f:
		f.Err = f.wrongAt("like", "no rule %q%s", f.Like, DidYouMean(f.Like, Shapes))
	case shape.Parse() != nil:
		f.Err = f.wrongAt("like", "%s has a mistake: %v", shape.Path, shape.Err)
	case likes(shape) >= maxLikes:
		f.Err = f.wrongAt("like", "more than %d rules are like one another", maxLikes)
	default:
		f.Shape = shape
	}
	return f.Err
}

// Shapes are the rules of witness that are made to be liked, for messages.
var Shapes = []string{"run_before", "after", "first", "change_together", "read_first", "never"}

// likes returns how many rules an instance is like, one after the other.
func likes(f *File) (n int) {
	for ; f.Shape != nil && n <= maxLikes; f = f.Shape {
		n++
	}
	return n
}

func (f *File) wrongAt(key, format string, a ...any) error {
	return &FileError{f.Path, f.Line(key), fmt.Errorf(format, a...)}
}

// An instance is a file whose header is decoded.
type instance struct {
	*File
	errs []error
}

// parse decodes the header of an instance: that of the rule that it is like, with the instance's own keys in place of some.
func (i *instance) parse(text string) error {
	tree := map[string]any{}
	if _, err := toml.Decode(text, &tree); err != nil {
		return i.TOMLError(err)
	}
	name, isText := tree["like"].(string)
	if !isText {
		return &FileError{i.Path, i.HeaderLine(), fmt.Errorf("a rule here needs like = %q, or another rule that it is like", Shapes[0])}
	}
	i.Like = name
	if err := i.findShape(); err != nil {
		return err
	}
	if !i.inTable && hasStatement(i.Text) {
		return i.wrongAt("like", "this rule has the SELECT of %s: remove its own, or the key like", name)
	}
	i.Header = inherited(i.Shape.Header)
	i.Like = name
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		i.key(key, tree[key])
	}
	i.calls()
	if len(i.errs) == 0 {
		i.errs = append(i.errs, i.complete())
	}
	return errors.Join(i.errs...)
}

// hasStatement reports whether the text of a .sql file has more than comments.
func hasStatement(text string) bool {
	for line := range strings.Lines(text) {
		if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.HasPrefix(trimmed, "--") {
			return true
		}
	}
	return false
}

// inherited returns the header that an instance of a rule begins with.
func inherited(h Header) Header {
	h.Options, h.Takes, h.OptionWas = maps.Clone(h.Options), maps.Clone(h.Takes), maps.Clone(h.OptionWas)
	h.Pack, h.Was, h.Shares = "", nil, ""
	if h.Severity == hook.Off {
		h.Severity = ""
	}
	return h
}
