//go:build unix

package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestClients runs NAME.txtar for each client that $WITNESS_E2E names, or for all of
// clients.txt if it is "all". If it is not set, the test is skipped: go test ./... needs no npm.
func TestClients(t *testing.T) {
	wanted := strings.Fields(os.Getenv("WITNESS_E2E"))
	if len(wanted) == 0 {
		t.Skip("it downloads clients from npm and PyPI and takes minutes: just e2e")
	}
	packages, err := pinned("clients.txt")
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(wanted, []string{"all"}) {
		wanted = slices.Sorted(maps.Keys(packages))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	w := world{cache: filepath.Join(cache, "witness-e2e"), bin: t.TempDir()}
	if w.repo, err = filepath.Abs(".."); err != nil {
		t.Fatal(err)
	}
	if err := w.build(); err != nil {
		t.Fatal(err)
	}
	latest := os.Getenv("WITNESS_NEWEST") != "" // `just newest`: not the versions of clients.txt
	for _, name := range wanted {
		t.Run(name, func(t *testing.T) {
			pkgs, ok := packages[name]
			if !ok {
				t.Fatalf("no client %q in clients.txt; there are %s", name, strings.Join(slices.Sorted(maps.Keys(packages)), ", "))
			}
			if latest {
				if pkgs, err = newest(pkgs); err != nil {
					t.Fatal(err)
				}
			}
			folder, err := w.install(name, pkgs)
			if err != nil {
				t.Fatal(err)
			}
			testscript.RunT(brief{t}, testscript.Params{
				Files:               []string{name + ".txtar"},
				Setup:               func(env *testscript.Env) error { return w.setUp(env, folder) },
				Cmds:                words,
				RequireExplicitExec: true,
				ContinueOnError:     true,
			})
			if latest {
				version := pkgs[0][strings.LastIndex(pkgs[0], "@")+1:]
				if err := record(w.repo, name, version, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// brief is a testscript.T that prints only titles of passing parts, even with go test -v.
type brief struct{ *testing.T }

// Run runs a subtest.
func (t brief) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(brief{t}) })
}

// Verbose reports false: details are printed for failures only.
func (brief) Verbose() bool { return false }

// Parallel does nothing: the clients run one after another, because each is slow.
func (brief) Parallel() {}

// pinned reads a list of clients, NAME PACKAGE VERSION and further packages in each line, and returns the packages, the first
// as PACKAGE@VERSION, by name.
func pinned(file string) (map[string][]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	packages := map[string][]string{}
	for i, line := range strings.Split(string(text), "\n") {
		switch words := strings.Fields(line); {
		case len(words) == 0 || strings.HasPrefix(line, "#"):
		case len(words) >= 3:
			packages[words[0]] = append([]string{words[1] + "@" + words[2]}, words[3:]...)
		default:
			return nil, fmt.Errorf("%s:%d: want NAME PACKAGE VERSION [PACKAGE@VERSION...], not %q", file, i+1, line)
		}
	}
	return packages, nil
}

// A world is the state that all scripts share.
type world struct {
	repo  string // this repository
	cache string // the clients, kept between runs
	bin   string // with/witness is the program under test; panics/witness behaves like a panic
}

// goCache returns the folder of what Go has compiled for the projects of the scripts.
func (w world) goCache() string { return filepath.Join(w.cache, "go-build") }

// build creates the two programs that the hooks find on their PATH, and compiles what go test needs: a client puts a command that takes
// ten seconds into the background.
func (w world) build() error {
	warm := exec.Command("go", "test", "-run", "^$", "errors")
	warm.Env = append(os.Environ(), "GOCACHE="+w.goCache(), "GOTOOLCHAIN=local")
	if out, err := warm.CombinedOutput(); err != nil {
		return fmt.Errorf("go test: %w\n%s", err, out)
	}
	build := exec.Command("go", "build", "-o", filepath.Join(w.bin, "with", "witness"), "./cmd/witness")
	build.Dir = w.repo
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	// A panic exits with status 2 and a stack on stderr; this one also prints half a reply.
	if err := os.Mkdir(filepath.Join(w.bin, "panics"), 0o755); err != nil {
		return err
	}
	panics := "#!/bin/sh\necho half a reply\necho panic: boom >&2\nexit 2\n"
	return os.WriteFile(filepath.Join(w.bin, "panics", "witness"), []byte(panics), 0o755)
}

// install installs a client into the cache if it is not there, and returns the folder of its
// programs. An interrupted installation is repeated.
func (w world) install(name string, pkgs []string) (string, error) {
	version := pkgs[0][strings.LastIndex(pkgs[0], "@"):]
	folder := filepath.Join(w.cache, name+version)
	python := strings.HasPrefix(pkgs[0], fromPyPI)
	programs := filepath.Join(folder, "node_modules", ".bin")
	if python {
		programs = filepath.Join(folder, "bin")
	}
	if _, err := os.Stat(filepath.Join(programs, name)); err == nil {
		return programs, nil
	}
	if python {
		return programs, installPython(folder, pkgs)
	}
	if err := os.MkdirAll(w.cache, 0o755); err != nil {
		return "", err
	}
	unfinished, err := os.MkdirTemp(w.cache, name+".*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(unfinished)
	npm := exec.Command("npm", append([]string{"install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", unfinished}, pkgs...)...)
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install %s: %w\n%s", strings.Join(pkgs, " "), err, out)
	}
	return programs, os.Rename(unfinished, folder)
}

// setUp gives a script its model and an environment without the user's variables. $PATH is
// $WITH, which contains the client and witness; $BARE has no witness, $PANICS one that panics.
func (w world) setUp(env *testscript.Env, programs string) error {
	m := newModel()
	env.Defer(m.close)
	env.Values["model"] = m
	path := []string{programs, "/usr/local/bin", "/usr/bin", "/bin"}
	for _, name := range []string{"node", "go", "git"} {
		found, err := exec.LookPath(name)
		if err != nil {
			return err
		}
		if dir := filepath.Dir(found); !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	bare := strings.Join(path, ":")
	with := filepath.Join(w.bin, "with") + ":" + bare
	for name, value := range map[string]string{
		"MODEL": m.url(), "REPO": w.repo, "CACHE": w.cache,
		"PATH": with, "WITH": with, "BARE": bare,
		"PANICS": filepath.Join(w.bin, "panics") + ":" + bare,
		"USER":   "dev", "SHELL": "/bin/sh", "TERM": "dumb", "LANG": "C.UTF-8", "NO_COLOR": "1",
		"GIT_AUTHOR_NAME": "dev", "GIT_AUTHOR_EMAIL": "dev@example.com",
		"GIT_COMMITTER_NAME": "dev", "GIT_COMMITTER_EMAIL": "dev@example.com", "GIT_CONFIG_GLOBAL": "/dev/null",
		"GOCACHE": w.goCache(), "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local",
	} {
		env.Setenv(name, value)
	}
	return nil
}
