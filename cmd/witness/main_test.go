package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/engine/agent"
)

var update = flag.Bool("update", false, "rewrite the expected output in testscripts")

// TestMain lets the test binary play the programs of a test script: started by the name of one
// it is that program, as witness itself is.
func TestMain(m *testing.M) {
	if slices.Contains(words, strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")) {
		main()
	}
	bin, err := linkWords()
	if err == nil {
		err = os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		log.Fatal(err)
	}
	status := m.Run()
	if err := os.RemoveAll(bin); err != nil {
		log.Fatal(err)
	}
	os.Exit(status)
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
				Setup: setUp, Cmds: commands(),
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
