package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"witness/cmd/witness/internal/doctor"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine/check"
	"witness/engine/inspect"
	"witness/engine/receipt"
	"witness/engine/remote"
	"witness/engine/report"
)

// Outputs returns the types of what the commands print as JSON, by the name of the command. A name that ends in " line" is
// that of a line of ndjson. The schemas that witness prints are made from them.
func Outputs() map[string]any {
	return map[string]any{
		"briefing":           []briefingTable{},
		"config show":        configResult{},
		"db info":            inspect.StoreInfo{},
		"db list":            []storeLine{},
		"db path":            storePath{},
		"doctor":             doctor.Result{},
		"export otlp line":   remote.Span{},
		"fleet check":        []briefingTable{},
		"fleet check line":   json.RawMessage{},
		"fleet status":       fleetStatus{},
		"facts":              factsResult{},
		"query":              []json.RawMessage{}, // the columns are those of the query
		"query line":         json.RawMessage{},
		"receipt":            []receipt.Receipt{},
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
		"status":             inspect.Status{},
		"suggest":            []proposal{},
		"suggest from":       []demanded{},
		"suggest from line":  demanded{},
		"suggest line":       proposal{},
		"trust":              []trusted{},
		"watch line":         inspect.Occurrence{},
		"why":                []inspect.Explanation{},
	}
}

// OutputOf returns the name of the output that a command line asks for, "" if it is no JSON, and whether it has lines.
func OutputOf(args []string) (name string, lines bool) {
	asks := func(arg string) bool {
		return arg == "--json" || strings.HasSuffix(strings.TrimPrefix(arg, "--format="), "json") && !strings.Contains(arg, ".")
	}
	if isHook(args) || !slices.ContainsFunc(args, asks) { // building a parser takes milliseconds
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
	if name == "suggest" && value("from") != "[]" {
		name += " from"
	}
	switch {
	case value("format") == "ndjson":
		return name + " line", true
	case value("json") == "true" || value("format") == "json":
		if _, ok := Outputs()[name]; !ok {
			return name + " line", true // watch never ends, so its JSON is lines as well
		}
		return name, false
	}
	return "", false
}
