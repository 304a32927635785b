package cli

import (
	"context"
	"fmt"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// configCmd groups the commands on the configuration.
type configCmd struct {
	Show   configShowCmd   `cmd:"" help:"Print the configuration in force here."`
	Set    configSetCmd    `cmd:"" help:"Set a key of the configuration, and leave its comments; for a person at a terminal."`
	Schema configSchemaCmd `cmd:"" help:"Print the JSON Schema of the configuration, for editors."`
}

type configShowCmd struct {
	Origin bool        `help:"Append to each line the file or variable that set it."`
	Format term.Format `embed:"" set:"formats=text,json"`
}

// A configResult is what config show prints as JSON.
type configResult struct {
	check.ConfigInfo
	Silenced []inspect.Silence `json:"silenced" jsonschema:"what keeps rules from reporting something now"`
	Mistakes []term.Mistake    `json:"mistakes" jsonschema:"the mistakes in the configuration"`
}

// Run prints the merged configuration as a configuration file, and in comments what people silenced for a while.
func (c *configShowCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	silenced, err := inspect.Silences(ctx, witness.Files, dir)
	if err != nil {
		fmt.Fprintln(s.Err, "witness: the store cannot be read:", err)
	}
	if c.Format.Chosen() == "json" {
		info := check.DescribeConfig(witness.Files, dir)
		return term.WriteJSON(s.Out, configResult{info, append([]inspect.Silence{}, silenced...), term.Mistakes(info.Mistakes)})
	}
	faults, err := check.ShowConfig(s.Out, witness.Files, dir, c.Origin)
	for _, fault := range faults {
		fmt.Fprintln(s.Err, "witness:", fault)
	}
	for _, one := range silenced {
		if one.How == eval.BySnooze || one.How == eval.ByAllow { // the lines above show the others
			fmt.Fprintln(s.Out, "# "+hook.Sanitize(one.What))
		}
	}
	return err
}

type configSchemaCmd struct {
	Of string `arg:"" optional:"" enum:"config,header,reader" default:"config" help:"config, for .witness.toml; header, for the TOML in the files of rules.d and queries.d; or reader, for the files of facts.d."`
}

// Run prints the schema, which a test writes.
func (c *configSchemaCmd) Run(s term.Streams) error {
	text, err := witness.Files.ReadFile("docs/" + c.Of + ".schema.json")
	if err == nil {
		_, err = s.Out.Write(text)
	}
	return err
}
