// Package rqlited builds the server that witness sync talks to and starts clusters of it, for tests and `just fleet-up`.
package rqlited

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// version is the latest one that the Go module proxy serves.
const version = "v8.36.0"

// Build returns the path of rqlited: $WITNESS_RQLITED, or it is built once, which takes a minute, and kept in the user's folder for caches.
func Build(ctx context.Context) (path string, err error) {
	if path := os.Getenv("WITNESS_RQLITED"); path != "" {
		return path, nil
	}
	// Tests have a home of their own, and the Go tool's cache is where the user's is.
	cache, err := exec.CommandContext(ctx, "go", "env", "GOCACHE").Output()
	if err != nil {
		return "", fmt.Errorf("the Go tool does not run: %w", err)
	}
	path = filepath.Join(filepath.Dir(string(cache)), "witness-rqlited", version, "rqlited")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	empty, err := os.MkdirTemp("", "witness-rqlited-") // without a go.mod, in which the module would be looked up
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(empty)
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", "github.com/rqlite/rqlite/v8@"+version)
	download.Dir = empty
	out, err := download.Output()
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	if err != nil {
		return "", fmt.Errorf("the Go module proxy does not serve rqlite %s: %w: %s", version, err, out)
	}
	// The module's go.mod has replacements, which `go install MODULE@VERSION` refuses.
	compile := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/rqlited")
	compile.Dir, compile.Env = module.Dir, append(os.Environ(), "CGO_ENABLED=1", "CGO_CFLAGS=-O1 -g0", "GOFLAGS=") // -O2 takes SQLite thrice as long
	if out, err := compile.CombinedOutput(); err != nil {
		return "", fmt.Errorf("rqlited cannot be built, which needs a C compiler: %w: %s", err, out)
	}
	return path, nil
}
