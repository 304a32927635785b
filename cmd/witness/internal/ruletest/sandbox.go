package ruletest

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/engine/bundle"
)

// commandNames returns the programs that a script can run without exec. All are this executable,
// which examines the name it was started by.
func commandNames() []string { return []string{"witness", "did", "will"} }

// IsCommand reports whether name, possibly with the suffix .exe, is a program of a script.
func IsCommand(name string) bool {
	name = strings.TrimSuffix(name, ".exe")
	for _, known := range commandNames() {
		if name == known {
			return true
		}
	}
	return false
}

// Commands returns witness, did and will as commands of testscript. did, will and the played commands of witness run in one process
// for each script; another witness runs the program of that name on PATH.
func Commands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){"witness": run, "did": play("did"), "will": play("will")}
}

// playedCommands returns the commands of witness that a script's player runs: those of which scripts have many, and which leave
// nothing behind in their process.
func playedCommands() []string {
	return []string{"briefing", "complete", "config", "facts", "query", "receipt", "replay", "report", "rules", "sessions", "status", "why"}
}

// run is the command witness of testscript.
func run(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) > 0 && strings.HasPrefix(args[len(args)-1], "&") {
		ts.Fatalf("witness cannot run in the background without exec; write: exec witness %s", strings.Join(args, " "))
	}
	if len(args) > 0 && slices.Contains(playedCommands(), args[0]) {
		play("witness")(ts, neg, args)
		return
	}
	err := ts.Exec("witness", args...)
	switch {
	case err != nil && !neg:
		ts.Logf("[%v]", err)
		ts.Fatalf("witness failed")
	case err == nil && neg:
		ts.Fatalf("witness did not fail")
	}
}

// SetUp makes a script's directory a project with its own home directory, store and configuration.
// It enables strict mode and raises the time limits, so that a slow machine fails no test. With trust, all
// files of the project are in force.
func SetUp(env *testscript.Env, trust bool) error {
	home := filepath.Join(env.WorkDir, ".home")
	for _, dir := range []string{home, filepath.Join(env.WorkDir, ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	system := filepath.Join(home, "system.toml")
	config := "[limits]\nbefore_ms = 60000\nafter_ms = 60000\n"
	if trust {
		config += "[trust]\nprojects = [\"/**\"]\n"
	}
	if err := os.WriteFile(system, []byte(config), 0o644); err != nil {
		return err
	}
	env.Setenv("HOME", home)
	env.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	env.Setenv("WITNESS_SYSTEM_CONFIG", system)
	env.Setenv("WITNESS_STRICT", "1")
	p := &player{}
	env.Values[playerKey{}] = p
	env.Defer(p.stop)
	return nil
}

// LinkCommands creates a temporary directory with a link to this executable for each program of
// a script. The caller removes it.
func LinkCommands() (bin string, err error) { return linkCommands(false) }

// CopyCommands is LinkCommands with links to a copy of this executable, which are faster if it was just built: what the linker has
// written is in the page cache in single pages, and mapping these is a tenth of the processor time of a script.
func CopyCommands() (bin string, err error) { return linkCommands(true) }

func linkCommands(toCopy bool) (bin string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	if bin, err = os.MkdirTemp("", "witness-commands-"); err != nil {
		return "", err
	}
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for i, name := range commandNames() {
		to := filepath.Join(bin, name+suffix)
		if copied := toCopy && i == 0; !copied && os.Symlink(program, to) == nil {
			continue
		}
		// Creating links requires a privilege on Windows.
		text, err := os.ReadFile(program)
		if err == nil {
			err = os.WriteFile(to, text, 0o755)
		}
		if err != nil {
			return "", errors.Join(err, os.RemoveAll(bin))
		}
		program = to
	}
	return bin, nil
}

// copyFiles copies the readers and queries of a source, and the rules that match a pattern, to dir,
// a .witness or user configuration directory. It does not overwrite the script's own files.
func copyFiles(source bundle.Source, rules, dir string) error {
	for _, pattern := range []string{"facts.d/*.toml", "facts.d/*.sql", "rules.d/" + rules + ".sql", "rules.d/*/" + rules + ".sql", "queries.d/*.sql"} {
		files, err := fs.Glob(source.FS, pattern)
		if err != nil {
			return err
		}
		for _, name := range files {
			text, err := fs.ReadFile(source.FS, name)
			if err != nil {
				continue // not a regular file, which the engine ignores as well
			}
			folder, _, _ := strings.Cut(name, "/") // without that of a pack
			to := filepath.Join(dir, folder, path.Base(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			if _, err := os.Lstat(to); err == nil {
				continue
			}
			if err := os.WriteFile(to, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
