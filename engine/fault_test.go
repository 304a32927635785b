package engine

import (
	"fmt"
	"testing"

	"witness/engine/project"

	"witness/engine/store"

	"witness"
)

// TestFaultsAreBounded checks that a rule with a different fault in each call does not fill the store,
// and replaces neither its own faults of another kind nor those of other rules.
func TestFaultsAreBounded(t *testing.T) {
	e, err := OpenMemory(t.Context(), witness.Files, t.TempDir(), project.AsHooks)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.faults.add("a.sql", fmt.Errorf("%s, 6 ms", store.Overrun))
	e.faults.add("b.sql", fmt.Errorf("no such table: x"))
	for i := range 5 * store.MaxFaults {
		e.Clock = func() int64 { return int64(i) }
		e.faults.add("a.sql", fmt.Errorf("bad JSON path: 'file%d.go'", i))
		if err := e.faults.keep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for sql, want := range map[string]int64{
		"SELECT count(*) FROM faults WHERE message LIKE 'bad %'":                     store.MaxFaults,
		fmt.Sprintf("SELECT min(at) FROM faults WHERE at > %d", 4*store.MaxFaults-1): 4 * store.MaxFaults,
		"SELECT count(*) FROM faults WHERE message LIKE '%its share%'":               1,
		"SELECT count(*) FROM faults WHERE place = 'b.sql'":                          1,
	} {
		if n, err := e.DB.Int(t.Context(), sql); err != nil || n != want {
			t.Errorf("%s: got %d, %v, want %d", sql, n, err, want)
		}
	}
}
