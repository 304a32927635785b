package main

import (
	"testing"

	"witness/cmd/witness/scripttest"
)

// TestMain runs the tests with witness, did and will on PATH.
func TestMain(m *testing.M) { scripttest.Main(m) }
