//go:build !unix

package store

import "time"

var processBegan = time.Now()

// CPUTime returns the time since the process began. On these systems the processor time is not
// measured.
func CPUTime() time.Duration { return time.Since(processBegan) }
