package fleet

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"witness/internal/rqlited"
)

// What a link does with requests.
const (
	passes int32 = iota
	cuts         // the connection is closed without an answer, as by a firewall that rejects
	keeps        // no answer comes, as by a firewall that drops
	deafs        // the server gets the request, and its answer is lost
	slows        // the request reaches the server after three seconds
)

// A link is the proxy between some machines and one server.
type link struct {
	url  string
	mode atomic.Int32

	mu     sync.Mutex
	healed chan struct{} // closed when the mode changes
}

// set changes what the link does. Requests that it keeps are cut.
func (l *link) set(mode int32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mode.Store(mode)
	close(l.healed)
	l.healed = make(chan struct{})
}

// changed is closed when the mode changes.
func (l *link) changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.healed
}

// A network is all links between the machines and the servers: each half of the machines has a link of its own to each server.
type network struct {
	halves [2][]*link
	felt   atomic.Int64 // requests that got no answer
	failed atomic.Int64 // requests that a server answered with an error

	mu     sync.Mutex
	writes []string // the bodies of all requests that share facts, also of those that got no answer
}

// newNetwork returns a network in which everything passes.
func newNetwork(t *testing.T, c *rqlited.Cluster) *network {
	t.Helper()
	n := &network{}
	for half := range n.halves {
		for _, node := range c.Nodes {
			n.halves[half] = append(n.halves[half], n.newLink(t, node.URL))
		}
	}
	return n
}

// newLink returns a link to the server at an address.
func (n *network) newLink(t *testing.T, address string) *link {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	l := &link{healed: make(chan struct{})}
	forward := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { n.drop() },
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			if r.StatusCode != http.StatusOK || bytes.Contains(body, []byte(`"error"`)) {
				n.failed.Add(1)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			return err
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler) // the client was killed
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.URL.Path == "/db/execute" && bytes.Contains(body, []byte("json_each(:rows)")) {
			n.mu.Lock()
			n.writes = append(n.writes, string(body))
			n.mu.Unlock()
		}
		switch l.mode.Load() {
		case cuts:
			n.drop()
		case keeps:
			n.felt.Add(1)
			select {
			case <-l.changed():
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		case slows:
			select {
			case <-time.After(3 * time.Second):
			case <-l.changed():
			}
		case deafs:
			forward.ServeHTTP(httptest.NewRecorder(), r)
			n.drop()
		}
		forward.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = nil
	t.Cleanup(func() {
		l.set(cuts)
		server.Close()
	})
	l.url = server.URL
	return l
}

// drop ends a connection without an answer.
func (n *network) drop() {
	n.felt.Add(1)
	panic(http.ErrAbortHandler)
}

// clusterOf returns the servers as one half of the machines sees them.
func (n *network) clusterOf(half int) *rqlited.Cluster {
	c := &rqlited.Cluster{}
	for _, l := range n.halves[half] {
		c.Nodes = append(c.Nodes, &rqlited.Node{URL: l.url})
	}
	return c
}

// each changes what links do: those for which pick is true.
func (n *network) each(mode int32, pick func() bool) {
	for _, half := range n.halves {
		for _, l := range half {
			if pick() {
				l.set(mode)
			}
		}
	}
}

// again sends all writes once more, in a random order, to the server at an address.
func (n *network) again(t *testing.T, address string, random *rand.Rand) {
	t.Helper()
	random.Shuffle(len(n.writes), func(i, j int) { n.writes[i], n.writes[j] = n.writes[j], n.writes[i] })
	for _, body := range n.writes {
		answer, err := http.Post(address+"/db/execute?transaction&noparse", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil || answer.StatusCode != http.StatusOK || bytes.Contains(text, []byte(`"error"`)) {
			t.Fatalf("%v: %s", err, text)
		}
	}
}
