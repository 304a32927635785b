//go:build !unix

package main

import "os"

// peakMemory is the most memory that a process had in use, in bytes; 0 if not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
