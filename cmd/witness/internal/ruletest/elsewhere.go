package ruletest

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"witness"
	"witness/engine/fleet"
	"witness/engine/project"
	"witness/engine/store"
)

// sendOn makes a call on another machine, which has a store of its own, and brings here what `witness sync` would bring of it.
func (o options) sendOn(call map[string]any, stdout io.Writer, hook Hook) (err error) {
	age := time.Duration(0)
	if o.ago != "" {
		if age, err = time.ParseDuration(o.ago); err != nil {
			return err
		}
	}
	here := project.StoreOf("")
	there := filepath.Join(project.StateDir(), "on", filepath.Base(o.on), "witness.db")
	if err := os.MkdirAll(filepath.Dir(there), 0o700); err != nil {
		return err
	}
	before, had := os.LookupEnv("WITNESS_DB")
	if err := os.Setenv("WITNESS_DB", there); err != nil {
		return err
	}
	err = send(call, stdout, hook)
	if had {
		err = errors.Join(err, os.Setenv("WITNESS_DB", before))
	} else {
		err = errors.Join(err, os.Unsetenv("WITNESS_DB"))
	}
	if err != nil {
		return err
	}
	ctx := context.Background()
	from, err := store.Open(ctx, witness.Files, there, store.LockWait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := store.Open(ctx, witness.Files, here, store.LockWait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	machine := &fleet.Syncer{
		DB: from, Assets: witness.Files, Root: project.Find(o.dir, "").Root,
		Config: project.Fleet{Machine: o.on, Share: project.Shares}, Clock: func() int64 { return time.Now().UnixMilli() },
	}
	return machine.Hand(ctx, to, age)
}
