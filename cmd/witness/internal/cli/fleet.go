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
	"witness/engine/project"
)

// fleetCmd groups the commands on the server of the fleet.
type fleetCmd struct {
	Init   fleetInitCmd   `cmd:"" help:"Set up the server, and let this repository take part."`
	Status fleetStatusCmd `cmd:"" help:"Show how this repository takes part: what waits, what failed, and who else does."`
	Check  fleetCheckCmd  `cmd:"" help:"Ask questions about the whole team: of the server, or of a backup of it."`
	Policy fleetPolicyCmd `cmd:"" help:"Put a policy for all machines on the server."`
	Leave  fleetLeaveCmd  `cmd:"" help:"Exchange no facts of this repository any more, and delete those of others; for a person at a terminal."`
}

// fleetTime bounds a command that asks the server.
const fleetTime = 30 * time.Second

type fleetInitCmd struct {
	URL       []string `arg:"" optional:"" help:"The URL of the rqlite server, or those of its members; those of the configuration if left out."`
	TokenFile string   `placeholder:"FILE" help:"The file with name:password for the server; that of the configuration if left out."`
	CAFile    string   `name:"ca-file" placeholder:"FILE" help:"The file with the certificates that sign the server's; that of the configuration if left out."`
	Keep      string   `placeholder:"90d" help:"How long the server keeps facts: a number of days. It is 90d at first."`
	Here      bool     `help:"Let --keep hold for this repository only."`
}

// Run sets up the server and prints what configures a machine for it.
func (c *fleetInitCmd) Run(ctx context.Context, s term.Streams) error {
	if err := project.CheckURLs(c.URL); err != nil {
		return term.UsageError{Err: err}
	}
	if c.Keep != "" {
		if _, err := project.ParseDuration(c.Keep); err != nil {
			return term.UsageError{Err: fmt.Errorf("--keep: %w", err)}
		}
	}
	if c.Here && c.Keep == "" {
		return term.UsageError{Err: errors.New("--here needs --keep, such as --keep 30d")}
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
		everywhere := c.Keep
		if c.Here {
			everywhere = ""
		}
		if err := fleet.Init(ctx, e.DB, config, everywhere); err != nil {
			return err
		}
		if err := fleet.Join(ctx, e.DB); err != nil {
			return err
		}
		if c.Here {
			syncer := newSyncer(e)
			defer syncer.Close()
			syncer.Config = config
			if err := syncer.KeepHere(ctx, c.Keep); err != nil {
				return err
			}
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
		err := syncer.Leave(ctx, c.Forget)
		if err != nil && !errors.Is(err, fleet.ErrUntold) {
			return err
		}
		_, failed := fmt.Fprintln(s.Out, "This repository has left the fleet: nothing of it is shared, and what others did is deleted here. `witness fleet init` lets it take part again.")
		return errors.Join(failed, err)
	})
}
