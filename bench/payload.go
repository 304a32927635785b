package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// recorded is what Claude Code told its hooks; see examples/README.md.
const recorded = "examples/session.jsonl"

// goTestOutput is what `go test -v unicode/utf8` printed; Go 1.26.8.
//
//go:embed testdata/go_test_v.txt
var goTestOutput string

// session is the session of every call.
const session = "e0dc6bab-8c19-41d4-a3b6-fe37dec7105f"

// payload finds the first recorded call of a hook and a tool, and moves it to a project.
// Each process hears it as a call of its own.
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
				return nil // what was decoded from JSON can be encoded again
			}
			return b
		}, nil
	}
	return nil, fmt.Errorf("%s has no %s of %s", recorded, hook, tool)
}

// ran makes a call one that ran `go test -v ./...` and printed output.
func ran(output string) func(call map[string]any) {
	return func(call map[string]any) {
		call["tool_input"] = map[string]any{"command": "go test -v ./...", "description": "Run the tests"}
		call["tool_response"] = map[string]any{
			"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false,
		}
	}
}

// longOutput repeats the tests of the recorded output under other names until it has size
// bytes. The two lines that end it stay at its end.
func longOutput(size int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(goTestOutput, "\n"), "\n")
	tests, end := strings.Join(lines[:len(lines)-2], ""), strings.Join(lines[len(lines)-2:], "")
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.NewReplacer("Test", fmt.Sprintf("TestPart%d", i), "Example", fmt.Sprintf("ExamplePart%d", i)).Replace(tests))
	}
	return b.String() + end + "\n"
}
