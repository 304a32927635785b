// Package testenv runs tests in an environment that does not depend on the developer's.
package testenv

import (
	"go/build"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Run runs the tests of a package with an empty home directory and without the variables of the
// developer's environment that could change their results, such as WITNESS_DB, NO_COLOR or those
// that an agent sets. It returns the exit status.
func Run(m *testing.M) (status int) {
	home, err := os.MkdirTemp("", "witness-home-")
	if err == nil {
		err = isolate(home)
	}
	if err != nil {
		log.Print(err)
		return 1
	}
	defer func() {
		if err := os.RemoveAll(home); err != nil {
			log.Print(err)
			status = 1
		}
	}()
	return m.Run()
}

// isolate clears the environment except for what programs need to start. The Go tool keeps its
// configuration and its caches, which are in the home directory by default.
func isolate(home string) error {
	keep := map[string]string{"GOPATH": build.Default.GOPATH}
	if dir, err := os.UserCacheDir(); err == nil {
		keep["GOCACHE"] = filepath.Join(dir, "go-build")
	}
	if dir, err := os.UserConfigDir(); err == nil {
		keep["GOENV"] = filepath.Join(dir, "go", "env")
	}
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); isKept(name) {
			keep[name] = value
		}
	}
	keep["HOME"], keep["USERPROFILE"] = home, home
	os.Clearenv()
	for name, value := range keep {
		if name == "" {
			continue // Windows has variables such as "=C:"
		}
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

func isKept(name string) bool {
	name = strings.ToUpper(name)
	return strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") ||
		slices.Contains([]string{"PATH", "PATHEXT", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT", "COMSPEC", "LD_LIBRARY_PATH"}, name)
}
