package report

import (
	"fmt"
	"strings"
	"testing"

	"witness/engine/hook"
	"witness/engine/spent"
)

// TestMultiples checks that agents are compared if there are two, with the interval that chance makes, and that little is called little.
func TestMultiples(t *testing.T) {
	var sessions []*Session
	for i := range 14 {
		s := written("ee") // which runs no test
		if s.ID, s.Agent = fmt.Sprint(i), "claude"; i >= 12 {
			s.Agent = "codex"
		}
		s.judge()
		sessions = append(sessions, s)
	}
	if list := multiples(sessions[:12]); len(list) != 0 {
		t.Errorf("one agent is compared with none: %v", list)
	}
	list := multiples(sessions)
	if len(list) != 1 || list[0].By != "agent" || list[0].What != "Sessions that edited code and ran no test" {
		t.Fatalf("%v, want one figure, by agent: nothing else has happened", list)
	}
	claude, codex := list[0].Rows[0], list[0].Rows[1]
	if claude.Few() || !codex.Few() || claude.N != 12 || codex.All != 2 {
		t.Errorf("%v and %v", claude, codex)
	}
	if claude.Least < .75 || claude.Least > .76 || claude.Most != 1 || codex.Least < .34 || codex.Least > .35 {
		t.Errorf("%v and %v: 12 of 12 leave down to 76 %% to chance, 2 of 2 down to 34 %%", claude, codex)
	}
	for _, s := range sessions[:5] {
		s.parts = []spent.Part{{Session: s.ID}}
	}
	if again := multiples(sessions); len(again) != 1 {
		t.Errorf("sessions without a model are compared by model: %v", again)
	}
}

// TestRecordingsOfOneSession counts as many sessions in the sums as the page has, where several recordings have the id of one.
func TestRecordingsOfOneSession(t *testing.T) {
	var sessions []*Session
	for _, model := range []string{"opus", "haiku"} {
		sessions = append(sessions, &Session{ID: "s1", Agent: "claude", parts: []spent.Part{{
			Session: "s1", Agent: "claude", Tools: []spent.Total{{Of: "run", Calls: 20}}, Used: []hook.Usage{{Model: model, Output: 9}},
		}}})
	}
	if agents := spentBy(sessions, "agent", spent.Prices{}); len(agents) != 1 || agents[0].Sessions != 2 || agents[0].Calls != 40 {
		t.Errorf("%+v, want two sessions", agents)
	}
	if models := spentBy(sessions, "model", spent.Prices{}); len(models) != 2 || models[0].Calls != 20 || models[1].Calls != 20 {
		t.Errorf("%+v, want the calls of each recording with its model", models)
	}
}

// TestStoppedCalls counts a call once on which two rules spoke, and no end of a turn.
func TestStoppedCalls(t *testing.T) {
	s := written("e")
	s.Verdicts = append(s.Verdicts,
		Verdict{Step: 1, Moment: "before", Severity: "block"},
		Verdict{Step: 1, Moment: "before", Severity: "ask"},
		Verdict{Step: 2, Moment: "after", Severity: "warn"},
		Verdict{Step: 3, Moment: "before", Severity: "block", Unsaid: "observe"},
		Verdict{Step: 4, Moment: "stop", Severity: "block"})
	s.judge()
	if total := count([]*Session{s}); total.Said != 4 || total.Refused != 1 || total.spoken != 2 || !strings.HasSuffix(s.Headline, "; witness stopped 1 call.") {
		t.Errorf("%+v, %s", total, s.Headline)
	}
}
