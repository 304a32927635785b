package main

import (
	"fmt"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/check"
)

// configCmd groups the commands on the configuration.
type configCmd struct {
	Show   configShowCmd   `cmd:"" help:"Print the configuration in force here."`
	Schema configSchemaCmd `cmd:"" help:"Print the JSON Schema of the configuration, for editors."`
}

type configShowCmd struct {
	Origin bool `help:"Append to each line the file or variable that set it."`
}

// Run prints the merged configuration as a configuration file.
func (c *configShowCmd) Run(s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	faults, err := check.ShowConfig(s.Out, witness.Files, dir, c.Origin)
	for _, fault := range faults {
		fmt.Fprintln(s.Err, "witness:", fault)
	}
	return err
}

type configSchemaCmd struct {
	Of string `arg:"" optional:"" enum:"config,header" default:"config" help:"config, for .witness.toml; or header, for the TOML in the files of rules.d, facts.d and queries.d."`
}

// Run prints the schema.
func (c *configSchemaCmd) Run(s term.Streams) error {
	if c.Of == "header" {
		return check.HeaderSchema(s.Out)
	}
	return check.ConfigSchema(s.Out, witness.Files)
}
