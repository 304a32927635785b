package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// fleetCmd groups the commands on the server of the fleet.
type fleetCmd struct {
	Init   fleetInitCmd   `cmd:"" help:"Set up the server, and let this repository take part."`
	Status fleetStatusCmd `cmd:"" help:"Show how this repository takes part: what waits, what failed, and who else does."`
	Check  fleetCheckCmd  `cmd:"" help:"Ask questions about the whole team: of the server, or of a backup of it."`
	Leave  fleetLeaveCmd  `cmd:"" help:"Exchange no facts of this repository any more, and delete those of others; for a person at a terminal."`
}

// fleetTime bounds a command that asks the server.
const fleetTime = 30 * time.Second

type fleetInitCmd struct {
	URL       []string `arg:"" optional:"" help:"The URL of the rqlite server, or those of its members; those of the configuration if left out."`
	TokenFile string   `placeholder:"FILE" help:"The file with name:password for the server; that of the configuration if left out."`
	CAFile    string   `name:"ca-file" placeholder:"FILE" help:"The file with the certificates that sign the server's; that of the configuration if left out."`
	Keep      string   `placeholder:"90d" help:"How long the server keeps facts: a number of days. It is 90d at first."`
}

// Run sets up the server and prints what configures a machine for it.
func (c *fleetInitCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Keep != "" {
		if _, err := project.ParseDuration(c.Keep); err != nil {
			return term.UsageError{Err: fmt.Errorf("--keep: %w", err)}
		}
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		ctx, cancel := context.WithTimeout(ctx, fleetTime)
		defer cancel()
		config, known := e.Config.Fleet, e.Config.Fleet.URLs
		if len(c.URL) > 0 {
			config.URLs = c.URL
		}
		if c.TokenFile != "" {
			config.TokenFile = c.TokenFile
		}
		if c.CAFile != "" {
			config.CAFile = c.CAFile
		}
		if err := fleet.Init(ctx, e.DB, config, c.Keep); err != nil {
			return err
		}
		if err := fleet.Join(ctx, e.DB); err != nil {
			return err
		}
		if slices.Equal(known, config.URLs) {
			_, err := fmt.Fprintln(s.Out, "The server is set up, and this machine is configured for it. `witness fleet status` shows who takes part.")
			return err
		}
		if len(known) > 0 {
			place, _ := e.Config.Value("fleet.url")
			fmt.Fprintf(s.Out, "The server is set up. This machine uses another one, which %s names.\n", place.Place())
		} else {
			fmt.Fprintln(s.Out, "The server is set up.")
		}
		_, err := fmt.Fprintf(s.Out, "Each machine that is to take part needs these lines in ~/.config/witness/config.toml:\n\n%s\nThen `witness fleet status` in a repository shows who takes part.\n", fleetLines(config))
		return err
	})
}

// fleetLines returns the lines of a configuration for a server.
func fleetLines(c project.Fleet) string {
	var b strings.Builder
	b.WriteString("[fleet]\n")
	if len(c.URLs) == 1 {
		fmt.Fprintf(&b, "url = %q\n", c.URLs[0])
	} else {
		fmt.Fprintf(&b, "url = [%s]\n", strings.Join(quoteAll(c.URLs), ", "))
	}
	if c.TokenFile != "" {
		fmt.Fprintf(&b, "token_file = %q\n", c.TokenFile)
	}
	if c.CAFile != "" {
		fmt.Fprintf(&b, "ca_file = %q\n", c.CAFile)
	}
	return b.String()
}

func quoteAll(list []string) (quoted []string) {
	for _, text := range list {
		quoted = append(quoted, fmt.Sprintf("%q", text))
	}
	return quoted
}

type fleetStatusCmd struct{}

// Run prints how the repository takes part. It fails if the server does not answer.
func (fleetStatusCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		if len(e.Config.Fleet.URLs) == 0 {
			_, err := fmt.Fprintln(s.Out, "No server is configured, so nothing is shared. docs/fleet.md says how a team shares facts.")
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, fleetTime)
		defer cancel()
		syncer := newSyncer(e)
		defer syncer.Close()
		st, failed := syncer.Status(ctx)
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
			lines = append(lines, fmt.Sprintf("server\t%s, answered in %d ms", e.Config.Fleet.URLs[0], st.Server.Took.Milliseconds()),
				"its clock\t"+clockDifference(st.Server.Ahead), fmt.Sprintf("it keeps facts\tfor %d days", st.Server.Keep/(24*time.Hour)))
		}
		if err := term.Columns(s.Out, lines); err != nil {
			return err
		}
		recent := slices.DeleteFunc(st.Errors, func(f fleet.Failure) bool { return st.Failures == 0 && f.At < e.Clock()-(24*time.Hour).Milliseconds() })
		if len(recent) > 0 {
			fmt.Fprintf(s.Out, "\n%s failed since then. The latest errors:\n", term.Count(int(st.Failures), "exchange"))
			for _, f := range recent {
				fmt.Fprintf(s.Out, "  %s: %s\n", term.Ago(f.At), hook.Printable(strings.ReplaceAll(f.Error, "\n", "; ")))
			}
		}
		if st.Server != nil {
			fmt.Fprintln(s.Out)
			if err := printMembers(s, st); err != nil {
				return err
			}
		}
		return failed
	})
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

type fleetCheckCmd struct {
	Questions []string    `arg:"" optional:"" help:"The questions, as in witness query; those whose names begin with fleet if left out."`
	Backup    string      `placeholder:"FILE" help:"Ask a backup of the server, the file that its /db/backup returns, instead of the server."`
	Format    term.Format `embed:"" set:"formats=text,json,ndjson,csv,markdown"`
}

// Run brings all facts of this repository into a store in memory and asks it.
func (c *fleetCheckCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	var chosen []*bundle.File
	var names []string
	for _, f := range eval.LoadQueries(witness.Files, dir) {
		names = append(names, f.Name)
		if slices.Contains(c.Questions, f.Name) || len(c.Questions) == 0 && (f.Name == "fleet" || strings.HasPrefix(f.Name, "fleet_")) {
			chosen = append(chosen, f)
		}
	}
	for _, name := range c.Questions {
		if !slices.Contains(names, name) {
			return fmt.Errorf("no query %q%s", name, bundle.DidYouMean(name, names))
		}
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		all, err := engine.OpenMemory(ctx, witness.Files, dir, project.AsHooks)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, all.Close()) }()
		all.Clock = e.Clock
		n, err := c.fill(ctx, e, all.DB)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Err, "witness: %s of the team\n", term.Count(n, "fact"))
		var tables []eval.Table
		for _, f := range chosen {
			t, err := all.Eval.Query(ctx, f, "", nil)
			if err != nil {
				return err
			}
			tables = append(tables, t)
		}
		if c.Format.Chosen() == "json" {
			return writeBriefingJSON(s.Out, tables)
		}
		for _, t := range tables {
			if c.Format.Chosen() == "text" {
				fmt.Fprintf(s.Out, "%s\n", t.Title)
				if len(t.Rows) == 0 {
					fmt.Fprintln(s.Out, "none")
				}
			}
			if err := printTable(s, t, c.Format.Chosen(), func(session string) string { return session[:min(len(session), 8)] }); err != nil {
				return err
			}
			if c.Format.Chosen() == "text" {
				fmt.Fprintln(s.Out)
			}
		}
		return nil
	})
}

// fill brings the facts of the team.
func (c *fleetCheckCmd) fill(ctx context.Context, e *engine.Engine, to *store.DB) (n int, err error) {
	syncer := newSyncer(e)
	defer syncer.Close()
	if c.Backup == "" {
		return syncer.Fill(ctx, to)
	}
	if _, err := os.Stat(c.Backup); err != nil {
		return 0, err
	}
	backup, err := store.OpenReader(c.Backup, witness.Files)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, backup.Close()) }()
	return syncer.FillFrom(ctx, backup, to)
}

type fleetLeaveCmd struct {
	Forget bool `help:"Delete from the server what this store has sent, too."`
}

// Run ends the part of this repository's store, which only a person may do.
func (c *fleetLeaveCmd) Run(ctx context.Context, s term.Streams) error {
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		ctx, cancel := context.WithTimeout(ctx, fleetTime)
		defer cancel()
		syncer := newSyncer(e)
		defer syncer.Close()
		if err := syncer.Leave(ctx, c.Forget); err != nil {
			return err
		}
		_, err := fmt.Fprintln(s.Out, "This repository has left the fleet: nothing of it is shared, and what others did is deleted here. `witness fleet init` lets it take part again.")
		return err
	})
}
