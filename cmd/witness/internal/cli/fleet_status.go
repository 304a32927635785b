package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
)

type fleetStatusCmd struct {
	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run prints how the repository takes part. It fails if the server does not answer.
func (c *fleetStatusCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		var st fleet.Status
		var failed error
		if len(e.Config.Fleet.URLs) > 0 {
			ctx, cancel := context.WithTimeout(ctx, fleetTime)
			defer cancel()
			syncer := newSyncer(e)
			defer syncer.Close()
			st, failed = syncer.Status(ctx)
		}
		if c.Format.Chosen() == "json" {
			return errors.Join(term.WriteJSON(s.Out, statusAsJSON(e.Config.Fleet, st)), failed)
		}
		return errors.Join(printStatus(s, e, st), failed)
	})
}

// printStatus prints a status as text.
func printStatus(s term.Streams, e *engine.Engine, st fleet.Status) error {
	policy := policyLines(e.Config.Fleet)
	if len(e.Config.Fleet.URLs) == 0 {
		if err := term.Columns(s.Out, policy); err != nil {
			return err
		}
		return term.Say(s.Out, "No server is configured, so nothing is shared. docs/fleet.md says how a team shares facts.")
	}
	if st.Left {
		_, err := fmt.Fprintln(s.Out, "This repository has left the fleet and shares nothing. `witness fleet init` lets it take part again.")
		return err
	}
	lines := []string{"here\t" + hook.Sanitize(st.Machine)}
	if st.Repository != "" {
		lines = append(lines, "repository\t"+hook.Sanitize(st.Repository))
	}
	if st.Synced > 0 {
		lines = append(lines, "last exchange\t"+term.Ago(st.Synced))
	} else {
		lines = append(lines, "last exchange\tnone yet")
	}
	lines = append(lines, "waiting\t"+term.Count(st.Waiting, "fact")+" to be sent", "kept\t"+term.Count(st.Kept, "fact")+" of others")
	if st.Server != nil {
		lines = append(lines, fmt.Sprintf("server\t%s, answered in %d ms", st.Server.URL, st.Server.Took.Milliseconds()),
			"its clock\t"+clockDifference(st.Server.Ahead), fmt.Sprintf("it keeps facts\tfor %d days", st.Server.Keep/(24*time.Hour)))
	}
	if err := term.Columns(s.Out, append(lines, policy...)); err != nil {
		return err
	}
	recent := slices.DeleteFunc(st.Errors, func(f fleet.Failure) bool { return st.Failures == 0 && f.At < e.Clock()-(24*time.Hour).Milliseconds() })
	if len(recent) > 0 {
		since := "The latest errors, before the last exchange:"
		if st.Failures > 0 {
			since = term.Count(int(st.Failures), "exchange") + " failed since then. The latest errors:"
		}
		fmt.Fprintf(s.Out, "\n%s\n", since)
		for _, f := range recent {
			fmt.Fprintf(s.Out, "  %s: %s\n", term.Ago(f.At), hook.Printable(strings.ReplaceAll(f.Error, "\n", "; ")))
		}
	}
	if st.Server == nil {
		return nil
	}
	fmt.Fprintln(s.Out)
	return printMembers(s, st)
}

// policyLines says which policy is in force, and why a newer one is not.
func policyLines(c project.Fleet) (lines []string) {
	st := fleet.ReadPolicyState()
	if c.Policy == "" && st.Source == "" {
		return nil
	}
	if st.Brought == 0 {
		lines = append(lines, "policy\tnone was brought yet from "+hook.Sanitize(c.Policy))
	} else {
		lines = append(lines, "policy\t"+hook.Sanitize(st.Source)+", brought "+term.Ago(st.Brought)+", changed "+term.Ago(st.Changed))
		if st.Commit != "" {
			lines = append(lines, "its commit\t"+st.Commit)
		}
		lines = append(lines, "its hash\t"+st.Hash)
	}
	if trouble := st.Trouble(); trouble != "" {
		lines = append(lines, "\t"+hook.Sanitize(trouble))
	}
	return lines
}

// clockDifference says how far two clocks are apart.
func clockDifference(ahead time.Duration) string {
	switch {
	case ahead.Abs() < time.Second:
		return "agrees with that of this machine"
	case ahead > 0:
		return ahead.Round(time.Second).String() + " ahead; times are corrected"
	}
	return (-ahead).Round(time.Second).String() + " behind; times are corrected"
}

// printMembers prints who takes part.
func printMembers(s term.Streams, st fleet.Status) error {
	rows := []string{"MACHINE\tUSER\tLAST SEEN\tFACTS"}
	for _, m := range st.Server.Members {
		name := hook.Sanitize(m.Machine)
		if m.Name == st.Member {
			name += " (this store)"
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%d", name, hook.Sanitize(m.User), term.Ago(m.Seen), m.Facts))
	}
	return term.Columns(s.Out, rows)
}
