package fleet

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"witness/internal/rqlited"
)

// startServers starts three servers with a network between them. On Linux with a C compiler their clocks differ by some minutes, as SQLite
// reads them: the second is ahead, and the third behind.
func (w *chaos) startServers(t *testing.T) {
	t.Helper()
	var o rqlited.Options
	ahead := make([]time.Duration, 3)
	if runtime.GOOS == "linux" {
		w.between = newBetween(t)
		o.Between = w.between.advertise
		if library, err := clockLibrary(t.Context(), t.TempDir()); err == nil {
			ahead = []time.Duration{0, time.Duration(1+w.random.IntN(5)) * time.Minute, -time.Duration(1+w.random.IntN(5)) * time.Minute}
			w.wrong = ahead[1] - ahead[2]
			dir := t.TempDir()
			o.Env = func(node int) []string {
				file := filepath.Join(dir, strconv.Itoa(node))
				setClock(t, file, ahead[node])
				return []string{"LD_PRELOAD=" + library, "CLOCK_AHEAD=" + file}
			}
		} else {
			t.Log("the clocks of the servers agree: ", err)
		}
	}
	w.cluster = newClusterWith(t, 3, o)
	for i, node := range w.cluster.Nodes {
		at, err := strconv.ParseInt(rowsOfServer(t, node.URL, "SELECT CAST(unixepoch() AS TEXT)", 1, time.Now())[0], 10, 64)
		if late := time.Until(time.Unix(at, 0)) - ahead[i]; err != nil || late.Abs() > 10*time.Second {
			t.Fatalf("the clock of server %d is not %v ahead, but %v more: %v", i+1, ahead[i], late, err)
		}
	}
	t.Logf("the clocks of the servers are ahead by %v", ahead)
	w.network = newNetwork(t, w.cluster)
	if w.between != nil {
		w.between.mu.Lock()
		w.between.cluster = w.cluster
		w.between.mu.Unlock()
	}
}

// clockLibrary builds what makes a server's clock wrong.
func clockLibrary(ctx context.Context, dir string) (path string, err error) {
	path = filepath.Join(dir, "clock.so")
	out, err := exec.CommandContext(ctx, "cc", "-shared", "-fPIC", "-o", path, "testdata/clock.c").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
}

// setClock sets by how much the clock of the servers with a file is ahead.
func setClock(t *testing.T, file string, ahead time.Duration) {
	t.Helper()
	write(t, file, strconv.Itoa(int(ahead.Seconds())))
}

// faultsBetween returns what goes wrong between the servers: some are cut off from the others, the connections between them are silent,
// or one is frozen and comes back as if no time had passed.
func (w *chaos) faultsBetween() []fault {
	if w.between == nil {
		return nil
	}
	heal := func(t *testing.T) {
		w.between.set(passes)
		w.network.each(passes, func() bool { return true })
		if _, err := w.cluster.Leader(); err != nil {
			t.Fatal(err)
		}
	}
	var frozen *rqlited.Node
	return []fault{
		{"the leader is cut off from the other servers", func(t *testing.T) { w.between.set(cuts, w.leader(t)) }, heal},
		{"connections between the leader and the other servers are silent", func(t *testing.T) { w.between.set(keeps, w.leader(t)) }, heal},
		{"a server that does not lead is cut off from the others", func(t *testing.T) { w.between.set(cuts, (w.leader(t)+1)%3) }, heal},
		{"all servers are cut off from each other", func(*testing.T) { w.between.set(cuts, 0, 1, 2) }, heal},
		{"the leader and half of the machines are alone", func(t *testing.T) {
			leader := w.leader(t)
			w.between.set(cuts, leader)
			for half, links := range w.network.halves {
				for i, l := range links {
					if (half == 0) != (i == leader) {
						l.set(cuts)
					}
				}
			}
		}, heal},
		{"the leader is frozen", func(t *testing.T) {
			frozen = w.cluster.Nodes[w.leader(t)]
			if err := frozen.Freeze(); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T) {
			if err := frozen.Thaw(); err != nil {
				t.Fatal(err)
			}
			heal(t)
		}},
	}
}

// leader returns the number of the server that leads.
func (w *chaos) leader(t *testing.T) int {
	t.Helper()
	leader, err := w.cluster.Leader()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Index(w.cluster.Nodes, leader)
}
