package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// Check loads everything that is in force for the project around dir and returns every
// mistake at once, each with its file and line.
func Check(ctx context.Context, brain fs.FS, dir string) (files int, errs []error, err error) {
	e, err := Scratch(ctx, brain, dir)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	errs = append(errs, e.config.Errs...)
	names := map[string]bool{}
	for _, kind := range []string{Facts, Rules, Queries} {
		locked := e.config.locked
		switch kind {
		case Facts:
			locked = e.config.lockedReader
		case Queries:
			locked = nil
		}
		for _, f := range load(e.layers, kind, locked) {
			files++
			errs = append(errs, e.checkFile(ctx, f)...)
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

// checkFile finds what is wrong with one file.
func (e *Engine) checkFile(ctx context.Context, f *Script) []error {
	if !hasHeader(f.Text) && f.Err == nil {
		return []error{&FileError{f.Path, 1, errors.New("no header: a line that begins with --- and says when to run")}}
	}
	var errs []error
	if err := f.parse(); err != nil {
		errs = append(errs, flatten(err)...)
	}
	var parseError toml.ParseError
	if len(f.Text) == 0 || errors.As(f.Err, &parseError) {
		return errs
	}
	errs = append(errs, f.checkKeys()...)
	err := e.db.guard(f.Kind, func() error {
		errs = append(errs, e.checkSQL(ctx, f)...)
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

// checkKeys finds keys that are unknown or mean nothing in this folder.
func (f *Script) checkKeys() (errs []error) {
	tree := map[string]any{}
	if errors.Is(f.Err, errDeep) {
		return nil // told by parse
	}
	if _, err := toml.Decode(headerText(f.Text), &tree); err != nil {
		return nil // told by parse
	}
	var known []string
	kinds := map[string]string{}
	for _, k := range keys {
		kinds[k.Name] = k.Kinds
		if strings.Contains(k.Kinds, f.Kind) {
			known = append(known, k.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		switch {
		case kinds[name] == "":
			errs = append(errs, &FileError{f.Path, f.line(name), fmt.Errorf("unknown key %q%s", name, didYouMean(name, known))})
		case !slices.Contains(known, name):
			errs = append(errs, &FileError{f.Path, f.line(name), fmt.Errorf("key %q means nothing in %s.d; it belongs in %s", name, f.Kind, strings.ReplaceAll(kinds[name], " ", ".d or ")+".d")})
		}
	}
	return errs
}
