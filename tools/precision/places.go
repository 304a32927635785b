package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
)

// places number the calls of a recording by its lines, so that a label of one version meets the verdict
// of another that speaks at the other end of the call. They are read without witness, because labels
// must not move if it reads a recording in another way.
type places struct {
	begins []int       // the line in which each call begins, in order
	first  map[int]int // a line, and the first call that begins there
	ends   map[int]int // a line, and a call that ends there
}

// call returns the number of the call that a line belongs to: one that begins there, ends there, or
// begins a line beside it; else the last that begins before it, or -1.
func (p *places) call(line int) int {
	if len(p.begins) == 0 {
		return line
	}
	if n, ok := p.first[line]; ok {
		return n
	}
	if n, ok := p.ends[line]; ok {
		return n
	}
	for _, beside := range []int{line - 1, line + 1} {
		if n, ok := p.first[beside]; ok {
			return n
		}
	}
	n, found := slices.BinarySearch(p.begins, line)
	if found {
		return n
	}
	return n - 1
}

// A line is what the lines of the known recordings may have.
type line struct {
	Type      string
	HookEvent string `json:"hook_event_name"`
	ToolUseID string `json:"tool_use_id"`
	Payload   struct {
		Type   string
		CallID string `json:"call_id"`
	}
	Data    struct{ ToolCallID string }
	Message json.RawMessage
}

// A block is a part of a message of Claude Code.
type block struct {
	Type      string
	ID        string
	ToolUseID string `json:"tool_use_id"`
}

// readPlaces reads a recording of one JSON object a line. In one document witness numbers the calls
// itself, so each line is a place of its own.
func readPlaces(path string) (*places, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &places{first: map[int]int{}, ends: map[int]int{}}
	ids := map[string]int{}
	begin := func(id string, n int) {
		if _, known := ids[id]; known || id == "" {
			return
		}
		ids[id] = len(p.begins)
		if _, ok := p.first[n]; !ok {
			p.first[n] = len(p.begins)
		}
		p.begins = append(p.begins, n)
	}
	end := func(id string, n int) {
		if call, known := ids[id]; known {
			if _, ok := p.ends[n]; !ok {
				p.ends[n] = call
			}
		}
	}
	n := 0
	for raw := range bytes.Lines(text) {
		n++
		var l line
		if raw[0] != '{' {
			continue
		}
		// A member of another type is of another client; the others are decoded.
		if _, other := errors.AsType[*json.UnmarshalTypeError](json.Unmarshal(raw, &l)); !other && !json.Valid(raw) {
			continue
		}
		switch {
		case l.HookEvent != "":
			if _, known := ids[l.ToolUseID]; known {
				end(l.ToolUseID, n)
			} else {
				begin(l.ToolUseID, n)
			}
		case slices.Contains([]string{"function_call", "custom_tool_call", "local_shell_call"}, l.Payload.Type):
			begin(l.Payload.CallID, n)
		case slices.Contains([]string{"function_call_output", "custom_tool_call_output"}, l.Payload.Type):
			end(l.Payload.CallID, n)
		case l.Type == "tool.execution_start":
			begin(l.Data.ToolCallID, n)
		case l.Type == "tool.execution_complete":
			end(l.Data.ToolCallID, n)
		default:
			var message struct{ Content []block }
			if json.Unmarshal(l.Message, &message) != nil {
				continue
			}
			for _, b := range message.Content {
				switch b.Type {
				case "tool_use":
					begin(b.ID, n)
				case "tool_result":
					end(b.ToolUseID, n)
				}
			}
		}
	}
	return p, nil
}
