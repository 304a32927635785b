package facts

// Found is what the readers find in one call.
type Found struct {
	Runs    []Run
	Changes []string // kinds of changes of the tree: install, checkout, …
}

// nextRun is the number of the next run of the call.
func (f *Found) nextRun() int64 {
	if len(f.Runs) == 0 {
		return 0
	}
	return f.Runs[len(f.Runs)-1].N + 1
}

// A RunRow is one row of the table runs, with the items that it names.
type Run struct {
	N                       int64
	Tool, Kind, How         string
	Command                 int // index of the simple command
	Passed, Failed, Skipped *int64
	Ended, Complete         bool
	Outcome                 string
	Items                   []Item

	Named   int64 // failures that are named
	counted bool  // the output says how many failed, even if none
}

// An Item is one row of the table diagnostics, or the rows of the table tests that differ in
// their names only.
type Item struct {
	I                          int64 // position in the output
	Tests                      []string
	Suite, Outcome             string
	Message, File, Code, Level string
	Line, Col                  *int64
}

// empty reports whether a runner ran and found no test at all.
func (r Run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.Kind == "test" && r.How != "exit" && r.Passed != nil && none(r.Passed) && none(r.Failed) && none(r.Skipped)
}
