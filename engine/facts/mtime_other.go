//go:build !unix

package facts

// lastChange is never known: here a program can reset every time of a file.
func lastChange(string) (ns int64, known bool) { return 0, false }
