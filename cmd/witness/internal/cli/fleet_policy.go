package cli

import (
	"context"
	"fmt"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/fleet"
	"witness/engine/hook"
)

// fleetPolicyCmd groups the commands on the policy that is on the server.
type fleetPolicyCmd struct {
	Push fleetPolicyPushCmd `cmd:"" help:"Check a policy and put it on the server, in place of the one that is there; for a person at a terminal."`
}

type fleetPolicyPushCmd struct {
	Dir string `arg:"" type:"path" help:"The folder with config.toml, rules.d, facts.d and queries.d."`
}

// Run puts the policy on the server, which only a person may do: it holds for all machines.
func (c *fleetPolicyPushCmd) Run(ctx context.Context, s term.Streams) error {
	return byPerson(ctx, func(ctx context.Context, syncer *fleet.Syncer) error {
		hash, changed, err := syncer.PushPolicy(ctx, c.Dir)
		if err != nil {
			return err
		}
		said := "The server has this policy already."
		if len(changed) > 0 {
			said = "The policy is on the server: " + hook.Sanitize(strings.Join(changed, ", ")) + "."
		}
		_, err = fmt.Fprintf(s.Out, "%s Its hash is\n\n    %s\n\nMachines with `policy = \"server\"` in [fleet] take it within an hour, or with `witness sync`.\n", said, hash)
		return err
	})
}
