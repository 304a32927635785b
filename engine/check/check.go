// Package check answers what authors of files ask: whether a file is right, what a rule does, which
// configuration is in force, and the reference documentation and JSON Schemas.
//
// Read check.go for the mistakes that rules check finds; header.go, sql.go and plan.go find them.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// A checker looks for mistakes in files. It has a store in memory with the schema, the views and
// the indexes of a real one.
type checker struct {
	db      *store.DB
	sandbox store.Sandbox // for the kind of file that is being checked
	names   schemaNames
}

// newChecker opens a checker. close must be called in the end.
func newChecker(ctx context.Context, assets fs.FS) (c *checker, err error) {
	c = &checker{}
	if c.db, err = store.OpenMemory(ctx, assets); err != nil {
		return nil, err
	}
	if c.names, err = readNames(ctx, c.db); err != nil {
		return nil, errors.Join(err, c.db.Close())
	}
	return c, nil
}

// Check loads everything that is in force for the project around dir and returns every mistake,
// each with its file and line.
func Check(ctx context.Context, assets fs.FS, dir string) (files int, errs []error, err error) {
	c, err := newChecker(ctx, assets)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, c.db.Close()) }()
	here := project.Find(dir, "")
	sources, config := project.Sources(assets, here.Root), project.LoadConfig(here.Dir, here.Root)
	errs = append(errs, config.Errs...)
	errs = append(errs, config.Unread()...)
	names := map[string]bool{}
	for _, kind := range []string{bundle.Facts, bundle.Rules, bundle.Queries} {
		loader := bundle.Loader{Sources: sources}
		switch kind {
		case bundle.Facts:
			loader.Locked = config.LockedReader
		case bundle.Rules:
			loader.Locked = config.Locked
		}
		all := loader.Load(kind)
		for _, f := range all {
			files++
			errs = append(errs, c.checkFile(ctx, f)...)
			errs = append(errs, checkForm(f, all)...)
			if f.Origin == f.ReplacesOrigin {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: 1, Err: fmt.Errorf("hides %s, which has the same name and the same origin; keep one of the two", f.Replaces)})
			}
			if kind == bundle.Rules {
				names[f.Name] = true
				_, wrong := eval.NewRule(f, config)
				errs = append(errs, wrong...)
			}
		}
	}
	errs = append(errs, config.UnknownRules(names, time.Now())...)
	slices.SortStableFunc(errs, byPlace)
	return files, errs, nil
}

// checkForm finds a reader that names as its form a reader that does not exist. Its runs would
// belong to no runner, and clear no failure.
func checkForm(f *bundle.File, readers []*bundle.File) []error {
	if f.Form == "" || slices.ContainsFunc(readers, func(r *bundle.File) bool { return r.Name == f.Form && r != f }) {
		return nil
	}
	var known []string
	for _, r := range readers {
		known = append(known, r.Name)
	}
	return []error{&bundle.FileError{Path: f.Path, Line: f.Line("form"), Err: fmt.Errorf("form: there is no other reader %q%s", f.Form, bundle.DidYouMean(f.Form, known))}}
}

// byPlace orders mistakes by file and line.
func byPlace(a, b error) int {
	x, ok := errors.AsType[*bundle.FileError](a)
	y, ok2 := errors.AsType[*bundle.FileError](b)
	if !ok || !ok2 {
		return 0
	}
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
}

// checkFile finds the mistakes in one file. A mistake in its header does not keep those in its
// statement from being found.
func (c *checker) checkFile(ctx context.Context, f *bundle.File) (errs []error) {
	if f.Err != nil { // it was not even read, or a lock keeps it out
		errs = flatten(f.Err)
		if mistake, ok := errors.AsType[*bundle.FileError](f.Err); ok && mistake.Line == 0 && f.Text != "" {
			mistake.Line = max(f.Line("severity"), f.HeaderLine())
		}
		return errs
	}
	if !utf8.ValidString(f.Text) || strings.Contains(f.Text, "\x00") {
		return []error{&bundle.FileError{Path: f.Path, Line: 1, Err: errors.New("no text in UTF-8")}}
	}
	errs = checkLines(f)
	whole := bundle.HasHeader(f.Text)
	var unsure doubt
	if !whole && len(errs) == 0 {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: 1, Err: errors.New("no header: lines that begin with --- and say when to run")})
	}
	if whole {
		tree := map[string]any{}
		if err := bundle.CheckDepth(f.Path, f.Text); err != nil {
			return append(errs, err)
		}
		if _, err := toml.Decode(bundle.HeaderText(f.Text), &tree); err != nil {
			if len(errs) == 0 { // else that is what TOML stumbles over
				errs = append(errs, f.TOMLError(err))
			}
			whole = false
		} else {
			unsure = doubtAbout(f, tree)
			errs = append(errs, checkKeys(f, tree)...)
			errs = append(errs, checkTypes(f, tree)...)
			if err := f.Parse(); err != nil {
				errs = append(errs, flatten(err)...)
			}
			errs = append(errs, checkSelection(f, unsure)...)
		}
	}
	c.sandbox = c.db.Sandbox(f.Kind)
	return append(errs, c.checkSQL(ctx, f, whole, unsure)...)
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
