package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/check"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
)

// syncCmd exchanges facts with the server of the fleet.
type syncCmd struct {
	Wait   bool          `help:"Try again until everything is exchanged, for at most --time; as the last step of a CI job." xor:"how"`
	Once   bool          `help:"Send at most one batch and bring at most one." xor:"how"`
	DryRun bool          `help:"Print what would leave this machine, as lines of JSON, and send nothing." xor:"how"`
	Stay   bool          `hidden:"" help:"Exchange facts as long as hooks write to the store; hooks start this." xor:"how"`
	Time   time.Duration `default:"60s" placeholder:"60s" help:"How long --wait tries."`
}

// onceTime is how long an exchange may take that a person waits for.
const onceTime = 30 * time.Second

// Run exchanges the facts of the project's store.
func (c *syncCmd) Run(ctx context.Context, s term.Streams) error {
	if c.DryRun {
		return asking(ctx, func(ctx context.Context, e *engine.Engine) error { return preview(ctx, s, e) })
	}
	if !c.Stay {
		if err := configured(); err != nil {
			return err // before it creates a store
		}
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		syncer := newSyncer(e)
		defer syncer.Close()
		if c.Stay {
			fleet.Background()
			return syncer.Stay(ctx)
		}
		limit := onceTime
		if c.Wait {
			limit = c.Time
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		syncer.Once = c.Once
		var all fleet.Result
		var err error
		if len(e.Config.Fleet.URLs) > 0 || e.Config.Fleet.Policy == "" {
			all, err = exchange(limited, syncer, c.Wait)
		}
		if err := errors.Join(err, updatePolicy(ctx, s, syncer)); err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.Out, "Sent %s, brought %s.%s\n", term.Count(all.Sent, "fact"), term.Count(all.Brought, "fact"), map[bool]string{true: " There is more; witness sync goes on."}[all.Left])
		return err
	})
}

// configured returns an error if neither a server nor a policy is configured.
func configured() error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	here := project.Find(dir, "")
	if c := project.LoadConfig(here.Dir, here.Root, project.AsHooks).Fleet; len(c.URLs) == 0 && c.Policy == "" {
		return fleet.ErrNoServer
	}
	return nil
}

// preview prints what would leave this machine: a line of JSON for the repository, for this member, and for each fact.
func preview(ctx context.Context, s term.Streams, e *engine.Engine) error {
	if e.DB.Path == "" {
		fmt.Fprintln(s.Err, "witness: no facts to send: nothing is recorded in this project yet; `witness init` installs the hooks")
		return nil
	}
	syncer := newSyncer(e)
	defer syncer.Close()
	facts, err := syncer.Preview(ctx, func(kind string, row map[string]any) error {
		row["fact"] = kind
		line, err := json.Marshal(row)
		if err == nil {
			_, err = fmt.Fprintf(s.Out, "%s\n", line)
		}
		return err
	})
	if err != nil || facts > 0 {
		return err
	}
	fmt.Fprintln(s.Err, "witness: no facts to send: all that are recorded here were sent already, or are not shared: witness config show fleet")
	return nil
}

// updatePolicy brings the team's policy, and prints what changed or why it did not come.
func updatePolicy(ctx context.Context, s term.Streams, syncer *fleet.Syncer) error {
	before := fleet.ReadPolicyState()
	if err := syncer.TeamPolicy().Update(ctx, true); err != nil {
		return err
	}
	after := fleet.ReadPolicyState()
	if after.Changed > before.Changed {
		fmt.Fprintln(s.Out, hook.Sanitize(after.Change()))
	}
	if trouble := after.Trouble(); trouble != "" {
		fmt.Fprintln(s.Err, "witness: "+hook.Sanitize(trouble))
	}
	return nil
}

// exchange exchanges facts. With wait it tries again until everything is exchanged or ctx is done.
func exchange(ctx context.Context, syncer *fleet.Syncer, wait bool) (all fleet.Result, err error) {
	for {
		var done fleet.Result
		done, err = syncer.Exchange(ctx)
		all.Sent, all.Brought, all.Left = all.Sent+done.Sent, all.Brought+done.Brought, done.Left
		if !wait || err == nil && !done.Left || errors.Is(err, fleet.ErrLeft) {
			return all, err
		}
		select {
		case <-ctx.Done():
			if err == nil {
				err = errors.New("not everything was exchanged in time")
			}
			return all, err
		case <-time.After(time.Second):
		}
	}
}

// newSyncer returns what exchanges the facts of an engine's store.
func newSyncer(e *engine.Engine) *fleet.Syncer {
	return &fleet.Syncer{
		DB: e.DB, Assets: witness.Files, Root: e.Project.Root, Config: e.Config.Fleet, Secrets: e.Config.Secrets, Version: programVersion(), Clock: e.Clock,
		Policies: fleet.Policies{
			Check: func(ctx context.Context, dir, shown string) error {
				return check.Policy(ctx, witness.Files, dir, shown)
			},
			Wrote: project.Wrote,
		},
	}
}
