//go:build !unix

package store

import "time"

// queue does not wait; SQLite's own lock decides who writes next.
func queue(string, time.Duration) (leave func()) { return func() {} }
