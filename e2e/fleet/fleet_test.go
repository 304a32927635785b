// Package fleet tests `witness sync` and `witness fleet` with real servers: rqlited, which is built from the Go module proxy.
package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"witness"
	"witness/engine/agent"
	"witness/engine/check"
	"witness/engine/fleet"
	"witness/engine/project"
	"witness/engine/store"
	"witness/internal/rqlited"
	"witness/internal/testenv"
)

// byAgent is whether an agent runs the tests: it cannot do what only a person may do. TestMain clears the environment.
var byAgent = agent.FromEnv(os.Getenv) != ""

func TestMain(m *testing.M) {
	status := testenv.Run(m)
	if programs != "" {
		_ = os.RemoveAll(programs)
	}
	os.Exit(status)
}

// TestScripts runs the scripts of this folder. Each has a folder, homes and servers of its own.
func TestScripts(t *testing.T) {
	program := server(t)
	bin := build(t)
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH")) // for push
	testscript.Run(t, testscript.Params{
		Dir: ".", RequireUniqueNames: true,
		Condition: func(name string) (bool, error) {
			if name != "agent" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return byAgent, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(env.WorkDir, "system.toml"))
			w := &world{program: program}
			env.Values["world"] = w
			env.Defer(func() {
				if w.cluster != nil {
					w.cluster.Kill()
				}
			})
			return useHome(env.Setenv, env.WorkDir, "one")
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"home": home, "join": join, "facts": facts, "servers": servers, "crash": crash, "restart": restart, "backup": backup, "ask": ask, "certificate": certificate, "pin": pin, "push": push,
		},
	})
}

// server returns the path of rqlited.
func server(t *testing.T) (program string) {
	t.Helper()
	if testing.Short() {
		t.Skip("rqlited takes a minute to build: run the tests without -short")
	}
	program, err := rqlited.Build(t.Context())
	if err != nil {
		t.Fatalf("%v; with -short nothing is tried with it", err)
	}
	return program
}

// programs is the folder of the programs, which are built once for all tests; "" before.
var programs string

// build builds the programs and returns their folder.
func build(t *testing.T) (bin string) {
	t.Helper()
	if programs != "" {
		return programs
	}
	bin, err := os.MkdirTemp("", "witness-programs-")
	if err != nil {
		t.Fatal(err)
	}
	programs = bin
	goBuild(t, bin, "witness/cmd/witness", "witness/cmd/witness-http")
	for _, name := range []string{"did", "will"} {
		if err := os.Symlink("witness", filepath.Join(bin, name)); err != nil {
			t.Skip("this system has no symbolic links: ", err)
		}
	}
	return bin
}

// goBuild builds programs to a path.
func goBuild(t *testing.T, path string, packages ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"build", "-o", path}, packages...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// useHome makes a folder the home of what runs next.
func useHome(setenv func(name, value string), dir, name string) error {
	home := filepath.Join(dir, ".homes", name)
	setenv("HOME", home)
	setenv("USERPROFILE", home)
	setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	return os.MkdirAll(filepath.Join(home, ".config", "witness"), 0o700)
}

// home makes the commands that follow those of another machine, with a home of its own: home NAME [FOLDER],
// where it works, below $WORK.
func home(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(useHome(ts.Setenv, ts.Getenv("WORK"), args[0]))
	if len(args) > 1 {
		ts.Check(ts.Chdir(filepath.Join(ts.Getenv("WORK"), args[1])))
	}
}

// facts prints the rows of a SELECT on the store of the working directory, as JSON arrays: facts 'SELECT …'. With -until REGEXP it asks
// again until a row matches, for two minutes.
func facts(ts *testscript.TestScript, _ bool, args []string) {
	var until *regexp.Regexp
	if args[0] == "-until" {
		until, args = regexp.MustCompile(args[1]), args[2:]
	}
	ts.Check(ts.Exec("witness", "db", "path"))
	path := strings.TrimSpace(ts.ReadFile("stdout"))
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		rows, err := rowsOf(path, args[0])
		ts.Check(err)
		if until == nil || until.MatchString(rows) {
			_, err := io.WriteString(ts.Stdout(), rows)
			ts.Check(err)
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("after two minutes there is only\n%s", rows)
		}
	}
}

// rowsOf returns the rows of a SELECT on the store at path, one in a line.
func rowsOf(path, sql string) (rows string, err error) {
	db, err := store.OpenReader(path, witness.Files)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.BusyTimeout(store.LockWait) // a process that ends may be emptying the log
	err = db.Each(context.Background(), db.WithViews(sql), nil, func(_ []string, row []store.Value) error {
		line, err := json.Marshal(row)
		rows += string(line) + "\n"
		return err
	})
	return rows, err
}

// pin sets $PIN to the SHA-256 of a file: pin FILE.
func pin(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv("PIN", fmt.Sprintf("%x", sha256.Sum256([]byte(ts.ReadFile(args[0])))))
}

// push puts the policy in a folder on the first server, as `witness fleet policy push` does, which refuses agents, and writes its hash to
// $WORK/hash: push DIR.
func push(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(ts.Exec("witness", "db", "path"))
	ctx := context.Background()
	db, err := store.Open(ctx, witness.Files, strings.TrimSpace(ts.ReadFile("stdout")), store.LockWait)
	ts.Check(err)
	s := &fleet.Syncer{
		DB: db, Config: project.Fleet{URLs: []string{ts.Getenv("FLEET")}}, Clock: func() int64 { return time.Now().UnixMilli() },
		Policies: fleet.Policies{Check: func(ctx context.Context, dir, shown string) error {
			return check.Policy(ctx, witness.Files, dir, shown)
		}},
	}
	pub, err := s.TeamPolicy().Prepare(ctx, ts.MkAbs(args[0]))
	if err == nil && len(pub.Changes) > 0 {
		err = s.TeamPolicy().Publish(ctx, pub)
	}
	s.Close()
	ts.Check(db.Close())
	switch {
	case neg && err == nil:
		ts.Fatalf("the policy was taken: %s", strings.Join(pub.Changes, ", "))
	case neg:
		_, err = fmt.Fprintln(ts.Stderr(), err)
	case err == nil:
		_, err = fmt.Fprintln(ts.Stdout(), cmp.Or(strings.Join(pub.Changes, ", "), "nothing changed"))
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(ts.Getenv("WORK"), "hash")), []byte(pub.Hash+"\n"), 0o600))
}
