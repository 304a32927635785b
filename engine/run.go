package engine

// found is what the readers make of one call.
type found struct {
	runs    []run
	changes []string
}

// next is the number of the next run of the call.
func (all *found) next() int64 {
	if len(all.runs) == 0 {
		return 0
	}
	return all.runs[len(all.runs)-1].n + 1
}

// An item is one row of `diagnostics`, or the rows of `tests` of those that fared alike.
type item struct {
	i                          int64 // position in the output
	tests                      []string
	suite, outcome             string
	message, file, code, level string
	line, col                  *int64
}

// A run is one row of `runs`, with what it named.
type run struct {
	n                       int64
	tool, kind, how         string
	command                 int
	passed, failed, skipped *int64
	named                   int64 // failures that were named
	ended, complete         bool
	told                    bool // it was told how many failed, be it none
	outcome                 string
	items                   []item
}

// empty tells that a runner was seen to run no test at all.
func (r run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.kind == "test" && r.how != "exit" && r.passed != nil && none(r.passed) && none(r.failed) && none(r.skipped)
}
