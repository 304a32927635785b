package fleet

import (
	"fmt"
	"testing"
	"time"

	"witness/engine/fleet"
	"witness/engine/store"
)

// TestAway lets a member come back for which the server has many facts that are too old: no request makes the server look at all of them, and
// what is of use arrives. What the member has itself and is too old by now is deleted.
func TestAway(t *testing.T) {
	const old = 45_000 // of one kind; a request looks at 20,000
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	dbA, dbB := a.open(), b.open()
	a.exchange(dbA)
	b.exchange(dbB)
	l := &load{t: t, server: c.Nodes[0]}
	month := time.Now().Add(-30 * day).UnixMilli()
	l.ask("execute", fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO fleet_touches (repo, uid, member, machine, worktree, session, file, kind, at)
		SELECT (SELECT repo FROM fleet_repos), i, 'other', 'other', '', '', 'f', 'edit', %d FROM n`, old, month))
	a.work(dbA, 1, 3)
	a.exchange(dbA)

	m := newMember(t, b)
	defer m.close(t)
	m.syncer.Once = true
	for i, want := range []fleet.Result{{Left: true}, {Left: true}, {Brought: 3}, {}} {
		got, err := m.syncer.Exchange(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("request %d: %+v, not %+v", i, got, want)
		}
	}

	err := dbB.Transact(t.Context(), store.LockWait, func() error {
		_, err := dbB.Exec(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1234)
			INSERT INTO fleet_touches (uid, member, machine, worktree, session, file, kind, at) SELECT i, 'other', 'other', '', '', 'f', 'edit', ?1 FROM n`, month)
		if err == nil {
			_, err = dbB.Exec(t.Context(), "DELETE FROM fleet_state WHERE key = 'tidied'")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b.exchange(dbB)
	if n := b.count(dbB, "SELECT count(*) FROM fleet_touches"); n != 3 {
		t.Errorf("%d facts are kept, not the 3 that are not too old", n)
	}
}
