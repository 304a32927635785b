package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/fleet"
	"witness/engine/hook"
)

// fleetPolicyCmd groups the commands on the policy that is on the server.
type fleetPolicyCmd struct {
	Push fleetPolicyPushCmd `cmd:"" help:"Check a policy, show what changes, and put it on the server in place of the one that is there; not for agents."`
}

type fleetPolicyPushCmd struct {
	Dir string `arg:"" type:"path" help:"The folder with config.toml, rules.d, facts.d and queries.d."`
	Yes bool   `short:"y" help:"Do not ask, as in a script."`
}

// Run puts the policy on the server, which no agent may do: it holds for all machines.
func (c *fleetPolicyPushCmd) Run(ctx context.Context, s term.Streams) error {
	if err := term.RefuseAgent(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		syncer := newSyncer(e)
		defer syncer.Close()
		// A person who reads what changes may take longer than the server.
		asked, cancel := context.WithTimeout(ctx, fleetTime)
		defer cancel()
		pub, err := syncer.TeamPolicy().Prepare(asked, c.Dir)
		if err != nil {
			return err
		}
		said := "The server has this policy already."
		if len(pub.Changes) > 0 {
			if err := printDiff(s.Out, pub, s.Palette(s.Out)); err != nil {
				return err
			}
			if err := c.agreed(s, pub); err != nil {
				return err
			}
			told, cancel := context.WithTimeout(ctx, fleetTime)
			defer cancel()
			if err := syncer.TeamPolicy().Publish(told, pub); err != nil {
				return err
			}
			said = "The policy is on the server: " + hook.Sanitize(strings.Join(pub.Changes, ", ")) + "."
		}
		_, err = fmt.Fprintf(s.Out, "%s Its hash is\n\n    %s\n\nMachines with `policy = \"server\"` in [fleet] take it within an hour, or with `witness sync`.\n", said, pub.Hash)
		return err
	})
}

// agreed returns an error unless the policy may be published.
func (c *fleetPolicyPushCmd) agreed(s term.Streams, pub fleet.Publication) error {
	switch {
	case c.Yes:
		return nil
	case !term.IsTerminal(s.In):
		return errors.New("nothing was published: there is no terminal at which to ask; --yes publishes without asking")
	case !agreed(s, fmt.Sprintf("Publish this for all machines (%s)?", term.Count(len(pub.Changes), "file"))):
		return errors.New("nothing was published")
	}
	return nil
}

// printDiff prints how the files of a policy differ from those on the server.
func printDiff(out io.Writer, pub fleet.Publication, paint term.Palette) error {
	names := maps.Clone(pub.Now)
	maps.Copy(names, pub.Before)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		text := string(diff.Diff("server/"+name, pub.Before[name], name, pub.Now[name]))
		for line := range strings.Lines(text) {
			style := term.Plain
			switch line = hook.Sanitize(strings.TrimRight(line, "\r\n")); {
			case strings.HasPrefix(line, "diff ") || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") || strings.HasPrefix(line, "@@"):
				style = term.Bold
			case strings.HasPrefix(line, "+"):
				style = term.Green
			case strings.HasPrefix(line, "-"):
				style = term.Red
			}
			if _, err := fmt.Fprintln(out, paint.Paint(style, line)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintln(out)
	return err
}
