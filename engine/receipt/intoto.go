package receipt

// A Statement is an attestation of in-toto about one run of tests, with the predicate test-result, so that the tools of others read it.
type Statement struct {
	Type          string     `json:"_type"`
	Subject       []Resource `json:"subject"`
	PredicateType string     `json:"predicateType"`
	Predicate     TestResult `json:"predicate"`
}

// A Resource is in-toto's ResourceDescriptor.
type Resource struct {
	Name        string            `json:"name,omitempty"`
	Digest      map[string]string `json:"digest,omitempty"`
	Annotations map[string]any    `json:"annotations,omitempty"`
}

// A TestResult is the predicate test-result, version 0.1.
type TestResult struct {
	Result        string     `json:"result"` // PASSED, WARNED or FAILED
	Configuration []Resource `json:"configuration"`
	PassedTests   []string   `json:"passedTests,omitempty"`
	WarnedTests   []string   `json:"warnedTests,omitempty"` // flaky ones
	FailedTests   []string   `json:"failedTests,omitempty"`
}

// Statements returns a statement for each run of tests on exactly the tree of the commit. Of other runs it says nothing: a subject is what was
// tested.
func (r Receipt) Statements() (list []Statement) {
	for _, run := range r.Runs {
		if !run.Exact || run.Kind != "test" || run.Outcome == "unknown" || r.Commit == "" {
			continue
		}
		result := "PASSED"
		switch {
		case run.Outcome == "fail":
			result = "FAILED"
		case len(run.Flaky) > 0:
			result = "WARNED"
		}
		list = append(list, Statement{
			Type:          "https://in-toto.io/Statement/v1",
			Subject:       []Resource{{Name: "commit", Digest: map[string]string{"gitCommit": r.Commit}}, {Name: "tree", Digest: map[string]string{"gitTree": r.Tree}}},
			PredicateType: "https://in-toto.io/attestation/test-result/v0.1",
			Predicate: TestResult{
				Result:        result,
				Configuration: []Resource{{Name: run.Command, Annotations: map[string]any{"tool": run.Tool, "agent": run.Agent, "session": run.Session, "observer": "hooks of a developer's machine"}}},
				PassedTests:   run.passing, WarnedTests: run.Flaky, FailedTests: run.Failing,
			},
		})
	}
	return list
}
