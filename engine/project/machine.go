package project

import (
	"os"
	"sync"
)

// Program returns the path of this executable, "" if unknown. It is cached because os.Executable is slow and is
// needed for each path in a line.
var Program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
})

// Home returns the user's home directory, "" if there is none.
func Home() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home
}

// Homes returns the home directory as the environment spells it, and its canonical path if that differs.
func Homes() []string {
	home := Home()
	if home == "" {
		return nil
	}
	if real := Resolve(home); real != home {
		return []string{home, real}
	}
	return []string{home}
}
