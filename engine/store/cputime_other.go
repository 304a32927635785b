//go:build !unix

package store

import "time"

var processBegan = time.Now()

// CPUTime is the time since the process began: this system is not asked for more.
func CPUTime() time.Duration { return time.Since(processBegan) }
