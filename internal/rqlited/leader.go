package rqlited

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// Leader returns the node that leads, as soon as a running one says that another running one or itself does. After the leader died, that
// takes some seconds.
func (c *Cluster) Leader() (*Node, error) {
	client := &http.Client{Timeout: time.Second}
	defer client.CloseIdleConnections()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, n := range c.Nodes {
			if n.PID() == 0 {
				continue
			}
			for _, leader := range c.Nodes {
				if leader.PID() != 0 && leader.URL == n.leader(client) {
					return leader, nil
				}
			}
		}
	}
	return nil, errors.New("the cluster has had no leader for a minute")
}

// leader returns the address of the node that leads, as this one knows it, "" if it knows none.
func (n *Node) leader(client *http.Client) string {
	answer, err := client.Get(n.URL + "/nodes")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	var nodes map[string]struct {
		Address string `json:"api_addr"`
		Leader  bool   `json:"leader"`
	}
	if json.NewDecoder(answer.Body).Decode(&nodes) != nil {
		return "" // it has just started
	}
	for _, other := range nodes {
		if other.Leader {
			return other.Address
		}
	}
	return ""
}
