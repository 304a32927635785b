package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"witness/cmd/witness/internal/doctor"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine/check"
	"witness/engine/inspect"
	"witness/engine/report"
)

// outputs are the types of what the commands print as JSON. A name that ends in " line" is that of a line of ndjson.
var outputs = map[string]any{
	"briefing":           []briefingTable{},
	"config show":        configResult{},
	"db info":            inspect.StoreInfo{},
	"db list":            []storeLine{},
	"db path":            storePath{},
	"doctor":             doctor.Result{},
	"fleet check":        []briefingTable{},
	"fleet check line":   json.RawMessage{},
	"fleet status":       fleetStatus{},
	"facts":              factsResult{},
	"query":              []json.RawMessage{}, // the columns are those of the query
	"query line":         json.RawMessage{},
	"replay":             replay.Summary{},
	"replay line":        replay.Finding{},
	"report":             report.Report{},
	"rules check":        checkResult{},
	"rules explain":      check.RuleInfo{},
	"rules explain call": []inspect.ExplainedCall{},
	"rules list":         ruleList{},
	"rules list line":    check.RuleInfo{},
	"rules test":         []ruletest.Outcome{},
	"sessions":           []json.RawMessage{}, // the columns are those of queries.d/sessions.sql
	"sessions line":      json.RawMessage{},
	"suggest":            []proposal{},
	"trust":              []trusted{},
	"watch line":         inspect.Occurrence{},
	"why":                []inspect.Explanation{},
}

// schemaOf returns the JSON Schema of an output. Strict allows no members but those of the type; what witness prints for
// others does allow them, because later versions may add some.
func schemaOf(name string, strict bool) (*jsonschema.Schema, error) {
	schema, err := jsonschema.ForType(reflect.TypeOf(outputs[name]), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
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

// TestSchemas compares the schemas that witness prints with the types of its outputs. With -update it writes them. Every
// command with --json has one.
func TestSchemas(t *testing.T) {
	for name := range outputs {
		schema, err := schemaOf(name, false)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := term.WriteJSON(&text, schema); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("schemas", strings.ReplaceAll(name, " ", "_")+".json")
		if _, err := os.Stat(file); err != nil && *update {
			writeFile(t, file, "")
		}
		checkFile(t, file, text.String())
	}
	files, err := filepath.Glob("schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".json"), "_", " ")
		if _, ok := outputs[name]; !ok {
			t.Errorf("%s is of no output", file)
		}
	}
	parser, err := newParser(&cli{}, term.Streams{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range commandsOf(parser.Model.Node) {
		if flagOf(command, "json") != nil && outputs[commandName(command)] == nil && outputs[commandName(command)+" line"] == nil {
			t.Errorf("witness %s --json has no schema: add its type to outputs", commandName(command))
		}
	}
}

// runChecked runs witness as main does, and validates what it prints as JSON. A violation is an error of the command.
func runChecked(args []string, s term.Streams) int {
	name, lines := outputOf(args)
	if name == "" {
		return run(args, s)
	}
	var printed bytes.Buffer
	out := s.Out
	s.Out = io.MultiWriter(out, &printed)
	status := run(args, s)
	if err := validate(name, lines, printed.Bytes()); err != nil {
		fmt.Fprintf(s.Err, "witness schema %s: %v\n", name, err)
		return 99
	}
	return status
}

// outputOf returns the name of the output that a command line asks for, "" if it is no JSON, and whether it has lines.
func outputOf(args []string) (name string, lines bool) {
	if len(args) == 0 || isHook(args) {
		return "", false
	}
	parser, err := newParser(&cli{}, term.Streams{Out: io.Discard, Err: io.Discard}, func(int) {})
	if err != nil {
		return "", false
	}
	ctx, err := parser.Parse(spelledOut(args))
	if err != nil || ctx.Selected() == nil {
		return "", false
	}
	value := func(flag string) string {
		if f := flagOf(ctx.Selected(), flag); f != nil {
			return fmt.Sprint(ctx.FlagValue(f))
		}
		return ""
	}
	name = commandName(ctx.Selected())
	if value("call") != "" && name == "rules explain" {
		name += " call"
	}
	switch {
	case value("format") == "ndjson":
		return name + " line", true
	case value("json") == "true" || value("format") == "json":
		if _, ok := outputs[name]; !ok {
			return name + " line", true // watch never ends, so its JSON is lines as well
		}
		return name, false
	}
	return "", false
}

// validate returns an error if a text is not what the schema of an output says. An empty text is that of a command that
// failed.
func validate(name string, lines bool, text []byte) error {
	schema, err := schemaOf(name, true)
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
