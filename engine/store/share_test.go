package store_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"witness/engine/bundle"
	"witness/engine/store"
)

// TestInstancesShare runs SQL that takes more than a file has for itself that nobody has accepted. A file is to blame for its own SQL,
// and an instance of a rule of witness is not: three slow calls must not set all rules of .witness.toml aside.
func TestInstancesShare(t *testing.T) {
	const budget = 4 * time.Second
	// Of a file's own SQL it waits to be ended, however late a busy machine does it; an instance is not ended.
	work := func(ends bool) func(context.Context) error {
		return func(ctx context.Context) error {
			for begin := store.CPUTime(); ctx.Err() == nil && (ends || store.CPUTime()-begin < 300*time.Millisecond); {
			}
			return nil
		}
	}
	for _, c := range []struct {
		name string
		file bundle.File
		want string
	}{
		{"its own SQL", bundle.File{Origin: "project", Trust: bundle.Untrusted}, store.Overrun},
		{"an instance of a rule of witness", bundle.File{Origin: "project", Trust: bundle.Untrusted, Shape: &bundle.File{Origin: "embedded"}}, ""},
		{"an instance of its own rule", bundle.File{Origin: "project", Trust: bundle.Untrusted, Shape: &bundle.File{Origin: "project"}}, store.Overrun},
	} {
		m := &store.Mark{}
		m.LimitUnaccepted(budget)
		err := m.Run(t.Context(), &c.file, budget, work(c.want != ""))
		if said := err != nil && strings.Contains(err.Error(), store.Overrun); said != (c.want != "") || err != nil && c.want == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestBusyMachine waits for thirty budgets without using the processor, as a hook does beside a build: its rules go on, and end
// after forty.
func TestBusyMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const budget = time.Second
		ctx, cancel := store.WithBudget(t.Context(), budget)
		defer cancel()
		time.Sleep(30 * budget)
		synctest.Wait()
		if ctx.Err() != nil {
			t.Error("the rules were ended although they had hardly run")
		}
		time.Sleep(11 * budget)
		synctest.Wait()
		if ctx.Err() == nil {
			t.Error("nothing ends a hook that waits for the processor")
		}
	})
}
