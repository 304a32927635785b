//go:build !unix

package term

import "io"

// Closed returns false: without poll(2) only a write shows that a pipe is closed.
func Closed(io.Writer) bool { return false }
