package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/internal/hostile"

	_ "modernc.org/sqlite"
)

// isHook reports whether the case runs witness, not one of the floors.
func (c *testCase) isHook() bool { return len(c.args) > 0 && c.args[0] == "hook" }

// store returns the path of a hook's store.
func (c *testCase) store() string {
	return filepath.Join(c.home, ".local", "state", "witness", project.StoreFolder(c.project), "witness.db")
}

// prepare builds the programs, creates the projects and stores in dir, and returns the
// cases.
func prepare(dir string, o options) ([]*testCase, error) {
	bin := map[string]string{"hello": "./bench/hello", "floor": "./bench/floor", "witness": "./cmd/witness"}
	if runtime.GOOS != "windows" {
		bin["peak"] = "./bench/peak"
	}
	for name, pkg := range bin {
		bin[name] = filepath.Join(dir, name)
		if name == "witness" && o.witness != "" {
			path, err := filepath.Abs(o.witness)
			if err != nil {
				return nil, err
			}
			bin[name] = path
			continue
		}
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin[name], pkg)
		if name != "witness" {
			cmd.Dir = "tools"
		}
		cmd.Env, cmd.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("go build %s: %w", pkg, err)
		}
		if err := install(bin[name]); err != nil {
			return nil, err
		}
	}
	plain, ruled, listed := filepath.Join(dir, "plain"), filepath.Join(dir, "ruled"), filepath.Join(dir, "listed")
	if err := errors.Join(makeProject(plain), makeProject(ruled), writeRules(ruled), makeProject(listed), writeInstances(listed)); err != nil {
		return nil, err
	}
	beforeEdit, err := payload("PreToolUse", "Edit", plain, nil)
	beforeRuled, err2 := payload("PreToolUse", "Edit", ruled, nil)
	beforeListed, err6 := payload("PreToolUse", "Edit", listed, nil)
	beforeRun, err3 := payload("PreToolUse", "Bash", plain, nil)
	afterShort, err4 := payload("PostToolUse", "Bash", plain, withOutput(goTestOutput))
	afterLong, err5 := payload("PostToolUse", "Bash", plain, withOutput(longOutput(200_000)))
	if err := errors.Join(err, err2, err3, err4, err5, err6); err != nil {
		return nil, err
	}
	floor := func(name string, parallel int) *testCase {
		return &testCase{
			name: name, program: bin["floor"], parallel: parallel, input: beforeEdit,
			args: []string{filepath.Join(dir, strings.ReplaceAll(name, " ", "_")+".db")},
		}
	}
	hook := func(name string, input func(int) []byte) *testCase {
		c := &testCase{
			name: name, program: bin["witness"], args: []string{"hook", "claude"}, input: input,
			project: plain,
		}
		// The variables that steer witness are not set, as for most users: each that is set costs a search for
		// the file of the project that may have set it.
		c.home = filepath.Join(dir, "home", strings.ReplaceAll(name, " ", "_"))
		c.env = []string{"HOME=" + c.home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME="}
		return c
	}
	withRules := hook("before an edit, 500 rules", beforeRuled)
	withRules.project = ruled
	// Of a project that nobody trusts, so many rules are not asked.
	trusting := configure(withRules.home, fmt.Sprintf("[trust]\nprojects = [%q]\n", ruled))
	withInstances := hook("before an edit, 500 instances", beforeListed)
	withInstances.project = listed
	trusting = errors.Join(trusting, configure(withInstances.home, fmt.Sprintf("[trust]\nprojects = [%q]\n", listed)))
	withPacks := hook("before an edit, all packs", beforeEdit)
	packs, err := packNames()
	if err := errors.Join(err, trusting, configure(withPacks.home, `packs = ["`+strings.Join(packs, `", "`)+"\"]\n")); err != nil {
		return nil, err
	}
	var besideHostile []*testCase
	for _, name := range slices.Sorted(maps.Keys(hostileFiles)) {
		project := filepath.Join(dir, "hostile", strings.ReplaceAll(name, " ", "_"))
		input, err := payload("PreToolUse", "Edit", project, nil)
		if err := errors.Join(err, makeProject(project), hostile.Write(project, hostileFiles[name])); err != nil {
			return nil, err
		}
		c := hook(besideName(name), input)
		c.project = project
		besideHostile = append(besideHostile, c)
	}
	parallel := hook("16 hooks at once", beforeEdit)
	parallel.parallel = 16
	cases := []*testCase{
		{name: "hello", program: bin["hello"], input: beforeEdit},
		floor("floor", 0),
		hook("before an edit", beforeEdit),
		hook("before a command", beforeRun),
		hook("after 2 kB of output", afterShort),
		hook("after 200 kB of output", afterLong),
		withRules,
		withInstances,
		withPacks,
		floor("16 floors at once", 16),
		parallel,
	}
	cases = append(cases, besideHostile...)
	if o.large {
		cases = append(cases,
			hook("before an edit, large store", beforeEdit),
			hook("before a command, large store", beforeRun),
			hook("after 2 kB of output, large store", afterShort))
	}
	var chosen []*testCase
	for _, c := range cases {
		if !strings.Contains(c.name, o.only) && c.name != "floor" {
			continue
		}
		if err := c.prepareStore(); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		chosen = append(chosen, c)
	}
	for _, p := range o.peers {
		chosen = append(chosen, &testCase{name: p.name, program: p.command[0], args: p.command[1:], input: beforeEdit, dir: plain})
	}
	return chosen, nil
}

// install rewrites a program that was just linked, as copying it to its place does. The linker leaves it in the page
// cache in single pages, which cost a tenth of a hook to map; a program that was copied or read from disk has larger ones.
func install(program string) error {
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	return errors.Join(os.Remove(program), os.WriteFile(program, text, 0o755))
}

// prepareStore creates the store of the case.
func (c *testCase) prepareStore() error {
	if !c.isHook() {
		if len(c.args) == 0 {
			return nil
		}
		return makeFloorStore(c.args[0])
	}
	if strings.Contains(c.name, "large store") {
		if err := c.copyLargeStore(); err != nil {
			return err
		}
	}
	return c.readFirst()
}

// readFirst runs the hook once for the recorded Read of a file, without measuring it. It precedes the Edit, so
// that the rules are silent, as they usually are.
func (c *testCase) readFirst() error {
	input, err := payload("PostToolUse", "Read", c.project, nil)
	if err != nil {
		return err
	}
	cmd := exec.Command(c.program, c.args...)
	cmd.Env, cmd.Stdin, cmd.Stderr = append(environ(), c.env...), bytes.NewReader(input(0)), os.Stderr
	return cmd.Run()
}

// environ is the environment without the variables of witness, which the machine may have set.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "WITNESS_") })
}

// makeFloorStore creates the store of the floor.
func makeFloorStore(path string) (err error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.Exec(`
		CREATE TABLE calls (t INTEGER PRIMARY KEY, session TEXT NOT NULL, size INTEGER NOT NULL);
		CREATE INDEX calls_session ON calls (session, t)`)
	return err
}
