package fleet

import (
	"fmt"
	"testing"

	"witness/internal/rows"
)

// TestVotes marks several verdicts as wrong between two exchanges, and takes one of the votes back: others get each change.
func TestVotes(t *testing.T) {
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	dbA, dbB := a.open(), b.open()
	a.work(dbA, 1, 4)
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := dbA.Exec(t.Context(), rows.Complete(sql), args...); err != nil {
			t.Fatal(err)
		}
	}
	vote := func(list, value string, at int) {
		t.Helper()
		do(fmt.Sprintf("INSERT INTO votes (session, t, rule, moment, at, vote) SELECT 's0', t, 'contention', 'after', ?1, ?2 FROM events WHERE t IN (%s)", list), at, value)
	}
	do("INSERT INTO verdicts (session, t, rule, moment, at, severity, message) SELECT session, t, 'contention', moment, at, 'warn', '' FROM events")
	for i, step := range []struct {
		vote func()
		want int64
	}{
		{func() {}, 0},
		{func() { vote("1, 2, 4", "wrong", 1) }, 3},
		{func() { vote("2", "", 2); vote("3", "wrong", 2) }, 3},
		{func() { vote("1, 3, 4", "", 3) }, 0},
	} {
		step.vote()
		a.exchange(dbA)
		b.exchange(dbB)
		if n := b.count(dbB, "SELECT sum(vote = 'wrong') FROM fleet_verdicts"); n != step.want {
			t.Errorf("after step %d, %d verdicts are marked as wrong, not %d", i, n, step.want)
		}
		if n := b.count(dbB, "SELECT count(*) FROM fleet_verdicts"); n != 4 {
			t.Errorf("after step %d there are %d verdicts, not 4", i, n)
		}
	}
}
