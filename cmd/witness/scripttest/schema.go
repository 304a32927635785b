package scripttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
	"witness/engine/report"
)

// Schema returns the JSON Schema of an output of a command. Strict allows no members but those of the type; what witness
// prints for others does allow them, because later versions may add some.
func Schema(name string, strict bool) (*jsonschema.Schema, error) {
	schema, err := jsonschema.ForType(reflect.TypeOf(cli.Outputs()[name]), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time", Pattern: `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`},
		reflect.TypeFor[report.Time]():     {Types: []string{"string", "null"}, Format: "date-time"},
		reflect.TypeFor[json.RawMessage](): {Type: "object"},
	}})
	if err != nil {
		return nil, err
	}
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	schema.Title = "witness " + strings.TrimSuffix(name, " line") + " --json"
	if strings.HasSuffix(name, " line") {
		schema.Title = "witness " + strings.TrimSuffix(name, " line") + " --format ndjson: a line"
	}
	settle(schema, strict)
	return schema, nil
}

// settle corrects what follows from Go and not from what is printed: lists are never null.
func settle(s *jsonschema.Schema, strict bool) {
	if slices.Contains(s.Types, "array") {
		s.Type, s.Types = "array", nil
	}
	if !strict {
		s.AdditionalProperties = nil
	}
	if s.Items != nil {
		settle(s.Items, strict)
	}
	for _, p := range s.Properties {
		settle(p, strict)
	}
}

// runChecked runs witness as main does, and validates what it prints as JSON. A violation is an error of the command.
func runChecked(args []string, s term.Streams) int {
	name, lines := cli.OutputOf(args)
	if name == "" {
		return cli.Run(args, s)
	}
	var printed bytes.Buffer
	out := s.Out
	s.Out = io.MultiWriter(out, &printed)
	status := cli.Run(args, s)
	if err := validate(name, lines, printed.Bytes()); err != nil {
		fmt.Fprintf(s.Err, "witness schema %s: %v\n", name, err)
		return 99
	}
	return status
}

// validate returns an error if a text is not what the schema of an output says. An empty text is that of a command that
// failed.
func validate(name string, lines bool, text []byte) error {
	schema, err := Schema(name, true)
	if err != nil {
		return err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	documents := [][]byte{text}
	if lines {
		documents = bytes.Split(text, []byte("\n"))
	}
	for _, document := range documents {
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		var v any
		if err := json.Unmarshal(document, &v); err != nil {
			return err
		}
		if err := resolved.Validate(v); err != nil {
			return err
		}
	}
	return nil
}
