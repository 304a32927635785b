package main

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

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"

	"witness"
	"witness/engine"
)

// rulesTestCmd runs the test scripts that lie beside the project's and the user's files.
type rulesTestCmd struct {
	Names   []string `arg:"" optional:"" name:"name" help:"The rules to test; all of the project's and the user's own if left out."`
	Update  bool     `short:"u" help:"Write what was said into the scripts, and show what that changed."`
	Verbose bool     `short:"v" help:"Show every step of every script."`
}

// A ruleTest is one file of the project or the user with the script that tests it.
type ruleTest struct {
	name, kind string
	sql        string // the file as the user can open it
	script     string // where its script is or ought to be, relative to the working directory
	source     engine.Source
	missing    bool // there is no script

	result  result
	changed []byte // what an update changed, as a difference
}

// Run prints a line for each test and the cause for each that failed.
func (r *rulesTestCmd) Run(s streams) (err error) {
	tests, err := r.tests()
	if err != nil {
		return err
	}
	bin, err := linkWords()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	var all sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, t := range tests {
		if !t.missing {
			all.Go(func() {
				turn <- struct{}{}
				defer func() { <-turn }()
				t.run(bin, r.Update)
			})
		}
	}
	all.Wait()
	failed := 0
	for _, t := range tests {
		ok, text := t.report(r.Verbose)
		if !ok {
			failed++
		}
		if _, err := fmt.Fprint(s.out, text); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s failed", failed, count(len(tests), "test"))
	}
	return nil
}

// tests finds what is to be tested: every rule, tested or not, and every reader and
// question that has a script.
func (r *rulesTestCmd) tests() ([]*ruleTest, error) {
	dir, err := workDir()
	if err != nil {
		return nil, err
	}
	root := engine.ProjectOf(dir)
	var tests []*ruleTest
	var known []string
	for _, source := range engine.Sources(witness.Brain, dir) {
		if source.Origin == "embedded" {
			continue
		}
		for _, kind := range []string{engine.Rules, engine.Facts, engine.Queries} {
			for _, name := range source.Names(kind) {
				t := &ruleTest{name: name, kind: kind, source: source}
				t.sql = shownFrom(dir, root, path.Join(source.Dir, kind+".d", name+".sql"))
				t.script = strings.TrimSuffix(t.sql, ".sql") + ".txtar"
				_, err := os.Stat(t.script)
				t.missing = errors.Is(err, fs.ErrNotExist)
				if t.missing && kind != engine.Rules {
					continue
				}
				known = append(known, name)
				if len(r.Names) == 0 || slices.Contains(r.Names, name) {
					tests = append(tests, t)
				}
			}
		}
	}
	for _, name := range r.Names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("neither the project nor you have a rule %q%s", name, engine.DidYouMean(name, known))
		}
	}
	if len(tests) == 0 {
		return nil, errors.New("nothing to test: neither the project nor you have rules of your own; `witness rules new NAME` starts one")
	}
	return tests, nil
}

// shownFrom is a file of the project or an absolute one, as the user can open it in dir.
func shownFrom(dir, root, file string) string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// run runs the script; one that was updated is run again, because two steps may want
// different things of the same file.
func (t *ruleTest) run(bin string, update bool) {
	before, _ := os.ReadFile(t.script) // a script that cannot be read is reported by the run
	t.result = runScript(t.script, bin, update, t.prepare)
	if after, err := os.ReadFile(t.script); err == nil && !bytes.Equal(before, after) {
		t.changed = diff.Diff(t.script, before, t.script+" (updated)", after)
		t.result = runScript(t.script, bin, false, t.prepare)
	}
}

// prepare gives the script's project the readers and questions that lie in the same place,
// the project's or the user's, and none of their settings. Of the rules only the tested one
// speaks, so that neither a neighbour nor a newer witness changes what a test hears. A
// script says itself what else it needs: a setting, or WITNESS_RULES_NAME=warn.
func (t *ruleTest) prepare(env *testscript.Env) error {
	to := filepath.Join(env.WorkDir, t.source.Dir)
	if t.source.Origin == "user" {
		to = filepath.Join(env.Getenv("HOME"), ".config", "witness")
	}
	rules := "*"
	if t.kind == engine.Rules {
		rules = t.name
		for _, other := range engine.Sources(witness.Brain, "")[0].Names(engine.Rules) {
			if other != t.name {
				env.Setenv("WITNESS_RULES_"+strings.ToUpper(other), engine.Off)
			}
		}
	}
	return copyBrain(t.source, rules, to)
}

// report says how a test went, in a line, and why if it failed.
func (t *ruleTest) report(verbose bool) (ok bool, text string) {
	if t.missing {
		return false, fmt.Sprintf("FAIL  %s\n%s:1: no test: write one in %s, with did and will\n", t.name, t.sql, t.script)
	}
	var b strings.Builder
	ok = t.result.failure == ""
	switch {
	case t.result.skipped:
		fmt.Fprintf(&b, "skip  %s\n", t.name)
	case !ok:
		cause, _, _ := strings.Cut(t.result.failure, "\n") // a pattern may have matched several lines
		fmt.Fprintf(&b, "FAIL  %s\n%s\n", t.name, cause)
		if !verbose {
			b.WriteString(indent(t.result.phase))
		}
	case t.kind == engine.Rules && !spoke(t.result.log, t.name):
		ok = false
		fmt.Fprintf(&b, "FAIL  %s\n%s:1: the rule never speaks in its test: a test that is all silence proves nothing\n", t.name, t.script)
	default:
		fmt.Fprintf(&b, "ok    %s\n", t.name)
	}
	if verbose {
		b.WriteString(indent(t.result.log))
	}
	if len(t.changed) > 0 {
		fmt.Fprintf(&b, "%s: updated; read what it says now:\n%s", t.script, indent(string(t.changed)))
	}
	return ok, b.String()
}
