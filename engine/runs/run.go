// Package runs concludes the runs of tests and checks that an output reports from what a reader, a file of
// facts.d, takes of it: lines, documents, or the rows of its SELECT.
//
// Read read.go for the whole, walk.go for how lines are gone through, rows.go for what follows from them.
package runs

// An Input is an output that a reader reads, and what is known of the command that printed it.
type Input struct {
	Output, Command string
	Root            string // of the project, which paths are relative to
	Exit            *int   // nil if it is not known
	Listed          bool   // the command is one that the reader lists
	Own             bool   // it is, or the line has its words
	Shared          bool   // a build before it on the line may have printed what only its own output has
	First           int64  // the number of the first run
}

// A Run is one run of tests or checks in an output.
type Run struct {
	N                       int64
	Kind, How               string
	Passed, Failed, Skipped *int64
	Ended                   bool
	Items                   []Item

	Absent  int64 // number of tests that the output says were left out
	Named   int64 // number of failures that the output names
	Counted bool  // the output reports the number of failures, even if it is 0
}

// An Item is one row of the table diagnostics, or several rows of the table tests that differ only
// in the name of the test.
type Item struct {
	I                          int64 // position in the output
	Tests                      []string
	Suite, Outcome             string
	Message, File, Code, Level string
	Line, Col                  *int64
}

// Columns are the columns that a reader's SELECT may return. A row is a test, a diagnostic,
// or, without a test and a message, the summary of a run. An empty test means a suite that passed
// without naming its tests. `tests` is a JSON array of names and replaces `test` if several have
// the same result. `n` numbers the runs of one output from 0. `origin` and an outcome without a test
// are for readers into runs. Rows of `output` alone are a text that the reader in `form` reads.
var Columns = []string{
	"test", "tests", "suite", "outcome", "message", "file", "line", "col", "code", "level",
	"passed", "failed", "skipped", "ended", "how", "kind", "origin", "output",
}
