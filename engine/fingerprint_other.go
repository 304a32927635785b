//go:build !unix

package engine

import (
	"time"
)

// fingerprint is always "": here a program can reset every time of a file that it changes.
func fingerprint(string) (print string, changed time.Time) { return "", changed }

// lastChange is never known: here a program can reset every time of a file.
func lastChange(string) (ns int64, known bool) { return 0, false }
