package report

import (
	"fmt"
	"testing"
)

// TestReasons lists the latest facts before a verdict. The failing run is among them, however many edits came after it.
func TestReasons(t *testing.T) {
	for after, first := range map[int]string{2: "step 1: edited a.go", 5: "step 2: go test: 1 failed", 20: "step 2: go test: 1 failed"} {
		s := &Session{Runs: []Run{{Step: 2, Command: "go test", Outcome: "fail", Failed: new(int64(1))}}}
		for step := range after + 2 {
			var touches []Touch
			if step != 1 { // that of the run
				touches = []Touch{{Kind: "edit", File: "a.go", Outcome: "ok"}}
			}
			s.Steps = append(s.Steps, Step{Step: int64(step + 1), Touches: touches})
		}
		list := s.reasons(Verdict{Step: int64(after + 3), Subject: "a.go", Moment: "before"}, map[string]bool{"touches": true, "runs": true})
		if got := fmt.Sprintf("step %d: %s", list[0].Step, list[0].Text); got != first || len(list) != min(maxReasons, after+2) {
			t.Errorf("with %d edits after the run there are %d facts, the first %q, not %q", after, len(list), got, first)
		}
	}
}
