package engine

import (
	"io/fs"

	"witness/engine/facts"
	"witness/engine/state"
	"witness/engine/store"
)

// A recorder writes calls, their facts and their verdicts into the store.
type recorder struct {
	db     *store.DB
	disk   facts.Disk
	assets fs.FS
	state  state.Keeper // of what fails and what is untested
}
