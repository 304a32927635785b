package main

import (
	"fmt"

	"witness"
	"witness/engine"
)

// configCmd groups what is about the configuration.
type configCmd struct {
	Show   configShowCmd   `cmd:"" help:"Print the configuration in force here."`
	Schema configSchemaCmd `cmd:"" help:"Print the JSON Schema of the configuration, for editors."`
}

type configShowCmd struct {
	Origin bool `help:"Say of every line who decided it."`
}

// Run prints the configuration as a file that would bring it about.
func (c *configShowCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	faults, err := engine.ShowConfig(s.out, witness.Brain, dir, c.Origin)
	for _, fault := range faults {
		fmt.Fprintln(s.err, "witness:", fault)
	}
	return err
}

type configSchemaCmd struct {
	Of string `arg:"" optional:"" enum:"config,header" default:"config" help:"config, for .witness.toml; or header, for the TOML in the files of rules.d, facts.d and queries.d."`
}

// Run prints the schema.
func (c *configSchemaCmd) Run(s streams) error {
	if c.Of == "header" {
		return engine.HeaderSchema(s.out)
	}
	return engine.ConfigSchema(s.out, witness.Brain)
}
