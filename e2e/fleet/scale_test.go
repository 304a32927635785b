package fleet

import (
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"witness/internal/rqlited"
)

var (
	sizes        = flag.String("sizes", "2", "how many machines TestScale has, one size after the other: 4,8,16")
	repositories = flag.Int("repositories", 1, "how many repositories the machines of TestScale work on")
	days         = flag.Int("days", 2, "how many days each machine of TestScale works")
	daily        = flag.Int("daily", 100, "how many calls each machine of TestScale makes in a day")
	workers      = flag.Int("workers", 2, "how many machines of TestScale exchange facts at the same time")
)

// A load is a server with machines that work for days, and what is measured of it. All clocks are those of the time that is played.
type load struct {
	t        *testing.T
	server   *rqlited.Node
	clock    string // the file that says how far the server's clock is ahead
	ahead    time.Duration
	machines []*machine
	away     *member
}

// TestScale lets machines work for days, through the code that exchanges facts and a real server, and logs what that
// costs: docs/fleet.md has the figures of a thousand machines. What it asserts is that every fact arrives, and that old ones go.
func TestScale(t *testing.T) {
	library, err := clockLibrary(t.Context(), t.TempDir())
	if err != nil {
		t.Skip("the server's clock cannot be set, which takes Linux and a C compiler: ", err)
	}
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(size, func(t *testing.T) { scale(t, n, library) })
	}
}

func scale(t *testing.T, machines int, library string) {
	l := &load{t: t, clock: filepath.Join(t.TempDir(), "clock")}
	c := newClusterWith(t, 1, rqlited.Options{Env: func(int) []string { return []string{"LD_PRELOAD=" + library, "CLOCK_AHEAD=" + l.clock} }})
	l.server = c.Nodes[0]
	for i := range machines + 1 {
		m := newMachine(t, c, fmt.Sprintf("m%04d", i))
		if part := i % machines % *repositories; part > 0 {
			m.run("git", "remote", "set-url", "origin", fmt.Sprintf("https://example.org/acme/shop%d.git", part))
		}
		l.machines = append(l.machines, m)
	}
	l.away, l.machines = newMember(t, l.machines[machines]), l.machines[:machines]
	defer func() { l.away.close(t) }()
	begin := -time.Duration(*days) * day
	l.advance(begin)
	l.machines[0].run("witness", "fleet", "init")
	l.away.sync(t) // it has seen the fleet, and then is away
	empty := l.away.size()

	var sent, brought atomic.Int64
	used, took := l.used(func() {
		for d := range *days {
			l.advance(begin + time.Duration(d)*day)
			begun := time.Now()
			l.work(d, &sent, &brought)
			t.Logf("day %d of %d: %v; %d facts sent so far, and %d brought", d+1, *days, time.Since(begun).Round(time.Second), sent.Load(), brought.Load())
		}
	})
	t.Logf("%d machines on %d repositories, %d days of %d calls: %d facts sent, %d brought, in %v", machines, *repositories, *days, *daily, sent.Load(), brought.Load(), took.Round(time.Second))
	t.Logf("in batches: %.3f ms of the server's processor for each fact sent or brought, %.0f ms for a machine and a day", ms(used)/float64(sent.Load()+brought.Load()), ms(used)/float64(machines**days))
	l.size(int(sent.Load()))
	l.copies()
	l.exchanges()
	l.catchUp(empty, (machines+*repositories-1) / *repositories)
	l.forget()
	l.retain(begin)
}

// advance sets all clocks ahead of the right one.
func (l *load) advance(ahead time.Duration) {
	l.t.Helper()
	l.ahead = ahead
	setClock(l.t, l.clock, ahead)
	for _, m := range append(l.machines, l.away.machine) {
		m.ahead = ahead
	}
}

// work lets each machine work for a day and then exchange facts until nothing is left, some of them at the same time.
func (l *load) work(d int, sent, brought *atomic.Int64) {
	l.t.Helper()
	l.t.Run(fmt.Sprint("day", d+1), func(t *testing.T) {
		for w := range *workers {
			t.Run(fmt.Sprint(w), func(t *testing.T) {
				t.Parallel()
				for i := w; i < len(l.machines); i += *workers {
					m := newMember(t, l.machines[i])
					m.record(t, fmt.Sprintf("day%02d", d), *daily)
					done, _ := m.sync(t)
					sent.Add(int64(done.Sent))
					brought.Add(int64(done.Brought))
					m.close(t)
				}
			})
		}
	})
}

// copies logs how large the store of a machine is, and how much of that it has from others.
func (l *load) copies() {
	l.t.Helper()
	m := newMember(l.t, l.machines[0])
	defer m.close(l.t)
	facts := m.count(m.db, "SELECT "+strings.Join(each("(SELECT count(*) FROM fleet_%s)"), " + "))
	l.t.Logf("the store of a machine: %d kB, with %d calls and %d facts of others", m.size()>>10, *days**daily, facts)
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

// exchanges measures what an exchange costs the server.
func (l *load) exchanges() {
	l.t.Helper()
	m := newMember(l.t, l.machines[0])
	defer m.close(l.t)
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
			m.record(l.t, fmt.Sprintf("single%d", i), 1)
			if done, _ := m.sync(l.t); done.Sent != 1 {
				l.t.Errorf("%d facts were sent, not 1", done.Sent)
			}
		}
	})
	l.t.Logf("an exchange that sends a fact: %.2f ms of the server's processor", ms(used)/float64(posts))
}

// catchUp brings the member up to date that was away.
func (l *load) catchUp(empty int64, machines int) {
	l.t.Helper()
	away := l.away
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

// forget lets the member come back after another month, in which all that it has grew too old.
func (l *load) forget() {
	l.t.Helper()
	l.advance(30 * day)
	var took time.Duration
	wait := l.away.longestWait(l.t, func() {
		begun := time.Now()
		l.away.sync(l.t)
		took = time.Since(begun)
	})
	left := l.away.count(l.away.db, "SELECT "+strings.Join(each("(SELECT count(*) FROM fleet_%s)"), " + "))
	if left > 0 {
		l.t.Errorf("%d facts of others are left that are too old", left)
	}
	l.t.Logf("what grew too old was deleted in %v; a hook waited %v at most", took.Round(time.Millisecond), wait.Round(time.Millisecond))
}

// retain lets members exchange facts when the first two days have become too old for the server, until none of these is left or each has done so.
func (l *load) retain(begin time.Duration) {
	l.t.Helper()
	l.advance(begin + 92*day)
	count := "SELECT " + strings.Join(each("(SELECT count(*) FROM fleet_%s)"), " + ")
	before := l.number(count)
	tooOld := fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM fleet_touches WHERE at < %d)", time.Now().Add(l.ahead-90*day).UnixMilli())
	var exchanges int64
	used, _ := l.used(func() {
		for _, machine := range l.machines[:min(len(l.machines), 50)] {
			m := newMember(l.t, machine)
			m.sync(l.t)
			m.close(l.t)
			if exchanges++; l.number(tooOld) == 0 {
				break
			}
		}
	})
	deleted := before - l.number(count)
	if deleted == 0 {
		l.t.Error("nothing that is older than 90 days was deleted")
	}
	l.t.Logf("older than 90 days: %d exchanges deleted %d facts, %.3f ms of the server's processor for each", exchanges, deleted, ms(used)/float64(max(1, deleted)))
}
