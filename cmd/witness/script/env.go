package script

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// An Env is the environment of a script's commands.
type Env struct {
	WorkDir string // the script's folder

	vars []string // NAME=value
}

// start sets what every script begins with.
func (e *Env) start(work string) {
	e.WorkDir = work
	home, exe := "HOME", ""
	if runtime.GOOS == "windows" {
		home, exe = "USERPROFILE", ".exe"
	}
	e.vars = []string{
		"WORK=" + work,
		"PATH=" + os.Getenv("PATH"),
		"GOTRACEBACK=system",
		home + "=/no-home",
		tempName() + "=" + e.temp(),
		"devnull=" + os.DevNull,
		"/=" + string(os.PathSeparator),
		":=" + string(os.PathListSeparator),
		"$=$",
		"exe=" + exe,
	}
}

// temp is the folder for temporary files, in the script's own.
func (e *Env) temp() string { return filepath.Join(e.WorkDir, ".tmp") }

func tempName() string {
	if runtime.GOOS == "windows" {
		return "TMP"
	}
	return "TMPDIR"
}

// Getenv is the value of a variable, empty if it is not set.
func (e *Env) Getenv(name string) string {
	if i := e.index(name); i >= 0 {
		_, value, _ := strings.Cut(e.vars[i], "=")
		return value
	}
	return ""
}

// Setenv sets a variable.
func (e *Env) Setenv(name, value string) {
	if i := e.index(name); i >= 0 {
		e.vars[i] = name + "=" + value
		return
	}
	e.vars = append(e.vars, name+"="+value)
}

func (e *Env) index(name string) int {
	return slices.IndexFunc(e.vars, func(variable string) bool {
		known, _, _ := strings.Cut(variable, "=")
		return known == name || runtime.GOOS == "windows" && strings.EqualFold(known, name)
	})
}

// expand replaces $NAME and ${NAME}, and ${NAME@R} by what matches the value in a pattern.
func (e *Env) expand(text string) string {
	return os.Expand(text, func(name string) string {
		if plain, ok := strings.CutSuffix(name, "@R"); ok {
			return regexp.QuoteMeta(e.Getenv(plain))
		}
		return e.Getenv(name)
	})
}
