package fleet

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"witness/internal/rqlited"
)

// A between is the network between the servers of a cluster: a proxy before each, which the others take for it. Their connections show
// no sender, so it asks Linux which process has the other end.
type between struct {
	t       *testing.T
	mu      sync.Mutex
	cluster *rqlited.Cluster // nil until it runs
	wires   map[*wire]bool
	modes   map[[2]int]int32 // of two servers, the lower number first; passes if it has none
	changed chan struct{}    // closed when modes change
}

// A wire is one connection between two servers.
type wire struct {
	from, to   int // from is -1 while it is not known
	near, far  net.Conn
	closedOnce sync.Once
}

func (w *wire) close() {
	w.closedOnce.Do(func() { _, _ = w.near.Close(), w.far.Close() })
}

// newBetween returns a network between servers in which everything passes.
func newBetween(t *testing.T) *between {
	return &between{t: t, wires: map[*wire]bool{}, modes: map[[2]int]int32{}, changed: make(chan struct{})}
}

// advertise returns the address of a new proxy before a server.
func (b *between) advertise(node int, address string) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	b.t.Cleanup(func() {
		_ = l.Close()
		b.mu.Lock()
		defer b.mu.Unlock()
		for w := range b.wires {
			w.close()
		}
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go b.serve(near, node, address)
		}
	}()
	return l.Addr().String(), nil
}

// serve carries what two servers say to each other.
func (b *between) serve(near net.Conn, to int, address string) {
	far, err := net.Dial("tcp", address)
	if err != nil {
		_ = near.Close() // the server is down
		return
	}
	w := &wire{from: -1, to: to, near: near, far: far}
	b.mu.Lock()
	b.identify(w)
	b.wires[w] = true
	b.mu.Unlock()
	var ways sync.WaitGroup
	ways.Go(func() { b.carry(w, near, far) })
	ways.Go(func() { b.carry(w, far, near) })
	ways.Wait()
	b.mu.Lock()
	delete(b.wires, w)
	b.mu.Unlock()
}

// carry copies what one end says to the other as long as it passes.
func (b *between) carry(w *wire, from, to net.Conn) {
	defer w.close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil || !b.passes(w) {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// passes waits while the network between two servers is silent, and returns whether it is whole then.
func (b *between) passes(w *wire) bool {
	for {
		b.mu.Lock()
		mode, changed := b.modeOf(w), b.changed
		b.mu.Unlock()
		if mode != keeps {
			return mode == passes
		}
		<-changed
	}
}

// modeOf returns what is done with a connection. One whose sender is not known passes.
func (b *between) modeOf(w *wire) int32 { return b.modes[[2]int{min(w.from, w.to), max(w.from, w.to)}] }

// set changes what is done with the connections between two servers, for each two of which one is in of, and lets all others pass.
func (b *between) set(mode int32, of ...int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.modes = map[[2]int]int32{}
	for _, one := range of {
		for other := range b.cluster.Nodes {
			if other != one {
				b.modes[[2]int{min(one, other), max(one, other)}] = mode
			}
		}
	}
	for w := range b.wires {
		if b.identify(w); b.modeOf(w) == cuts {
			w.close()
		}
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

// identify finds out which server opened a connection: the one whose process has a socket with the port that it comes from.
func (b *between) identify(w *wire) {
	if b.cluster == nil || w.from >= 0 {
		return
	}
	local, remote := w.near.RemoteAddr().(*net.TCPAddr), w.near.LocalAddr().(*net.TCPAddr)
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		b.t.Error(err)
		return
	}
	socket := ""
	ports := fmt.Sprintf("0100007F:%04X 0100007F:%04X", local.Port, remote.Port)
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) > 9 && fields[1]+" "+fields[2] == ports {
			socket = "socket:[" + fields[9] + "]"
		}
	}
	for i, node := range b.cluster.Nodes {
		files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", node.PID()))
		if err != nil {
			b.t.Error(err)
		}
		for _, file := range files {
			if to, err := os.Readlink(file); err == nil && to == socket {
				w.from = i
				return
			}
		}
	}
}
