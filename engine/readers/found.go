// Package readers runs the files of facts.d, the readers, on the output of a call, and finds the runs of
// tests and checks and the changes of the tree that it reports.
//
// Read found.go for the result, readers.go for which readers there are, read.go for how they are run.
package readers

import "witness/engine/runs"

// Found is what the readers find in the output of one call.
type Found struct {
	Runs    []Run
	Changes []Change
	Labels  []Label

	Project   bool // a reader of the project may find more: see ReadProject
	MayChange bool // and it may find that the call changed the tree
	// Stashed are the projects in which git stash had put the edits away when the line began, once the call
	// is recorded.
	Stashed map[string]bool
}

// A Change is a change of the tree that a command makes without naming files.
type Change struct {
	Kind    string // install, checkout, …
	Command int    // index of the simple command
}

// nextRun returns the number of the next run of the call.
func (f *Found) nextRun() int64 {
	if len(f.Runs) == 0 {
		return 0
	}
	return f.Runs[len(f.Runs)-1].N + 1
}

// A Run is one row of the table runs, with the tests or diagnostics that the output names.
type Run struct {
	runs.Run
	Tool     string
	Language string // of the tests, "" if the reader does not say
	Command  int    // index of the simple command
	Complete bool
	Outcome  string
	Origin   string // hook if a hook of version control ran it
}
