package fleet

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"witness/engine/project"
	"witness/internal/rqlited"
)

var (
	sizes        = flag.String("sizes", "2", "how many machines TestScale has, one size after the other: 4,8,16")
	repositories = flag.Int("repositories", 1, "how many repositories the machines of TestScale work on")
	days         = flag.Int("days", 2, "how many days each machine of TestScale works")
	daily        = flag.Int("daily", 100, "how many calls each machine of TestScale makes in a day")
	fill         = flag.Int("fill", 0, "how many facts of other repositories the server of TestScale is then given")
)

// A load is a server with machines that have worked for days, and what was measured of it.
type load struct {
	t        *testing.T
	server   *rqlited.Node
	machines []*machine
}

// TestScale lets machines work for days, through the code that exchanges facts and a real server, and logs what that
// costs: docs/fleet.md says what follows for a thousand machines. What it asserts is that every fact arrives.
func TestScale(t *testing.T) {
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(size, func(t *testing.T) { scale(t, n) })
	}
}

func scale(t *testing.T, machines int) {
	c := newCluster(t, 1)
	l := &load{t: t, server: c.Nodes[0]}
	for i := range machines {
		m := newMachine(t, c, fmt.Sprintf("m%02d", i))
		if part := i % *repositories; part > 0 {
			m.run("git", "remote", "set-url", "origin", fmt.Sprintf("https://example.org/acme/shop%d.git", part))
		}
		l.machines = append(l.machines, m)
	}
	l.machines[0].run("witness", "fleet", "init")
	away := newMember(t, newMachine(t, c, "away"), 14*day)
	away.sync(t) // it has seen the fleet, and then is away for a month
	empty, begin := away.size(), time.Now().Add(-time.Duration(*days)*day)

	sent, brought := 0, 0
	used, begun := l.used(func() {
		for d := range *days {
			for _, machine := range l.machines {
				m := newMember(t, machine, 0)
				m.record(t, fmt.Sprintf("day%02d", d), begin.Add(time.Duration(d)*day), *daily)
				done, _ := m.sync(t)
				sent, brought = sent+done.Sent, brought+done.Brought
				m.close()
			}
		}
	})
	t.Logf("%d machines on %d repositories, %d days of %d calls: %d facts sent, %d brought, in %v", machines, *repositories, *days, *daily, sent, brought, begun.Round(time.Second))
	t.Logf("in batches: %.3f ms of the server's processor for each fact sent or brought, %.0f ms for a machine and a day", ms(used)/float64(sent+brought), ms(used)/float64(machines**days))
	l.size(sent)
	l.exchanges("single")
	if *fill > 0 {
		posted := min(100, *daily/2)
		l.fill(*fill)
		l.size(sent + posted + *fill)
		l.exchanges("filled")
	}
	l.catchUp(away, empty, (machines+*repositories-1) / *repositories)
	l.forget(away)
}

// size logs how large the server's data are, and its memory.
func (l *load) size(want int) {
	l.t.Helper()
	rows := l.number("SELECT " + strings.Join(each("(SELECT count(*) FROM fleet_%s)"), " + "))
	if int(rows) != want {
		l.t.Errorf("the server has %d facts, not %d", rows, want)
	}
	disk, err := l.server.Disk()
	if err != nil {
		l.t.Fatal(err)
	}
	memory, err := l.server.Memory()
	if err != nil {
		l.t.Log("the memory of the server is not known: ", err)
	}
	bytes := l.number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
	l.t.Logf("%d rows and %d MB on the server, %.0f bytes a row, %d MB with its log; %d MB of memory", rows, bytes>>20, float64(bytes)/float64(rows), disk>>20, memory>>20)
}

// exchanges measures what an exchange costs the server. name begins those of the sessions.
func (l *load) exchanges(name string) {
	l.t.Helper()
	m := newMember(l.t, l.machines[0], 0)
	defer m.close()
	m.sync(l.t)
	polls, posts := min(300, *daily), min(100, *daily/2)
	used, _ := l.used(func() {
		for range polls {
			m.sync(l.t)
		}
	})
	l.t.Logf("an exchange with nothing new: %.2f ms of the server's processor", ms(used)/float64(polls))
	used, _ = l.used(func() {
		for i := range posts {
			m.record(l.t, fmt.Sprintf("%s%d", name, i), time.Now().Add(-8*time.Hour), 1)
			if done, _ := m.sync(l.t); done.Sent != 1 {
				l.t.Errorf("%d facts were sent, not 1", done.Sent)
			}
		}
	})
	l.t.Logf("an exchange that sends a fact: %.2f ms of the server's processor", ms(used)/float64(posts))
}

// catchUp brings a member up to date that was away for a month.
func (l *load) catchUp(away *member, empty int64, machines int) {
	l.t.Helper()
	var brought, rounds int
	var used, took time.Duration
	wait := away.longestWait(l.t, func() {
		used, took = l.used(func() {
			done, n := away.sync(l.t)
			brought, rounds = done.Brought, n
		})
	})
	size := away.size() - empty
	kept := min(*days, 14) * machines * *daily * (editsOfHundred + runsOfHundred + failuresOfHundred + verdictsOfHundred) / 100
	if brought < kept*9/10 {
		l.t.Errorf("the member that was away got %d facts, and %d days have about %d", brought, min(*days, 14), kept)
	}
	l.t.Logf("a member that was away for %d days brought %d facts in %v, %d rounds of at most 10 s; a hook waited %v at most", *days, brought, took.Round(10*time.Millisecond), rounds, wait.Round(time.Millisecond))
	l.t.Logf("brought: %.3f ms of the server's processor for each; the local copy has %d kB, %.0f bytes for each", ms(used)/float64(brought), size>>10, float64(size)/float64(brought))
}

// forget lets a member come back after another month, in which all that it has grew too old.
func (l *load) forget(away *member) {
	l.t.Helper()
	for _, kind := range project.Shares {
		if _, err := away.db.Exec(l.t.Context(), "UPDATE fleet_"+kind+" SET at = at - ?1", (30 * day).Milliseconds()); err != nil {
			l.t.Fatal(err)
		}
	}
	if _, err := away.db.Exec(l.t.Context(), "DELETE FROM fleet_state WHERE key = 'tidied'"); err != nil {
		l.t.Fatal(err)
	}
	again := newMember(l.t, away.machine, 14*day)
	var took time.Duration
	wait := again.longestWait(l.t, func() {
		begun := time.Now()
		again.sync(l.t)
		took = time.Since(begun)
	})
	left := again.count(again.db, "SELECT "+strings.Join(each("(SELECT count(*) FROM fleet_%s)"), " + "))
	l.t.Logf("what grew too old was deleted in %v (%d rows left); a hook waited %v at most", took.Round(time.Millisecond), left, wait.Round(time.Millisecond))
}

// fill gives the server facts of other repositories, as old as a month.
func (l *load) fill(rows int) {
	l.t.Helper()
	for from := 0; from < rows; from += 50_000 {
		l.ask("execute", fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO fleet_touches (repo, uid, member, machine, worktree, user, agent, session, branch, head, file, kind, class, at)
			SELECT 'example.org/acme/other' || i %% 49, 'a hash of 22 characters' || i, 'member' || i %% 980, 'host' || i %% 980, 'worktree', '', 'claude', 'another hash of this' || i / 290, 'main',
			'0123456789012345678901234567890123456789', 'internal/part' || i %% 37 || '/file_' || i %% 499 || '.go', 'edit', 'code', %d + i * %d FROM n`,
			from, min(from+50_000, rows)-1, time.Now().Add(-30*day).UnixMilli(), (30*day).Milliseconds()/int64(rows)))
	}
}
