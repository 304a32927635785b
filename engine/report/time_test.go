package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/hook"
	"witness/engine/spent"
)

// TestOpeningComparesPeriods checks that the page begins with what differs from the week before, and with nothing if there is no such week.
func TestOpeningComparesPeriods(t *testing.T) {
	of := func(id, steps string, week int, redMS int64) *Session {
		s := written(steps)
		s.ID, s.Agent, s.Ended = id, "claude", Time(1e12)-Time(week)*Time((7*24*time.Hour).Milliseconds())
		s.parts = []spent.Part{{Session: id, Agent: "claude", Tools: []spent.Total{{ActiveMS: 60 * 60 * 1000, RedMS: redMS}}}}
		return s
	}
	var now, before []*Session
	for _, id := range []string{"a", "b", "c", "d"} {
		red := of(id, "pef3", 0, 30*60*1000)
		red.failures = []failure{{since: 3, until: 1 << 60, count: 3}}
		now = append(now, red)
		before = append(before, of("x"+id, "pep", 1, 0))
	}
	r := (&Reader{}).Build("p", "store", slices.Concat(now, before))
	r.Open(nil)
	if len(r.Opening) == 0 || len(r.Opening) > openings {
		t.Fatalf("%d sentences: %q", len(r.Opening), r.Opening)
	}
	text := strings.Join(r.Opening, "\n")
	for _, want := range []string{
		"2.0 h of 4.0 h of work were in red; the week before, nothing of 4.0 h.",
		"4 of 4 sessions ended red; the week before, 0 of 4 sessions.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	alone := (&Reader{}).Build("p", "store", now)
	if alone.Open(nil); len(alone.Opening) > 0 {
		t.Errorf("nothing to compare with: %q", alone.Opening)
	}
}

// TestTimeTable checks that the page has no table of models and agents if neither a model nor a time at work is known.
func TestTimeTable(t *testing.T) {
	for _, c := range []struct {
		part spent.Part
		want bool
	}{
		{spent.Part{Tools: []spent.Total{{RunMS: 14_000}}}, false},
		{spent.Part{Tools: []spent.Total{{ActiveMS: 60_000}}}, true},
		{spent.Part{Used: []hook.Usage{{Model: "claude-opus-4-6"}}}, true},
	} {
		s := written("pep")
		s.parts = []spent.Part{c.part}
		var html strings.Builder
		if err := (&Reader{}).Build("p", "store", []*Session{s}).HTML(&html); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(html.String(), "Time and tokens by model"); got != c.want {
			t.Errorf("%+v: a table %v, want %v", c.part, got, c.want)
		}
	}
}

// TestAdvice checks which one thing the page says to do.
func TestAdvice(t *testing.T) {
	for want, r := range map[string]*Report{
		"": {Rules: []Rule{{Name: "r", Severity: "warn", Again: 7, Answered: 7}}, Commands: []Command{{Program: "go test", Calls: 9, Failed: 8, MS: 1000}}},
		"r was answered 9 of 10 times: let it block (witness rules set r=block).":           {Rules: []Rule{{Name: "r", Severity: "warn", Again: 10, Answered: 9}}},
		"r was marked as wrong 3 of 6 times: switch it off (witness rules set r=off).":      {Rules: []Rule{{Name: "r", Fired: 6, Wrong: 3}}},
		"npm test failed at all of its 3 calls: say in AGENTS.md how it is to be run here.": {Commands: []Command{{Program: "npm test", Calls: 3, Failed: 3}}},
		"mise run took 20 min of 60 min of commands, 2 min a call: that is where the agent waits.": {
			Commands: []Command{
				{Program: "git add", Calls: 10, MS: 30 * 60 * 1000}, // how much of that was a wait for an answer is not known
				{Program: "mise run", Calls: 10, MS: 20 * 60 * 1000, told: 20 * 60 * 1000}, {Program: "go test", Calls: 10, MS: 10 * 60 * 1000},
			},
		},
	} {
		if got := r.Advice(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
