package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/engine/agent"
)

var update = flag.Bool("update", false, "rewrite the expected output in testscripts")

// TestMain makes three programs of this one: see words.
func TestMain(m *testing.M) {
	programs := map[string]func(){}
	for _, word := range words {
		programs[word] = main
	}
	testscript.Main(m, programs)
}

// TestScripts runs testscripts/FOLDER/NAME.txtar. Each script is a project of its own
// with a store of its own.
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
				Setup: func(env *testscript.Env) error { return setUp(env.WorkDir, env.Setenv) },
			})
		})
	}
}

// condition knows [agent]: an agent runs the tests.
func condition(name string) (bool, error) {
	if name != "agent" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	who := agent.MarkedBy(os.Getenv)
	for pid := os.Getppid(); who == "" && pid > 1; pid = parentOf(pid) {
		who = agent.MarkedBy(environmentOf(pid))
	}
	return who != "", nil
}

// TestEveryFileHasItsScript refuses a file of the brain without a golden test, and a
// golden test without its file.
func TestEveryFileHasItsScript(t *testing.T) {
	for _, kind := range []string{"rules", "facts", "queries"} {
		names := func(pattern, suffix string) map[string]bool {
			files, err := filepath.Glob(filepath.Join("../..", pattern))
			if err != nil {
				t.Fatal(err)
			}
			set := map[string]bool{}
			for _, f := range files {
				if name := strings.TrimSuffix(filepath.Base(f), suffix); !strings.HasPrefix(name, "_") {
					set[name] = true
				}
			}
			return set
		}
		brain, scripts := names(kind+".d/*.sql", ".sql"), names("testscripts/"+kind+"/*.txtar", ".txtar")
		for name := range brain {
			if !scripts[name] {
				t.Errorf("%s.d/%s.sql has no testscripts/%s/%s.txtar", kind, name, kind, name)
			}
		}
		for name := range scripts {
			if !brain[name] {
				t.Errorf("testscripts/%s/%s.txtar tests nothing: there is no %s.d/%s.sql", kind, name, kind, name)
			}
		}
	}
}
