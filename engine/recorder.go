package engine

import (
	"io/fs"

	"witness/engine/facts"
	"witness/engine/store"
)

// A recorder writes calls, their facts and their verdicts into the store.
type recorder struct {
	db     *store.DB
	disk   facts.Disk
	assets fs.FS
	runs   func(*facts.Call, facts.Command) bool // whether a script runs all tests
}
