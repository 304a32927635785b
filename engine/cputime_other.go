//go:build !unix

package engine

import "time"

var processBegan = time.Now()

// processorTime is the time since the process began: this system is not asked for more.
func processorTime() time.Duration { return time.Since(processBegan) }
