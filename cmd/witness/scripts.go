package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"witness/cmd/witness/script"
	"witness/engine"
)

// words are the programs of a test script: witness itself, and did and will, which play
// the agent. All three are this program, which looks at the name it is started by.
var words = []string{"witness", "did", "will"}

// setUp makes a script's folder a project with a store of its own, apart from the
// machine's settings. Mistakes are shown (WITNESS_STRICT), and time is plenty.
func setUp(work string, setenv func(name, value string)) error {
	home := filepath.Join(work, ".home")
	for _, dir := range []string{home, filepath.Join(work, ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	system := filepath.Join(home, "system.toml")
	if err := os.WriteFile(system, []byte("[limits]\nbefore_ms = 60000\nafter_ms = 60000\n"), 0o644); err != nil {
		return err
	}
	setenv("HOME", home)
	setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	setenv("WITNESS_SYSTEM_CONFIG", system)
	setenv("WITNESS_STRICT", "1")
	return nil
}

// try runs the script at path and waits for its end. did, will and witness are found in bin.
func try(path, bin string, update bool, prepare func(*script.Env) error) script.Result {
	return script.Run(script.Script{
		File: path, Words: words, Update: update,
		SetUp: func(env *script.Env) error {
			env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return errors.Join(setUp(env.WorkDir, env.Setenv), prepare(env))
		},
	})
}

// linkWords makes a folder in which this program is found by the name of each word.
func linkWords() (bin string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if bin, err = os.MkdirTemp("", "witness-words-"); err != nil {
		return "", err
	}
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for _, word := range words {
		to := filepath.Join(bin, word+suffix)
		if os.Symlink(self, to) == nil {
			continue
		}
		// Windows lets few users make links.
		program, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(to, program, 0o755)
		}
		if err != nil {
			return "", errors.Join(err, os.RemoveAll(bin))
		}
	}
	return bin, nil
}

// copyBrain copies the readers and questions of a source, and the rules that match a
// pattern, into dir, as its project or user has them. What the script brought itself stays.
func copyBrain(source engine.Source, rules, dir string) error {
	for _, pattern := range []string{"facts.d/*.sql", "rules.d/" + rules + ".sql", "queries.d/*.sql"} {
		files, err := fs.Glob(source.FS, pattern)
		if err != nil {
			return err
		}
		for _, name := range files {
			text, err := fs.ReadFile(source.FS, name)
			if err != nil {
				continue // no regular file: witness does not read it either
			}
			to := filepath.Join(dir, filepath.FromSlash(name))
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
