//go:build !unix

package main

// weigh leaves the memory unknown.
func (c *testCase) weigh(string) error { return nil }
