package fleet

import (
	"testing"

	"witness/internal/rows"
)

// TestLateVerdict shares a verdict that a hook recorded after an exchange had shared its call.
func TestLateVerdict(t *testing.T) {
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	dbA, dbB := a.open(), b.open()
	a.work(dbA, 1, 1)
	a.exchange(dbA)
	if _, err := dbA.Exec(t.Context(), rows.Complete("INSERT INTO verdicts (session, t, rule, moment, at, severity, message) SELECT session, t, 'contention', moment, at, 'warn', '' FROM events")); err != nil {
		t.Fatal(err)
	}
	a.exchange(dbA)
	a.exchange(dbA)
	b.exchange(dbB)
	if n := b.count(dbB, "SELECT count(*) FROM fleet_verdicts"); n != 1 {
		t.Errorf("%d verdicts arrived, not 1", n)
	}
}
