// Package check finds mistakes in rules, readers and queries, and explains rules and the configuration in force.
//
// Read check.go for how rules check works; header.go, sql.go and plan.go have the single checks.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/project"
	"witness/engine/store"

	"github.com/BurntSushi/toml"
)

// A checker finds mistakes in files. It has an empty store in memory with the schema, the views and
// the indexes of a real one.
type checker struct {
	db      *store.DB
	sandbox store.Sandbox // for the kind of file that is being checked
	names   schemaNames
}

// newChecker returns a checker, whose db the caller must close.
func newChecker(ctx context.Context, assets fs.FS) (c *checker, err error) {
	c = &checker{}
	if c.db, err = store.OpenMemory(ctx, assets); err != nil {
		return nil, err
	}
	if err := c.db.JoinFleet(ctx); err != nil {
		return nil, errors.Join(err, c.db.Close())
	}
	if c.names, err = readNames(ctx, c.db); err != nil {
		return nil, errors.Join(err, c.db.Close())
	}
	return c, nil
}

// Check checks the configuration, rules, readers and queries of the project that contains dir, those in
// force by judge; the files that came with the program only if embedded is set. It returns the number of files and all mistakes,
// each with its file and line.
func Check(ctx context.Context, assets fs.FS, dir string, judge project.Judge, embedded bool) (files int, errs []error, err error) {
	c, err := newChecker(ctx, assets)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, c.db.Close()) }()
	here := project.Find(dir, "")
	config := project.LoadConfig(here.Dir, here.Root, judge)
	sources := config.Sources(assets, here.Root)
	errs = append(errs, config.Errs...)
	var rules, readers []*bundle.File
	for _, kind := range []string{bundle.Facts, bundle.Rules, bundle.Queries} {
		loader := bundle.Loader{Sources: sources}
		if !embedded {
			loader.Wants = bundle.All // their headers come from the index
		}
		switch kind {
		case bundle.Facts:
			loader.Locked = config.LockedReader
		case bundle.Rules:
			loader.Locked = config.Locked
		}
		all := loader.Load(kind)
		if kind == bundle.Facts {
			readers = all
		}
		for _, f := range all {
			files++
			if embedded || f.Origin != "embedded" {
				store.Watch(ctx, f, QueryTimeout, func() { errs = append(errs, c.checkFile(ctx, f)...) })
				errs = append(errs, checkPatterns(f, sourceOf(sources, f))...)
				if kind != bundle.Facts {
					errs = append(errs, c.checkLabels(f, readers)...)
					errs = append(errs, c.checkMoments(f)...)
				}
			}
			errs = append(errs, checkForm(f, all)...)
			if f.Origin == f.ReplacesOrigin {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: 1, Err: fmt.Errorf("this file hides %s, which has the same name and the same origin; remove one of the two", f.Replaces)})
			}
			if kind == bundle.Rules {
				rules = append(rules, f)
				_, wrong := eval.NewRule(f, config)
				errs = append(errs, wrong...)
			}
		}
	}
	for _, r := range rules {
		errs = append(errs, checkYields(r, rules)...)
	}
	errs = append(errs, config.UnknownNames(rules, time.Now())...)
	slices.SortStableFunc(errs, compareByLine)
	return files, errs, nil
}

// sourceOf returns the files among which a file is, nil if it is embedded.
func sourceOf(sources []bundle.Source, f *bundle.File) fs.FS {
	for _, s := range sources {
		if s.Origin == f.Origin && s.Origin != "embedded" && path.Dir(path.Dir(f.Path)) == path.Clean(s.Dir) {
			return s.FS
		}
	}
	return nil
}

// checkForm reports a reader whose form key names a reader that does not exist. Its runs would
// belong to no runner, and would not clear the failures of one.
func checkForm(f *bundle.File, readers []*bundle.File) []error {
	if f.Form == "" || slices.ContainsFunc(readers, func(r *bundle.File) bool { return r.Name == f.Form && r != f }) {
		return nil
	}
	var known []string
	for _, r := range readers {
		known = append(known, r.Name)
	}
	return []error{&bundle.FileError{Path: f.Path, Line: f.Line("form"), Err: fmt.Errorf("form: no other reader %q%s", f.Form, bundle.DidYouMean(f.Form, known))}}
}

// checkYields reports the names in a rule's key yields that no other rule has.
func checkYields(r *bundle.File, rules []*bundle.File) (errs []error) {
	for _, name := range r.Yields {
		if name != r.Name && slices.ContainsFunc(rules, func(other *bundle.File) bool { return other.Name == name }) {
			continue
		}
		var known []string
		for _, other := range rules {
			known = append(known, other.Name)
		}
		errs = append(errs, &bundle.FileError{Path: r.Path, Line: r.ValueLine("yields", name), Err: fmt.Errorf("yields: no other rule %q%s", name, bundle.DidYouMean(name, known))})
	}
	return errs
}

// compareByLine orders mistakes by file and line.
func compareByLine(a, b error) int {
	x, okX := errors.AsType[*bundle.FileError](a)
	y, okY := errors.AsType[*bundle.FileError](b)
	if !okX || !okY {
		return 0
	}
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
}

// checkFile returns the mistakes in one file. Its query is checked even if the header is wrong.
func (c *checker) checkFile(ctx context.Context, f *bundle.File) (errs []error) {
	if f.Err != nil { // it could not be read, or the configuration locks what it would replace
		errs = flatten(f.Err)
		if mistake, ok := errors.AsType[*bundle.FileError](f.Err); ok && mistake.Line == 0 && f.Text != "" {
			mistake.Line = max(f.Line("severity"), f.HeaderLine())
		}
		return errs
	}
	if !utf8.ValidString(f.Text) || strings.Contains(f.Text, "\x00") {
		return []error{&bundle.FileError{Path: f.Path, Line: 1, Err: errors.New("this file is not UTF-8 text")}}
	}
	if f.IsInstance() { // its statement is that of the rule that it is like
		if f.Parse() == nil {
			return nil
		}
		return flatten(f.Err)
	}
	errs = checkLines(f)
	hasHeader := bundle.HasHeader(f.Path, f.Text)
	var unknown unknowns
	if !hasHeader && len(errs) == 0 {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: 1, Err: errors.New(noHeader(f))})
	}
	if hasHeader {
		tree := map[string]any{}
		if err := bundle.CheckBounds(f.Path, f.HeaderText()); err != nil {
			return append(errs, err)
		}
		if _, err := toml.Decode(f.HeaderText(), &tree); err != nil {
			if len(errs) == 0 { // else the lines that checkLines reported cause this error
				errs = append(errs, f.TOMLError(err))
			}
			hasHeader = false
		} else {
			unknown = findUnknowns(f, tree)
			errs = append(errs, checkKeys(f, tree)...)
			errs = append(errs, checkTypes(f, tree)...)
			if err := f.Parse(); err != nil {
				errs = append(errs, without(flatten(err), errs)...)
			}
			errs = append(errs, checkSelection(f, unknown)...)
		}
	}
	c.sandbox = c.db.Sandbox(f.Kind)
	return append(errs, c.checkSQL(ctx, f, hasHeader, unknown)...)
}

// noHeader returns the message for a file without a header.
func noHeader(f *bundle.File) string {
	if strings.HasSuffix(f.Path, ".toml") {
		return "the keys are missing that say whose output the reader reads: commands or contains"
	}
	return "the header is missing: lines that begin with --- and say when the file is evaluated"
}

// without returns the errors that say something else than those that are known.
func without(errs, known []error) []error {
	return slices.DeleteFunc(errs, func(e error) bool {
		return slices.ContainsFunc(known, func(k error) bool { return k.Error() == e.Error() })
	})
}

// flatten returns the errors that were joined with errors.Join.
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
