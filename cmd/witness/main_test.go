package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the expected output in testscripts and docs")

// cutAtOnce is a variable with which a command in a test waits no longer than it must for SQL that does not end.
const cutAtOnce = "TEST_CUT_AT_ONCE"

// TestMain runs the tests with witness, did and will on PATH. Started by one of these names, the
// test binary is that command.
func TestMain(m *testing.M) {
	if ruletest.IsCommand(filepath.Base(os.Args[0])) {
		if os.Getenv(cutAtOnce) != "" {
			cutAfter = 0
		}
		term.Undated = true
		if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "witness" {
			os.Exit(runChecked(os.Args[1:], term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		}
		main()
	}
	bin, err := ruletest.LinkCommands()
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

// TestScripts runs testscripts/*/*.txtar. Each script runs in its own project with its own store.
func TestScripts(t *testing.T) {
	folders, err := os.ReadDir("../../testscripts")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range folders {
		if !entry.IsDir() {
			continue
		}
		folder := filepath.Join("../../testscripts", entry.Name())
		t.Run(entry.Name(), func(t *testing.T) {
			if scripts, err := filepath.Glob(filepath.Join(folder, "*.txtar")); err != nil || len(scripts) == 0 {
				t.Fatalf("no scripts in %s", folder)
			}
			testscript.Run(t, testscript.Params{
				Dir: folder, UpdateScripts: *update,
				RequireExplicitExec: false, RequireUniqueNames: true, Condition: condition,
				Setup: func(env *testscript.Env) error { return ruletest.SetUp(env, true) }, Cmds: ruletest.Commands(),
			})
		})
	}
}

// condition implements the condition [agent]: an agent runs the tests.
func condition(name string) (bool, error) {
	if name != "agent" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return term.CallingAgent() != "", nil
}

// TestEveryFileHasScript checks that every embedded rule, reader and query has a script in testscripts, and
// every script there has its file.
func TestEveryFileHasScript(t *testing.T) {
	for _, kind := range []string{"rules", "facts", "queries"} {
		names := func(suffix string, patterns ...string) map[string]bool {
			set := map[string]bool{}
			for _, pattern := range patterns {
				files, err := filepath.Glob(filepath.Join("../..", pattern))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					if name := strings.TrimSuffix(filepath.Base(f), suffix); !strings.HasPrefix(name, "_") {
						set[name] = true
					}
				}
			}
			return set
		}
		files, scripts := names(".sql", kind+".d/*.sql", kind+".d/*/*.sql"), names(".txtar", "testscripts/"+kind+"/*.txtar")
		for name := range files {
			if !scripts[name] {
				t.Errorf("%s.d/%s.sql has no testscripts/%s/%s.txtar", kind, name, kind, name)
			}
		}
		for name := range scripts {
			if !files[name] {
				t.Errorf("testscripts/%s/%s.txtar tests nothing: there is no %s.d/%s.sql", kind, name, kind, name)
			}
		}
	}
}
