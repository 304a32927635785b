//go:build !linux

package disk

import (
	"time"
)

// clockStep bounds how far the time stamp of a file may lag behind a hook's clock.
func clockStep() time.Duration { return 20 * time.Millisecond }
