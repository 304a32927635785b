package fleet

import (
	"context"
	"fmt"
	"testing"
	"time"

	"witness"
	"witness/engine/fleet"
	"witness/engine/store"
	"witness/internal/rows"
)

// What follows from a hundred calls, as in 318 recorded sessions with 20,283 calls (docs/fleet.md).
const (
	editsOfHundred    = 21
	runsOfHundred     = 5
	failuresOfHundred = 2
	verdictsOfHundred = 2
)

const day = 24 * time.Hour

// A member is a machine that exchanges facts as the process does that hooks start: with one connection.
type member struct {
	*machine
	db     *store.DB
	syncer *fleet.Syncer
}

// newMember returns a member that keeps the facts of others for 14 days.
func newMember(t *testing.T, m *machine) *member {
	t.Helper()
	db, err := store.Open(t.Context(), witness.Files, m.path, store.LockWait)
	if err != nil {
		t.Fatal(err)
	}
	one := &member{machine: m, db: db}
	one.syncer = &fleet.Syncer{DB: db, Assets: witness.Files, Root: m.clone, Config: m.config, Clock: m.now}
	return one
}

// close ends its connection and closes its store, until it is made again.
func (m *member) close(t *testing.T) {
	t.Helper()
	m.syncer.Close()
	if err := m.db.Close(); err != nil {
		t.Error(err)
	}
}

// sync exchanges facts until nothing is left, as often and as long as the process does that hooks start, and returns how often.
func (m *member) sync(t *testing.T) (all fleet.Result, rounds int) {
	t.Helper()
	for left := true; left; rounds++ {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		done, err := m.syncer.Exchange(ctx)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		all.Sent, all.Brought, left = all.Sent+done.Sent, all.Brought+done.Brought, done.Left
	}
	return all, rounds
}

// record records a session of calls in the last eight hours. Of each 20 calls one runs git, which tells the commit.
func (m *member) record(t *testing.T, session string, calls int) {
	t.Helper()
	const n = "WITH RECURSIVE n (t) AS (SELECT 1 UNION ALL SELECT t + 1 FROM n WHERE t < ?3) "
	at := fmt.Sprintf("?4 + t * %d", (8*time.Hour).Milliseconds()/int64(calls))
	between := func(from, count int) string { return fmt.Sprintf("t %% 100 BETWEEN %d AND %d", from, from+count-1) }
	err := m.db.Transact(t.Context(), store.LockWait, func() error {
		for _, sql := range []string{
			"INSERT INTO sessions (session, root, started) SELECT ?1, ?2, ?4 WHERE ?3 > 0",
			n + "INSERT INTO events (session, t, moment, at, agent, call, tool, root, outcome, branch, head) SELECT ?1, t, 'after', " + at + ", 'claude', 'c' || t, iif(" + between(0, editsOfHundred) + ", 'edit', 'run'), ?2, 'ok', iif(t % 20 = 1, 'main', ''), iif(t % 20 = 1, '0123456789012345678901234567890123456789', '') FROM n",
			n + "INSERT INTO touches (session, path, kind, t, file, root, class) SELECT ?1, ?2 || '/internal/part' || (t % 37) || '/file_' || (t * 7 % 499) || '.go', 'edit', t, 'internal/part' || (t % 37) || '/file_' || (t * 7 % 499) || '.go', ?2, 'code' FROM n WHERE " + between(0, editsOfHundred) + " AND ?4 > 0",
			n + "INSERT INTO runs (session, t, n, tool, kind, root, program, outcome, passed, failed, complete, how, tree) SELECT ?1, t, 0, 'go_test', 'test', ?2, 'go test', iif(" + between(50, failuresOfHundred) + ", 'fail', 'pass'), 40, 1, 1, 'items', -2 FROM n WHERE " + between(50, runsOfHundred) + " AND ?4 > 0",
			n + "INSERT INTO tests (session, t, n, test, suite, tool, outcome, signature) SELECT ?1, t, 0, 'TestOfSomeLength' || (t % 400), 'example.org/acme/shop/internal/part' || (t % 37), 'go_test', 'fail', 123456789 + t FROM n WHERE " + between(50, failuresOfHundred) + " AND ?2 > '' AND ?4 > 0",
			n + "INSERT INTO verdicts (session, t, rule, moment, at, severity, message) SELECT ?1, t, 'test_after_edits', 'after', " + at + ", 'warn', '' FROM n WHERE " + between(70, verdictsOfHundred) + " AND ?2 > ''",
		} {
			if _, err := m.db.Exec(t.Context(), rows.Complete(sql), session, m.clone, calls, m.now()-(8*time.Hour).Milliseconds()); err != nil {
				return fmt.Errorf("%w: %s", err, sql)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// size returns how many bytes the store's tables use.
func (m *member) size() int64 {
	return m.count(m.db, "SELECT (p.page_count - f.freelist_count) * z.page_size FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size z")
}

// longestWait returns how long a hook waits at most for the store's lock while do runs.
func (m *member) longestWait(t *testing.T, do func()) (longest time.Duration) {
	t.Helper()
	hook := m.open()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			begun := time.Now()
			if hook.Transact(ctx, time.Minute, func() error { return nil }) == nil {
				longest = max(longest, time.Since(begun))
			}
			time.Sleep(time.Millisecond)
		}
	}()
	do()
	stop()
	<-done
	if err := hook.Close(); err != nil {
		t.Fatal(err)
	}
	return longest
}
