package spent

import (
	"context"
	"testing"
	"time"

	"witness"
	"witness/engine"
	"witness/engine/hook"
)

// TestPartsAddUpTime checks what counts as work, as running and as waiting for the user, and to which day it belongs.
func TestPartsAddUpTime(t *testing.T) {
	ctx := context.Background()
	e, err := engine.NewReplay(ctx, witness.Files, t.TempDir(), engine.Trial{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	began := time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC)
	hear := func(after time.Duration, ev hook.Event) {
		t.Helper()
		ev.Session, ev.Agent, ev.CWD, ev.Mode = "s", "plain", e.Project.Dir, "default"
		e.SetTime(began.Add(after).Format(time.RFC3339))
		if _, err := e.Hear(ctx, ev, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
	}
	run := func(call string, began, ended, ran time.Duration) {
		t.Helper()
		hear(began, hook.Event{Moment: hook.Before, Tool: hook.Run, Call: call, Command: "make " + call})
		hear(ended, hook.Event{Moment: hook.After, Tool: hook.Run, Call: call, Command: "make " + call, Outcome: hook.OK, Duration: ran.Milliseconds()})
	}
	hear(0, hook.Event{Moment: hook.Prompt})
	run("a", 10*time.Second, 70*time.Second, 20*time.Second)          // 40 s for an answer
	run("b", 80*time.Second, 30*time.Minute, 0)                       // it is not known which part of it ran
	hear(40*time.Minute, hook.Event{Moment: hook.Stop})               // nothing for ten minutes
	hear(45*time.Minute, hook.Event{Moment: hook.Prompt})             // the user has written
	run("c", 60*time.Minute-time.Second, 61*time.Minute, time.Second) // overnight
	hear(62*time.Minute, hook.Event{Moment: hook.Stop, Used: []hook.Usage{{Model: "claude-opus-4-6", Input: 1_000_000, Output: 100_000}, {Model: "none", Output: 5}}})

	parts, err := Parts(ctx, e.DB, []string{"s", "other"}, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2: %v", len(parts), parts)
	}
	first, second := of(parts[0]), of(parts[1])
	if want := (80*time.Second + Idle*time.Millisecond).Milliseconds(); first.ActiveMS != want || parts[0].Day.Day() != 27 || first.Calls != 3 {
		t.Errorf("%v, want 3 calls and %d ms on the 27th", first, want)
	}
	if first.WaitedMS != 40_000 || first.RunMS != 20_000+Idle {
		t.Errorf("waited %d ms and ran %d ms", first.WaitedMS, first.RunMS)
	}
	if second.ActiveMS != 121_000 || parts[1].Day.Day() != 28 || second.Calls != 0 || len(parts[1].Used) != 2 {
		t.Errorf("%v, want two minutes on the 28th, and a call on its first day alone", second)
	}

	prices, err := LoadPrices(witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	byModel := Sum(parts, "model", prices)
	if len(byModel) != 2 || byModel[0].Of != "claude-opus-4-6" || byModel[0].ActiveMS != first.ActiveMS+second.ActiveMS {
		t.Fatalf("%v, want two models, and the time of both days with the one that wrote most", byModel)
	}
	byTool := Sum(parts, "tool", prices)
	if len(byTool) != 1 || byTool[0].Of != hook.Run || byTool[0].Calls != 3 || byTool[0].RunMS != first.RunMS+second.RunMS || byTool[0].Input != 0 {
		t.Errorf("%v, want three commands, without tokens", byTool)
	}
	for _, s := range Sum(parts, "agent", prices) {
		if s.Sessions != 1 || s.Dollars == nil || *s.Dollars != 7.5 || len(s.Unpriced) != 1 || s.ActiveMS != first.ActiveMS+second.ActiveMS {
			t.Errorf("%+v, want a session of 7.50 dollars", s)
		}
	}
}

// of adds the calls and times of a part up.
func of(p Part) (t Total) {
	for _, one := range p.Tools {
		t.add(one)
	}
	return t
}

// TestTimeInRed checks that work counts as in red from the run in which a test failed that had passed to the one in which it passes again.
func TestTimeInRed(t *testing.T) {
	ctx := context.Background()
	e, err := engine.NewReplay(ctx, witness.Files, t.TempDir(), engine.Trial{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	began := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	hear := func(minute int, ev hook.Event) {
		t.Helper()
		ev.Session, ev.Agent, ev.CWD = "s", "plain", e.Project.Dir
		e.SetTime(began.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339))
		if _, err := e.Hear(ctx, ev, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
	}
	test := func(minute int, call, output, outcome string) {
		t.Helper()
		hear(minute, hook.Event{Moment: hook.Before, Tool: hook.Run, Call: call, Command: "go test -v ."})
		hear(minute, hook.Event{Moment: hook.After, Tool: hook.Run, Call: call, Command: "go test -v .", Outcome: outcome, Output: output})
	}
	const passes, fails = "--- PASS: TestAdd (0.00s)\nPASS\nok  \tm\t0.1s\n", "--- FAIL: TestAdd (0.00s)\nFAIL\nFAIL\tm\t0.1s\nFAIL\n"
	edit := func(minute int, call string) {
		t.Helper()
		file := hook.File{Path: "add.go", Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "a", New: "b"}}}
		hear(minute, hook.Event{Moment: hook.Before, Tool: hook.Edit, Call: call, Files: []hook.File{file}})
		hear(minute, hook.Event{Moment: hook.After, Tool: hook.Edit, Call: call, Files: []hook.File{file}, Outcome: hook.OK})
	}
	hear(0, hook.Event{Moment: hook.Prompt})
	test(1, "a", passes, hook.OK)
	edit(2, "breaks")
	test(3, "b", fails, hook.Failed)
	edit(5, "repairs")
	test(8, "c", passes, hook.OK)
	hear(9, hook.Event{Moment: hook.Stop})
	parts, err := Parts(ctx, e.DB, []string{"s"}, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if p := of(parts[0]); p.ActiveMS != 9*60_000 || p.RedMS != 5*60_000 {
		t.Errorf("%d ms of %d ms in red, want 5 of 9 minutes", p.RedMS, p.ActiveMS)
	}
}

// TestPricesOfModels checks which names are a model, and that a price that is not there is not taken for 0.
func TestPricesOfModels(t *testing.T) {
	prices, err := LoadPrices(witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{
		"claude-opus-4-5-20251101": 5, "anthropic/claude-opus-4-5": 5, "claude-opus-4-1": 15, "claude-sonnet-4-20250514": 3, "gpt-5.5": 5, "gpt-5.4-2026-03-05": 2.5,
		"gpt-5.5-pro": -1, "claude-opus-4-50": -1, "": -1,
	} {
		dollars, known := prices.Cost(hook.Usage{Model: name, Input: 1_000_000})
		if !known {
			dollars = -1
		}
		if dollars != want {
			t.Errorf("%s costs %v, want %v", name, dollars, want)
		}
	}
	if _, known := prices.Cost(hook.Usage{Model: "gpt-5.5", Written: 1}); known {
		t.Error("gpt-5.5 has no price for what is written into the cache")
	}
	for _, text := range []string{"a\tb", "m\tx\t\t\t\t\t\t"} {
		if _, err := readPrices("p", text); err == nil {
			t.Errorf("%q is a table", text)
		}
	}
}
