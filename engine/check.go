package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// A checker looks for mistakes in files, with a store in memory that has the schema, the
// views and the indexes of a real one.
type checker struct {
	*Engine
	names schemaNames
}

// Check loads everything that is in force for the project around dir and returns every
// mistake at once, each with its file and line.
func Check(ctx context.Context, brain fs.FS, dir string) (files int, errs []error, err error) {
	e, err := Scratch(ctx, brain, dir)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	c := checker{Engine: e}
	if c.names, err = e.schemaNames(ctx); err != nil {
		return 0, nil, err
	}
	errs = append(errs, e.config.Errs...)
	errs = append(errs, e.config.checkBeside()...)
	names := map[string]bool{}
	for _, kind := range []string{Facts, Rules, Queries} {
		locked := e.config.locked
		switch kind {
		case Facts:
			locked = e.config.lockedReader
		case Queries:
			locked = nil
		}
		all := load(e.layers, kind, locked)
		for _, f := range all {
			files++
			errs = append(errs, c.checkFile(ctx, f)...)
			errs = append(errs, f.checkForm(all)...)
			if f.Origin == f.ReplacesOrigin {
				errs = append(errs, &FileError{f.Path, 1, fmt.Errorf("hides %s, which has the same name and the same origin; keep one of the two", f.Replaces)})
			}
			if kind == Rules {
				names[f.Name] = true
				errs = append(errs, e.config.apply(f)...)
			}
		}
	}
	errs = append(errs, e.config.checkNames(names)...)
	errs = append(errs, e.config.checkExcepts(names, time.Now())...)
	slices.SortStableFunc(errs, byPlace)
	return files, errs, nil
}

// checkForm finds a reader that says it reads another form of what no reader reads: its runs
// would be nobody's, and clear nothing.
func (f *Script) checkForm(readers []*Script) []error {
	if f.Form == "" || slices.ContainsFunc(readers, func(r *Script) bool { return r.Name == f.Form && r != f }) {
		return nil
	}
	var known []string
	for _, r := range readers {
		known = append(known, r.Name)
	}
	return []error{&FileError{f.Path, f.line("form"), fmt.Errorf("form: there is no other reader %q%s", f.Form, didYouMean(f.Form, known))}}
}

// checkBeside finds a project's settings that are not read, because others lie beside them.
func (c *Config) checkBeside() (errs []error) {
	for _, path := range c.Files {
		dir, name := filepath.Split(path)
		if other := dir + ".witness.json"; name == ".witness.toml" && isFile(other) {
			errs = append(errs, &FileError{other, 1, fmt.Errorf("is not read, since %s lies beside it: keep one of the two", path)})
		}
	}
	return errs
}

// byPlace orders mistakes by file and line.
func byPlace(a, b error) int {
	x, ok := errors.AsType[*FileError](a)
	y, ok2 := errors.AsType[*FileError](b)
	if !ok || !ok2 {
		return 0
	}
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
}

// checkNames finds settings of rules that do not exist.
func (c *Config) checkNames(names map[string]bool) (errs []error) {
	known := slices.Sorted(maps.Keys(names))
	for _, name := range slices.Sorted(maps.Keys(c.rules)) {
		if s := c.rules[name]; !names[name] {
			errs = append(errs, &FileError{s.path, s.line, fmt.Errorf("no rule %q%s", name, didYouMean(name, known))})
		}
	}
	return errs
}

// checkFile finds what is wrong with one file. A mistake in its header does not keep those
// in its statement from being found.
func (c *checker) checkFile(ctx context.Context, f *Script) (errs []error) {
	if f.Err != nil { // it was not even read, or a lock keeps it out
		errs = flatten(f.Err)
		if mistake, ok := errors.AsType[*FileError](f.Err); ok && mistake.Line == 0 && f.Text != "" {
			mistake.Line = max(f.line("severity"), f.headerLine())
		}
		return errs
	}
	if !utf8.ValidString(f.Text) || strings.Contains(f.Text, "\x00") {
		return []error{&FileError{f.Path, 1, errors.New("no text in UTF-8")}}
	}
	errs = f.checkLines()
	whole := hasHeader(f.Text)
	var unsure doubt
	if !whole && len(errs) == 0 {
		errs = append(errs, &FileError{f.Path, 1, errors.New("no header: lines that begin with --- and say when to run")})
	}
	if whole {
		tree := map[string]any{}
		if line := deepLine(f.Text); line > 0 {
			return append(errs, &FileError{f.Path, line, errDeep})
		}
		if _, err := toml.Decode(headerText(f.Text), &tree); err != nil {
			if len(errs) == 0 { // else that is what TOML stumbles over
				errs = append(errs, f.tomlError(err))
			}
			whole = false
		} else {
			unsure = f.doubt(tree)
			errs = append(errs, f.checkKeys(tree)...)
			errs = append(errs, f.checkTypes(tree)...)
			if err := f.parse(); err != nil {
				errs = append(errs, flatten(err)...)
			}
			errs = append(errs, f.checkSelection(unsure)...)
		}
	}
	err := c.db.guard(f.Kind, func() error {
		errs = append(errs, c.checkSQL(ctx, f, whole, unsure)...)
		return nil
	})
	if err != nil {
		errs = append(errs, &FileError{f.Path, 0, err})
	}
	return errs
}

// flatten takes joined errors apart.
func flatten(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var list []error
		for _, e := range joined.Unwrap() {
			list = append(list, flatten(e)...)
		}
		return list
	}
	return []error{err}
}
