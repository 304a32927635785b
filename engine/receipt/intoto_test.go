package receipt

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestStatements checks what is written for the tools of others against the schema of in-toto's Statement, version 1, and of its predicate
// test-result, version 0.1 (testdata/test_result.json, from the published specification), with no member that these do not know.
func TestStatements(t *testing.T) {
	text, err := os.ReadFile("testdata/test_result.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	commit := "3b66b9330c1e8f7f1c0f4e9a5d6b7c8d9e0f1a2b"
	exact := Run{Command: "go test ./...", Kind: "test", Tool: "go_test", Outcome: "pass", Exact: true, passing: []string{"TestA"}}
	red, flaky, earlier, check, unknown := exact, exact, exact, exact, exact
	red.Outcome, red.passing, red.Failing = "fail", nil, []string{"TestB"}
	flaky.Flaky = []string{"TestA"}
	earlier.Exact, check.Kind, unknown.Outcome = false, "check", "unknown"
	r := Receipt{Commit: commit, Tree: commit, Runs: []Run{exact, earlier, red, check, flaky, unknown}}
	list := r.Statements()
	if len(list) != 3 {
		t.Fatalf("%d statements, not one for each run of tests on the tree", len(list))
	}
	for i, want := range []string{"PASSED", "FAILED", "WARNED"} {
		var value any
		if text, err = json.Marshal(list[i]); err == nil {
			err = json.Unmarshal(text, &value)
		}
		if err == nil {
			err = resolved.Validate(value)
		}
		if err != nil || list[i].Predicate.Result != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, wrong := range []string{`{"_type": "https://in-toto.io/Statement/v1"}`, `{"_type": "https://in-toto.io/Statement/v1", "subject": [{"name": "x"}], "predicateType": "https://in-toto.io/attestation/test-result/v0.1", "predicate": {"result": "GREEN", "configuration": []}}`} {
		var value any
		if err := json.Unmarshal([]byte(wrong), &value); err != nil || resolved.Validate(value) == nil {
			t.Errorf("%s is taken for a statement", wrong)
		}
	}
	if r.Commit = ""; len(r.Statements()) != 0 {
		t.Error("what is staged has no hash to make a statement about")
	}
}
