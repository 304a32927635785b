package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"witness/engine/bundle"
)

// policyTable has the files of the policy that is on the server.
const policyTable = "CREATE TABLE IF NOT EXISTS fleet_policy (file TEXT PRIMARY KEY, content TEXT NOT NULL)"

// onServer reads the policy from the server. It has no files if the server has none.
func (p *Policies) onServer(ctx context.Context) (c content, err error) {
	client, err := p.dial()
	if err != nil {
		return c, err
	}
	server, err := client.state(ctx, p.clock)
	if err != nil || server.columns["policy"] == nil {
		return c, err
	}
	results, err := client.query(ctx, statement{sql: "SELECT file, content FROM fleet_policy"})
	if err != nil {
		return c, err
	}
	c.files = map[string][]byte{}
	for _, row := range results[0].Values {
		if name := text(row[0]); isPolicyFile(name) {
			c.files[name] = []byte(text(row[1]))
		}
	}
	return c, c.check()
}

// errNoPolicy is the error for a server without a policy.
var errNoPolicy = errors.New("the server has no policy: witness fleet policy push DIR puts one there")

// A Publication is a policy that is about to replace the one on the server.
type Publication struct {
	Hash    string            // of its files
	Changes []string          // how they differ from those on the server; empty if they do not
	Before  map[string][]byte // the files on the server, by their path in the folder
	Now     map[string][]byte
}

// Prepare reads the policy in a folder and what it would replace on the server. A policy with a mistake is an error.
func (p *Policies) Prepare(ctx context.Context, dir string) (pub Publication, err error) {
	c, err := readFolder(bundle.Dir(dir))
	if err == nil && len(c.files) == 0 {
		err = fmt.Errorf("%s has neither config.toml nor files in rules.d, facts.d or queries.d", dir)
	}
	if err == nil {
		err = c.check()
	}
	if err == nil {
		err = p.Check(ctx, dir, dir)
	}
	if err != nil {
		return pub, err
	}
	before, err := p.onServer(ctx)
	return Publication{c.hash(), changes(before.files, c.files), before.files, c.files}, err
}

// Publish puts a policy on the server, unless the one there is no longer what it was when this one was prepared. Members whose
// fleet.policy is "server" take it at their next exchange in which the policy is due.
func (p *Policies) Publish(ctx context.Context, pub Publication) error {
	before, err := p.onServer(ctx)
	if err != nil {
		return err
	}
	if len(changes(pub.Before, before.files)) > 0 {
		return errors.New("the policy on the server has changed meanwhile: push again to see what would change now")
	}
	files := map[string]string{}
	for name, text := range pub.Now {
		files[name] = string(text)
	}
	data, err := json.Marshal(files)
	if err != nil {
		return err
	}
	client, err := p.dial()
	if err != nil {
		return err
	}
	return client.execute(ctx,
		statement{sql: policyTable}, statement{sql: "DELETE FROM fleet_policy"},
		statement{"INSERT INTO fleet_policy (file, content) SELECT key, value FROM json_each(:files)", map[string]any{"files": string(data)}})
}

// check returns an error for files that are too many or too large, or that a column of the server cannot have.
func (c content) check() error {
	if len(c.files) > maxPolicyFiles {
		return errTooMany(len(c.files))
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		switch text := c.files[name]; {
		case len(text) > bundle.MaxFileSize:
			return fmt.Errorf("%s is larger than %d kB", name, bundle.MaxFileSize>>10)
		case !utf8.Valid(text) || bytes.ContainsRune(text, 0):
			return fmt.Errorf("%s is no text in UTF-8", name)
		}
	}
	return nil
}
