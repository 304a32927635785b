//go:build !linux

package engine

import "time"

// leeway is how far the clock of a file system may be behind that of a hook.
func leeway() time.Duration { return 20 * time.Millisecond }
