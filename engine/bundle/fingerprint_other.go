//go:build !unix

package bundle

import "time"

// fingerprint always returns "": on these systems a program that changes a file can reset all of
// its times.
func fingerprint(string) (print string, changed time.Time) { return "", changed }
