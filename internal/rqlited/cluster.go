package rqlited

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Cluster is some servers on the loopback interface that have the same data.
type Cluster struct {
	Nodes []*Node
}

// A Node is one server.
type Node struct {
	URL string

	program string
	args    []string
	env     []string
	log     string

	mu      sync.Mutex
	process *exec.Cmd // nil while it does not run
}

// Options are what nodes may have besides.
type Options struct {
	Port int      // the first node answers at it, and each uses two; free ones if it is 0
	Args []string // further arguments of each node
	// Between returns the address at which the other nodes reach one that listens for them at an address; that itself if it is nil.
	Between func(node int, address string) (string, error)
	Env     func(node int) []string // further variables of a node, nil for none
}

// Start starts a cluster of n nodes with their data in folders of dir, and waits until it answers.
func Start(program, dir string, n int, o Options) (c *Cluster, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	c = &Cluster{}
	var raft []string
	for i := range n {
		client, err := address(o.Port, 2*i)
		if err != nil {
			return nil, err
		}
		between, err := address(o.Port, 2*i+1)
		if err != nil {
			return nil, err
		}
		reached := between
		if o.Between != nil {
			if reached, err = o.Between(i, between); err != nil {
				return nil, err
			}
		}
		raft = append(raft, reached)
		data := filepath.Join(dir, strconv.Itoa(i+1))
		scheme := "http://"
		if slices.Contains(o.Args, "-http-cert") {
			scheme = "https://"
		}
		node := &Node{
			URL: scheme + client, program: program, log: data + ".log", env: os.Environ(),
			args: append([]string{"-node-id", strconv.Itoa(i + 1), "-http-addr", client, "-raft-addr", between, "-raft-adv-addr", reached}, append(o.Args, data)...),
		}
		if o.Env != nil {
			node.env = append(node.env, o.Env(i)...)
		}
		c.Nodes = append(c.Nodes, node)
	}
	for _, node := range c.Nodes {
		if n > 1 {
			node.args = append([]string{"-bootstrap-expect", strconv.Itoa(n), "-join", strings.Join(raft, ",")}, node.args...)
		}
		err = errors.Join(err, node.launch())
	}
	for _, node := range c.Nodes {
		if err == nil {
			err = node.ready()
		}
	}
	if err != nil {
		c.Kill()
		return nil, err
	}
	return c, nil
}

// Kill ends all nodes at once.
func (c *Cluster) Kill() {
	for _, n := range c.Nodes {
		n.Kill()
	}
}

// Kill ends a node at once, as a machine that fails would.
func (n *Node) Kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil {
		_ = n.process.Process.Kill()
		_ = n.process.Wait()
		n.process = nil
	}
}

// PID returns the number of the node's process, 0 while it does not run.
func (n *Node) PID() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process == nil {
		return 0
	}
	return n.process.Process.Pid
}

// Freeze stops a node where it is, as a machine does that is suspended; Thaw lets it go on.
func (n *Node) Freeze() error { return n.signal("-STOP") }

// Thaw lets a node go on that Freeze stopped.
func (n *Node) Thaw() error { return n.signal("-CONT") }

func (n *Node) signal(name string) error {
	return exec.Command("kill", name, strconv.Itoa(n.PID())).Run()
}

// Restart starts a node that was killed, and waits until it answers.
func (n *Node) Restart() error {
	if err := n.launch(); err != nil {
		return err
	}
	return n.ready()
}

// launch starts a node.
func (n *Node) launch() error {
	log, err := os.OpenFile(n.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	process := exec.Command(n.program, n.args...)
	process.Stdout, process.Stderr, process.Env = log, log, n.env
	if err := process.Start(); err != nil {
		return err
	}
	n.mu.Lock()
	n.process = process
	n.mu.Unlock()
	return nil
}

// ready waits until a node answers.
func (n *Node) ready() error {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		answer, err := client.Get(n.URL + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s does not answer; see %s", n.URL, n.log)
		}
	}
}

// address returns an address on the loopback interface, at a port or at a free one.
func address(port, i int) (string, error) {
	if port > 0 {
		return net.JoinHostPort("127.0.0.1", strconv.Itoa(port+i)), nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
