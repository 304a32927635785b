package runs

import (
	"slices"
	"strings"
)

// settleAttempts decides about tests of which only failed attempts are known: they failed, unless the
// counts of the run have come, which name the failures. It returns how many were expected to fail.
func (r *walkedRun) settleAttempts() (expected int64) {
	for _, e := range r.list {
		switch {
		case e.outcome != attempt:
		case r.tallied:
			e.outcome = ""
			expected++
		default:
			e.outcome = "fail"
		}
	}
	return expected
}

// conclude counts the tests of a run that is whole because as many are named as were announced.
func (r *walkedRun) conclude(t *tally) {
	named := int64(len(t.failures))
	t.Passed, t.Failed, t.Skipped, t.Counted = &r.passes, &named, &t.skips, true
	begins := slices.ContainsFunc(r.list, func(e *entry) bool { return e.outcome == begun })
	r.tallied, r.stopped, t.How = true, r.stopped || begins || r.plan < r.results, "structured"
}

// dropOtherwise removes the tests that are only tests if no other is named; one that failed, if no other that
// failed is.
func (r *walkedRun) dropOtherwise() {
	named := func(failed bool) bool {
		return slices.ContainsFunc(r.list, func(e *entry) bool {
			return !e.otherwise && (e.outcome == "fail" || !failed && e.outcome != "" && e.outcome != begun)
		})
	}
	others, failures := named(false), named(true)
	r.list = slices.DeleteFunc(r.list, func(e *entry) bool { return e.otherwise && others && (failures || e.outcome != "fail") })
}

// dropSuites removes the tests that are suites, but not one that failed although none of its tests did.
func (r *walkedRun) dropSuites() {
	failed := func(e *entry) bool {
		return e.outcome == "fail" && !slices.ContainsFunc(r.list, func(o *entry) bool { return o.outcome == "fail" && strings.HasPrefix(o.key.test, e.key.test+joined) })
	}
	r.list = slices.DeleteFunc(r.list, func(e *entry) bool {
		drop := e.heading || e.suite && !failed(e)
		if drop && e.outcome == "pass" {
			r.passes--
		}
		return drop
	})
}

// forgetAttempt removes the failures of the attempts before another: what passed in it is not named.
func (r *walkedRun) forgetAttempt(next int64) {
	r.attempt = next
	r.list = slices.DeleteFunc(r.list, func(e *entry) bool {
		if e.outcome == "fail" {
			delete(r.tests, e.key)
		}
		return e.outcome == "fail"
	})
}

// onlyLast removes the runs before the last: its counts are those of all attempts, of which only the failures
// of the last are of interest.
func (w *walk) onlyLast() {
	r := w.runs[len(w.runs)-1]
	w.runs = []*walkedRun{r}
	r.again = true
	r.list = slices.DeleteFunc(r.list, func(e *entry) bool { return e.outcome == "pass" })
}
