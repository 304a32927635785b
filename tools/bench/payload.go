package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// recorded holds hook payloads recorded from Claude Code; see examples/README.md.
const recorded = "examples/session.jsonl"

// goTestOutput is the output of `go test -v unicode/utf8` in Go 1.26.8, 2 kB.
//
//go:embed testdata/go_test_v.txt
var goTestOutput string

// session is the id of the session in recorded.
const session = "e0dc6bab-8c19-41d4-a3b6-fe37dec7105f"

// payload returns a function from the number of a process to its standard input: the first
// recorded payload of a hook and a tool, with the paths of another project, a call id of
// its own, and edited by change if that is not nil.
func payload(hook, tool, project string, change func(call map[string]any)) (func(run int) []byte, error) {
	text, err := os.ReadFile(recorded)
	if err != nil {
		return nil, fmt.Errorf("run the benchmark in the repository: %w", err)
	}
	for line := range bytes.Lines(text) {
		var call map[string]any
		if err := json.Unmarshal(bytes.ReplaceAll(line, []byte("/home/dev/proj"), []byte(project)), &call); err != nil {
			return nil, fmt.Errorf("%s: %w", recorded, err)
		}
		if call["hook_event_name"] != hook || call["tool_name"] != tool {
			continue
		}
		if change != nil {
			change(call)
		}
		return func(run int) []byte {
			call["tool_use_id"] = fmt.Sprintf("toolu_%s_%s_%06d", hook, tool, run)
			b, err := json.Marshal(call)
			if err != nil {
				return nil // cannot happen: call was decoded from JSON
			}
			return b
		}, nil
	}
	return nil, fmt.Errorf("%s has no %s of %s", recorded, hook, tool)
}

// withOutput turns a payload into one of `go test -v ./...` with the given output.
func withOutput(output string) func(call map[string]any) {
	return func(call map[string]any) {
		call["tool_input"] = map[string]any{"command": "go test -v ./...", "description": "Run the tests"}
		call["tool_response"] = map[string]any{
			"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false,
		}
	}
}

// longOutput returns goTestOutput with its tests repeated under other names until it has
// at least size bytes. Its last two lines, the summary, are not repeated.
func longOutput(size int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(goTestOutput, "\n"), "\n")
	tests, end := strings.Join(lines[:len(lines)-2], ""), strings.Join(lines[len(lines)-2:], "")
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.NewReplacer("Test", fmt.Sprintf("TestPart%d", i), "Example", fmt.Sprintf("ExamplePart%d", i)).Replace(tests))
	}
	return b.String() + end + "\n"
}
