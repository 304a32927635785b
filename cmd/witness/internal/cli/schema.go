package cli

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
)

// schemas are the JSON Schemas of what the commands print. TestSchemas writes them from the types that are printed.
//
//go:embed schemas/*.json
var schemas embed.FS

// schemaCmd prints a JSON Schema.
type schemaCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as rules list; left out, those that have a schema are listed."`
}

// Run prints the schema, or the names of all.
func (c *schemaCmd) Run(s term.Streams) error {
	files, err := fs.Glob(schemas, "schemas/*.json")
	if err != nil {
		return err
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(file, "schemas/"), ".json"), "_", " "))
	}
	name := strings.Join(c.Command, " ")
	if name == "" {
		_, err := fmt.Fprintln(s.Out, strings.Join(names, "\n"))
		return err
	}
	i := slices.Index(names, name)
	if i < 0 {
		return fmt.Errorf("no schema %q%s", name, bundle.DidYouMean(name, names))
	}
	text, err := schemas.ReadFile(files[i])
	if err != nil {
		return err
	}
	_, err = s.Out.Write(text)
	return err
}
