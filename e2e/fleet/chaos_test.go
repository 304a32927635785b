package fleet

import (
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"witness/internal/rqlited"
)

var (
	machines = flag.Int("machines", 4, "how many machines TestChaos has")
	calls    = flag.Int("calls", 8, "how many calls each of them makes")
)

// A fault is something that goes wrong while agents work.
type fault struct {
	name  string
	begin func(*testing.T)
	end   func(*testing.T)
}

// A chaos is servers, the network before them, and machines with agents.
type chaos struct {
	cluster *rqlited.Cluster
	network *network
	between *between      // nil where servers cannot be told apart
	wrong   time.Duration // how far the servers' clocks are apart
	workers []*worker
	random  *rand.Rand
	down    []*rqlited.Node
}

// TestChaos lets the agents of many machines work while leaders, servers, connections, answers and the processes that exchange facts
// die, clocks are wrong, and facts are sent twice and in another order. In the end every store has each fact of the others once, and
// hooks have noticed nothing.
func TestChaos(t *testing.T) {
	w := newChaos(t)
	ctx, stop := context.WithCancel(t.Context())
	var killed atomic.Int64
	var exchanges sync.WaitGroup
	for i, one := range w.workers {
		random := rand.New(rand.NewPCG(*seed, uint64(1000+i)))
		exchanges.Go(func() {
			killed.Add(int64(one.exchangeAndDie(ctx, random, time.Duration(*machines)*200*time.Millisecond)))
		})
	}
	faults := w.faults()
	w.random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
	for i, f := range faults {
		before, failed, begun := w.network.felt.Load(), w.network.failed.Load(), time.Now()
		f.begin(t)
		w.work((i+1)**calls/len(faults) - i**calls/len(faults))
		f.end(t)
		t.Logf("%s, for %v: %d requests got no answer, %d an error", f.name, time.Since(begun).Round(time.Millisecond), w.network.felt.Load()-before, w.network.failed.Load()-failed)
	}
	stop()
	exchanges.Wait()
	for _, one := range w.workers {
		one.end()
	}
	t.Logf("seed %d: %d machines made %d calls each; %d exchanges were killed, %d requests got no answer, %d an error", *seed, *machines, *calls, killed.Load(), w.network.felt.Load(), w.network.failed.Load())
	w.settle(t)
	w.check(t)
	w.checkHooks(t)
}

// newChaos starts three servers, whose clocks differ, and the machines. One machine in four has a wrong clock.
func newChaos(t *testing.T) *chaos {
	t.Helper()
	w := &chaos{random: rand.New(rand.NewPCG(*seed, 0))}
	w.startServers(t)
	clock := filepath.Join(t.TempDir(), "clock")
	goBuild(t, clock, "witness/e2e/fleet/clock")
	for i := range *machines {
		var ahead time.Duration
		if i%4 == 1 {
			ahead = time.Duration(w.random.IntN(13)-6) * time.Hour
		}
		w.workers = append(w.workers, newWorker(t, w.network, i, ahead, clock))
	}
	w.workers[0].run("witness", "fleet", "init")
	return w
}

// faults returns what goes wrong.
func (w *chaos) faults() []fault {
	heal := func(*testing.T) { w.network.each(passes, func() bool { return true }) }
	some := func() bool { return w.random.IntN(2) == 0 }
	all := func() bool { return true }
	lines := func(name string, mode int32, pick func() bool) fault {
		return fault{name, func(*testing.T) { w.network.each(mode, pick) }, heal}
	}
	leader := fault{"the leader is killed", w.killLeader, w.restart}
	list := []fault{
		leader, leader,
		{"all servers are killed", func(*testing.T) {
			w.down = slices.Clone(w.cluster.Nodes)
			w.cluster.Kill()
		}, w.restart},
		lines("some connections are cut", cuts, some),
		lines("some connections are silent", keeps, some),
		lines("the network is cut", cuts, all),
		lines("all answers are lost", deafs, all),
		{"stores are put back to an earlier time", w.putBack, heal},
	}
	return append(list, w.faultsBetween()...)
}

// killLeader kills the server that leads, and waits until another one does.
func (w *chaos) killLeader(t *testing.T) {
	t.Helper()
	leader, err := w.cluster.Leader()
	if err != nil {
		t.Fatal(err)
	}
	leader.Kill()
	w.down = append(w.down, leader)
}

// restart starts the servers that were killed, and waits until one leads.
func (w *chaos) restart(t *testing.T) {
	t.Helper()
	if len(w.down) < len(w.cluster.Nodes) {
		if _, err := w.cluster.Leader(); err != nil { // the others have agreed on another one
			t.Fatal(err)
		}
	}
	var starts sync.WaitGroup
	for _, n := range w.down {
		starts.Go(func() {
			if err := n.Restart(); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	w.down = nil
	if _, err := w.cluster.Leader(); err != nil {
		t.Fatal(err)
	}
}

// putBack makes some machines forget what they have shared and how far they have brought, as if their stores were backups.
func (w *chaos) putBack(t *testing.T) {
	t.Helper()
	for i, one := range w.workers {
		if i%3 > 0 {
			continue
		}
		one.exchanging.Lock()
		db := one.open()
		for _, sql := range []string{
			"DELETE FROM fleet_sent WHERE session GLOB '*-0'", "UPDATE fleet_sent SET through = through / 2",
			"UPDATE fleet_state SET value = '{}' WHERE key = 'pulled'", "DELETE FROM fleet_touches WHERE uid < 'a'",
		} {
			if _, err := db.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		one.exchanging.Unlock()
	}
}

// work lets each machine make calls, as many at the same time as there are processors.
func (w *chaos) work(calls int) {
	turns := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for _, one := range w.workers {
		all.Go(func() {
			for range calls {
				turns <- struct{}{}
				one.work()
				<-turns
			}
		})
	}
	all.Wait()
}
