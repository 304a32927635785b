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
	log     string
	process *exec.Cmd // nil while it does not run
}

// Start starts a cluster of n nodes with their data in folders of dir, and waits until it answers. With port 0 the ports
// are free ones; otherwise the first node answers at port, and each uses two. args are further arguments of each node.
func Start(program, dir string, n, port int, args ...string) (c *Cluster, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	c = &Cluster{}
	var raft []string
	for i := range n {
		client, err := address(port, 2*i)
		if err != nil {
			return nil, err
		}
		between, err := address(port, 2*i+1)
		if err != nil {
			return nil, err
		}
		raft = append(raft, between)
		data := filepath.Join(dir, strconv.Itoa(i+1))
		scheme := "http://"
		if slices.Contains(args, "-http-cert") {
			scheme = "https://"
		}
		c.Nodes = append(c.Nodes, &Node{
			URL: scheme + client, program: program, log: data + ".log",
			args: append([]string{"-node-id", strconv.Itoa(i + 1), "-http-addr", client, "-raft-addr", between}, append(args, data)...),
		})
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
	if n.process != nil {
		_ = n.process.Process.Kill()
		_ = n.process.Wait()
		n.process = nil
	}
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
	n.process = exec.Command(n.program, n.args...)
	n.process.Stdout, n.process.Stderr = log, log
	return n.process.Start()
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
