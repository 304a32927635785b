//go:build !unix && !windows

package watch

import "os"

// enableSequences does nothing: what the terminal interprets is not known.
func enableSequences(*os.File) error { return nil }

// stopProcess does nothing: there are no jobs.
func stopProcess() error { return nil }
