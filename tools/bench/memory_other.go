//go:build !unix

package main

// measurePeak does nothing: the peak memory is not known on this system.
func (c *testCase) measurePeak(string) error { return nil }
