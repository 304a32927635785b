// Package scripttest runs the scripts in testscripts: each folder of them is a test package of its own, so that none of
// them takes long and a change is tested with those that it can break. The test binary of such a package is also the
// program under test: started by the name witness, did or will it is that program.
package scripttest

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/internal/testenv"
	"witness/internal/testfiles"
)

// Update is the flag with which tests rewrite the expected output in scripts and documents.
var Update = flag.Bool("update", false, "rewrite the expected output in testscripts and docs")

// CutAtOnce is a variable with which a command in a test waits no longer than it must for SQL that does not end.
const CutAtOnce = "TEST_CUT_AT_ONCE"

// Main runs the tests of a package with witness, did and will on PATH.
func Main(m *testing.M) {
	if name := filepath.Base(os.Args[0]); ruletest.IsCommand(name) {
		if os.Getenv(CutAtOnce) != "" {
			cli.CutAfter = 0
		}
		term.Undated = true
		streams := term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
		os.Exit(cli.MainWith(os.Args, streams, runChecked))
	}
	bin, err := ruletest.CopyCommands()
	if err == nil {
		err = os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		log.Fatal(err)
	}
	status := testenv.Run(m)
	if err := os.RemoveAll(bin); err != nil {
		log.Fatal(err)
	}
	os.Exit(status)
}

// Run runs the scripts of the working directory as subtests of its name: TestScripts/rules/no_thrashing. Each script runs in
// a project of its own with its own store, and may use the commands of ruletest and words, which are those of its folder alone.
func Run(t *testing.T, words ...map[string]func(ts *testscript.TestScript, neg bool, args []string)) {
	RunThen(t, func(*testscript.Env) {}, words...)
}

// RunThen is Run and calls ended at the end of each script, before its folder is removed.
func RunThen(t *testing.T, ended func(env *testscript.Env), words ...map[string]func(ts *testscript.TestScript, neg bool, args []string)) {
	commands := ruletest.Commands()
	for _, w := range words {
		maps.Copy(commands, w)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Run(filepath.Base(dir), func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: dir, UpdateScripts: *Update,
			RequireExplicitExec: false, RequireUniqueNames: true, Condition: condition,
			Setup: func(env *testscript.Env) error {
				root, err := filepath.Abs(testfiles.Root(t))
				if err != nil {
					return err
				}
				env.Setenv("REPOSITORY", root)
				env.Defer(func() { ended(env) })
				env.Setenv("GOGC", "400") // a sixth of what a hook takes here is collecting what ends with it
				return ruletest.SetUp(env, true)
			},
			Cmds: commands,
		})
	})
}

// condition implements the condition [agent]: an agent runs the tests.
func condition(name string) (bool, error) {
	if name != "agent" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return term.CallingAgent() != "", nil
}
