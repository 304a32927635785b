// Clock is witness on a machine whose clock is wrong, for the tests of `witness sync`: `clock -ahead 3h hook` hears one payload of Claude
// Code, and `clock -ahead 3h sync` exchanges facts until it is killed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"witness"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/fleet"
	"witness/engine/store"
)

var ahead = flag.Duration("ahead", 0, "how far this machine's clock is ahead of the right one")

func main() {
	log.SetFlags(0)
	flag.Parse()
	do, known := map[string]func(context.Context) error{"hook": hear, "sync": exchange}[flag.Arg(0)]
	if !known {
		log.Fatalf("unknown command %q: hook or sync", flag.Arg(0))
	}
	if err := do(context.Background()); err != nil {
		log.Fatal(err)
	}
}

// now returns the time of this machine's clock.
func now() int64 { return time.Now().Add(*ahead).UnixMilli() }

// hear records and judges the call on standard input.
func hear(ctx context.Context) error {
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	caller, known := agent.Caller("claude", os.Getenv, payload)
	if !known {
		return fmt.Errorf("the payload is none of Claude Code: %s", payload)
	}
	events, err := caller.Events(payload, os.Getenv)
	if err != nil {
		return err
	}
	for _, ev := range events {
		e, err := engine.Open(ctx, witness.Files, ev.CWD, ev.Project, store.LockWait, nil)
		if err != nil {
			return err
		}
		e.Clock = now
		_, err = e.Hear(ctx, ev, caller.Capabilities())
		if err := errors.Join(err, e.Leave(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// exchange does what the process does that hooks start.
func exchange(ctx context.Context) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, witness.Files, dir, "", store.LockWait, nil)
	if err != nil {
		return err
	}
	defer e.Close()
	s := &fleet.Syncer{DB: e.DB, Assets: witness.Files, Root: e.Project.Root, Config: e.Config.Fleet, Clock: now}
	defer s.Close()
	return s.Stay(ctx)
}
