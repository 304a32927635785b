// Package ruletest runs the tests of a project's and a user's own rules, readers and queries. A test is
// a testscript in which the commands did and will play the agent.
package ruletest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
)

// Cmd is the command witness rules test.
type Cmd struct {
	Names   []string `arg:"" optional:"" name:"name" help:"The rules to test, or scripts (FILE.txtar); all of the project's and the user's own rules if left out."`
	Update  bool     `short:"u" help:"Write the actual output into the tests, and show the changes."`
	Trust   bool     `help:"Put all files of the project into force for this run, not only those that a person has accepted."`
	Verbose bool     `short:"v" help:"Show every step of every test."`

	Format term.Format `embed:"" set:"formats=text,json"`
}

// A test is one file of the project or the user and the script that tests it.
type test struct {
	name, kind string
	path       string // display path of the file
	script     string // display path of the script, which may be missing
	source     bundle.Source
	all        []bundle.Source // the sources of a script that was named itself: the project\'s and the user\'s
	trusted    bool            // all files of the project are in force in the test
	missing    bool            // the script does not exist

	result  Result
	changed []byte // diff of the script if it was updated
}

// Run runs the tests concurrently and prints a line for each, followed by the cause if it failed.
func (c *Cmd) Run(s term.Streams) (err error) {
	tests, err := c.tests()
	if err != nil {
		return err
	}
	bin, err := LinkCommands()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	p := term.NewProgress(s.Err)
	defer p.End()
	p.Doing("running " + term.Count(len(tests), "test"))
	var all sync.WaitGroup
	var done atomic.Int64
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, t := range tests {
		if !t.missing {
			all.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				t.run(bin, c.Update)
				n := done.Add(1)
				p.Show(n, int64(len(tests)), fmt.Sprintf("%d of %s", n, term.Count(len(tests), "test")))
			})
		}
	}
	all.Wait()
	p.End()
	failed := 0
	outcomes := []Outcome{}
	for _, t := range tests {
		ok, text := t.report(c.Verbose)
		if !ok {
			failed++
		}
		outcomes = append(outcomes, t.outcome(ok, text))
		if c.Format.Chosen() == "json" {
			continue
		}
		if _, err := fmt.Fprint(s.Out, text); err != nil {
			return err
		}
	}
	if c.Format.Chosen() == "json" {
		if err := term.WriteJSON(s.Out, outcomes); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s failed", failed, term.Count(len(tests), "test"))
	}
	return nil
}

// tests returns the tests to run: those of all rules, including rules without a script, and of
// the readers and queries that have one.
func (c *Cmd) tests() ([]*test, error) {
	dir, err := term.WorkDir()
	if err != nil {
		return nil, err
	}
	root := project.RootOf(dir)
	var tests []*test
	var known []string
	var own []bundle.Source
	here := project.Find(dir, "")
	accepted := project.LoadConfig(here.Dir, here.Root, c.judge()).Accepted
	for _, source := range project.Sources(witness.Files, here.Root, nil) {
		if source.Origin == "embedded" || source.Origin == "policy" { // they are tested where they come from
			continue
		}
		own = append(own, source)
		for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
			for _, f := range source.Files(kind) {
				name := f.Name
				t := &test{name: name, kind: kind, source: source}
				t.trusted = trusted(accepted, source, path.Join(kind+".d", path.Base(f.Path)))
				t.path = term.DisplayPath(dir, root, f.Path)
				t.script = strings.TrimSuffix(t.path, path.Ext(t.path)) + ".txtar"
				_, err := os.Stat(t.script)
				t.missing = errors.Is(err, fs.ErrNotExist)
				if t.missing && kind != bundle.Rules {
					continue
				}
				known = append(known, name)
				if len(c.Names) == 0 || slices.Contains(c.Names, name) {
					tests = append(tests, t)
				}
			}
		}
	}
	for _, name := range c.Names {
		if strings.HasSuffix(name, ".txtar") {
			tests = append(tests, &test{name: name, script: name, all: own, trusted: accepted == nil || !accepted.Empty()})
			continue
		}
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("neither the project nor you have a rule %q%s", name, bundle.DidYouMean(name, known))
		}
	}
	if len(tests) == 0 {
		return nil, errors.New("nothing to test: neither the project nor you have rules of your own; `witness rules new NAME` creates one")
	}
	return tests, nil
}

// judge returns which files of the project are in force.
func (c *Cmd) judge() project.Judge {
	if c.Trust {
		return project.TrustAll
	}
	return project.AsHooks
}

// trusted reports whether a file of a source is in force as it is: a test then puts all files of its own
// project into force, and otherwise judges them as a hook judges those of the project.
func trusted(accepted *bundle.Accepted, source bundle.Source, name string) bool {
	if accepted == nil || source.Origin != "project" {
		return true
	}
	text, err := fs.ReadFile(source.FS, name)
	return err == nil && accepted.Has(path.Join(source.Dir, name), string(text))
}

// run runs the script. A script that was updated is run again, because two steps may expect
// different contents of the same file.
func (t *test) run(bin string, update bool) {
	before, _ := os.ReadFile(t.script) // Run reports the error
	t.result = Run(t.script, bin, update, t.trusted, t.prepare)
	if after, err := os.ReadFile(t.script); err == nil && !bytes.Equal(before, after) {
		t.changed = diff.Diff(t.script, before, t.script+" (updated)", after)
		t.result = Run(t.script, bin, false, t.trusted, t.prepare)
	}
}

// prepare copies the readers and queries of the tested file's source into the sandbox, but not the
// configuration. For a rule it disables all other rules, so that neither they nor a newer version
// of witness change the output. A script enables what else it needs with a
// configuration file or a variable such as WITNESS_RULES_NAME=warn.
func (t *test) prepare(env *testscript.Env) error {
	for _, source := range t.all {
		if err := copyFiles(source, "*", folderOf(source, env)); err != nil {
			return err
		}
	}
	if t.kind == "" {
		return nil
	}
	rules := "*"
	if t.kind == bundle.Rules {
		rules = t.name
		if err := t.choosePack(env); err != nil {
			return err
		}
		for _, other := range project.Sources(witness.Files, "", nil)[0].Files(bundle.Rules) {
			if other.Name != t.name {
				env.Setenv("WITNESS_RULES_"+strings.ToUpper(other.Name), hook.Off)
			}
		}
	}
	return copyFiles(t.source, rules, folderOf(t.source, env))
}

// choosePack turns on the pack of the tested rule.
func (t *test) choosePack(env *testscript.Env) error {
	text, err := fs.ReadFile(t.source.FS, path.Join(bundle.Rules+".d", t.name+".sql"))
	if err != nil {
		return nil // the file is not in force, which the script shows
	}
	f := &bundle.File{Kind: bundle.Rules, Name: t.name, Text: string(text)}
	if f.Parse() != nil || f.Pack == "" {
		return nil
	}
	config := env.Getenv("WITNESS_SYSTEM_CONFIG")
	rest, err := os.ReadFile(config)
	if err != nil {
		return err
	}
	return os.WriteFile(config, fmt.Appendf(nil, "packs = [%q]\n%s", f.Pack, rest), 0o644)
}

// folderOf returns the folder in the sandbox for the files of a source.
func folderOf(source bundle.Source, env *testscript.Env) string {
	switch own := filepath.Join(env.Getenv("HOME"), ".config", "witness"); source.Origin {
	case "policy":
		return filepath.Join(own, "policy")
	case "user":
		return own
	}
	return filepath.Join(env.WorkDir, source.Dir)
}
