package fleet

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/engine/fleet"
	"witness/engine/project"
	"witness/engine/store"
	"witness/internal/rows"
	"witness/internal/rqlited"
)

var seed = flag.Uint64("seed", 1, "of the random moments at which exchanges are killed")

// firstCommit is when the first commit of each clone was made.
const firstCommit = "2026-01-01T00:00:00Z"

// A machine is a home with a clone and a store.
type machine struct {
	t           *testing.T
	clone, path string
	config      project.Fleet
	env         []string
	ahead       time.Duration // its clock
}

// newCluster starts servers and puts witness on PATH.
func newCluster(t *testing.T, nodes int) *rqlited.Cluster {
	t.Helper()
	return newClusterWith(t, nodes, rqlited.Options{})
}

// newClusterWith is newCluster with options.
func newClusterWith(t *testing.T, nodes int, o rqlited.Options) *rqlited.Cluster {
	t.Helper()
	program := server(t)
	t.Setenv("PATH", build(t)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	c, err := rqlited.Start(program, t.TempDir(), nodes, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Kill)
	return c
}

// newMachine returns a machine that is configured for the servers.
func newMachine(t *testing.T, c *rqlited.Cluster, name string) *machine {
	t.Helper()
	home := t.TempDir()
	m := &machine{t: t, clone: filepath.Join(home, "shop"), path: filepath.Join(home, "state", "witness.db")}
	m.config = project.Fleet{Share: project.Shares, Keep: 14 * 24 * time.Hour, Interval: time.Hour, Machine: name}
	for _, n := range c.Nodes {
		m.config.URLs = append(m.config.URLs, n.URL)
	}
	urls, err := json.Marshal(m.config.URLs)
	if err != nil {
		t.Fatal(err)
	}
	m.env = append(os.Environ(), "HOME="+home, "WITNESS_DB="+m.path, "WITNESS_SYSTEM_CONFIG="+filepath.Join(home, "system.toml"),
		// The first commit is part of what identifies a repository: all machines make the same.
		"GIT_AUTHOR_DATE="+firstCommit, "GIT_COMMITTER_DATE="+firstCommit)
	write(t, filepath.Join(home, "system.toml"), fmt.Sprintf("[fleet]\nurl = %s\nmachine = %q\ninterval = \"1h\"\n", urls, name))
	write(t, filepath.Join(m.clone, "a.go"), "package a\n")
	for _, args := range []string{"init -q -b main", "remote add origin https://example.org/acme/shop.git", "-c user.name=a -c user.email=a@b commit -q --allow-empty -m first"} {
		m.run("git", strings.Fields(args)...)
	}
	return m
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command returns a command on the machine.
func (m *machine) command(name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(m.t.Context(), name, args...)
	c.Dir, c.Env = m.clone, m.env
	return c
}

// run runs a command, which must not fail.
func (m *machine) run(name string, args ...string) string {
	m.t.Helper()
	out, err := m.command(name, args...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// open opens the machine's store.
func (m *machine) open() *store.DB {
	m.t.Helper()
	db, err := store.Open(m.t.Context(), witness.Files, m.path, store.LockWait)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = db.Close() })
	if err := db.JoinFleet(m.t.Context()); err != nil { // the first exchange may be still to come
		m.t.Fatal(err)
	}
	return db
}

// work records sessions of calls that each edit a file, at the machine's time.
func (m *machine) work(db *store.DB, sessions, calls int) {
	m.t.Helper()
	for i := range sessions {
		session := fmt.Sprintf("s%d", i)
		err := db.Transact(m.t.Context(), store.LockWait, func() error {
			for _, sql := range []string{
				"INSERT INTO sessions (session, root, started) VALUES (?1, ?2, ?4)",
				"INSERT INTO events (session, t, moment, at, agent, call, tool, root, outcome) SELECT ?1, value, 'after', ?4, 'plain', 'c' || value, 'edit', ?2, 'ok' FROM generate_series(1, ?3)",
				"INSERT INTO touches (session, path, kind, t, file, root, class) SELECT ?1, ?2 || '/f' || value, 'edit', value, 'f' || value, ?2, 'code' FROM generate_series(1, ?3)",
			} {
				sql = strings.Replace(sql, "generate_series(1, ?3)", "(WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n) WHERE ?4 > 0", 1)
				if _, err := db.Exec(m.t.Context(), rows.Complete(sql), session, m.clone, calls, m.now()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			m.t.Fatal(err)
		}
	}
}

// now returns the time of the machine's clock.
func (m *machine) now() int64 { return time.Now().Add(m.ahead).UnixMilli() }

// exchange exchanges facts once, in this process.
func (m *machine) exchange(db *store.DB) fleet.Result {
	m.t.Helper()
	done, err := m.tryExchange(db)
	if err != nil {
		m.t.Fatal(err)
	}
	return done
}

// tryExchange is exchange with servers that may have no leader.
func (m *machine) tryExchange(db *store.DB) (fleet.Result, error) {
	s := &fleet.Syncer{DB: db, Assets: witness.Files, Root: m.clone, Config: m.config, Clock: m.now}
	defer s.Close()
	return s.Exchange(m.t.Context())
}

// count runs a query for a number on the machine's store.
func (m *machine) count(db *store.DB, sql string) int64 {
	m.t.Helper()
	n, err := db.Int(m.t.Context(), sql)
	if err != nil {
		m.t.Fatal(err)
	}
	return n
}

// TestKilledExchanges kills exchanges at random moments: in the end the other machine has each fact once.
func TestKilledExchanges(t *testing.T) {
	const sessions, calls = 12, 250
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	dbA, dbB := a.open(), b.open()
	a.work(dbA, sessions, calls)
	random := rand.New(rand.NewPCG(*seed, 0))
	for _, m := range []*machine{a, b} {
		killed := 0
		for range 12 {
			command := m.command("witness", "sync")
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(random.IntN(200))*time.Millisecond, func() { _ = command.Process.Kill() })
			if command.Wait() != nil {
				killed++
			}
			timer.Stop()
		}
		t.Logf("%s: %d of 12 exchanges were killed", m.config.Machine, killed)
		m.run("witness", "sync", "--wait")
	}
	if n := b.count(dbB, "SELECT count(DISTINCT session || file) FROM fleet_touches"); n != sessions*calls {
		t.Errorf("%d different facts arrived, not %d", n, sessions*calls)
	}
	if n := b.count(dbB, "SELECT count(*) FROM fleet_touches"); n != sessions*calls {
		t.Errorf("%d facts arrived, not %d", n, sessions*calls)
	}

	// Everything again, as from a store that was put back: nothing new arrives.
	if _, err := dbA.Exec(t.Context(), "DELETE FROM fleet_sent"); err != nil {
		t.Fatal(err)
	}
	if done := a.exchange(dbA); done.Sent != sessions*calls {
		t.Errorf("%d facts were sent again, not %d", done.Sent, sessions*calls)
	}
	if done := b.exchange(dbB); done.Brought != 0 {
		t.Errorf("%d facts arrived again", done.Brought)
	}
}

// TestClocks lets machines whose clocks are hours apart exchange facts: each sees those of the other at its own time.
func TestClocks(t *testing.T) {
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	a.ahead, b.ahead = 3*time.Hour, -5*time.Hour
	dbA, dbB := a.open(), b.open()
	a.work(dbA, 1, 1)
	a.exchange(dbA)
	b.exchange(dbB)
	if late := b.now() - b.count(dbB, "SELECT at FROM fleet_touches"); late < -2000 || late > 60_000 {
		t.Errorf("the fact is %d ms old", late)
	}
}

// TestLateCalls shares calls in another order than they began in: one that ends after later ones is shared then, once, and
// one that never ends holds up none.
func TestLateCalls(t *testing.T) {
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	a.run("witness", "fleet", "init")
	dbA, dbB := a.open(), b.open()
	a.work(dbA, 1, 5)
	open := func(sql string) {
		t.Helper()
		if _, err := dbA.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	open("UPDATE events SET moment = 'before' WHERE t IN (2, 3)")
	for i, want := range []int{3, 1, 0} {
		if done := a.exchange(dbA); done.Sent != want {
			t.Errorf("exchange %d sent %d facts, not %d", i, done.Sent, want)
		}
		open("UPDATE events SET moment = 'after' WHERE t = 2")
	}
	if done := b.exchange(dbB); done.Brought != 4 {
		t.Errorf("%d facts arrived, not 4", done.Brought)
	}
}

// TestLag measures how long after an edit another machine that works knows of it, at the default interval.
func TestLag(t *testing.T) {
	c := newCluster(t, 1)
	a, b := newMachine(t, c, "a"), newMachine(t, c, "b")
	for _, m := range []*machine{a, b} {
		m.config.Interval = 2 * time.Second
		system := filepath.Join(filepath.Dir(m.clone), "system.toml")
		write(t, system, fmt.Sprintf("[fleet]\nurl = %q\nmachine = %q\n", c.Nodes[0].URL, m.config.Machine))
	}
	a.run("witness", "fleet", "init")
	a.run("did", "edit", "first.go")
	b.run("did", "edit", "second.go")
	db := b.open()
	var worst time.Duration
	for i := range 5 {
		time.Sleep(time.Duration(i) * 300 * time.Millisecond) // at different moments of the interval
		name := fmt.Sprintf("lag%d.go", i)
		a.run("did", "edit", name)
		begun := time.Now()
		for b.count(db, "SELECT count(*) FROM fleet_touches WHERE file = '"+name+"'") == 0 {
			if time.Since(begun) > time.Minute {
				t.Fatal("it never arrived")
			}
			time.Sleep(10 * time.Millisecond)
		}
		worst = max(worst, time.Since(begun))
	}
	t.Logf("the longest of 5: %v; 5 s are promised", worst) // not asserted: a machine that runs tests can be busy
}
