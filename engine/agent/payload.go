package agent

import (
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

// Events decodes a payload: the calls of the client's own tools with Decode, and those of MCP servers, which
// are the same for all clients.
//
// The id of a moment that is no call, such as a stop, is made of the payload: two hooks of the same moment
// receive the same one, with what the client knows it by, such as the id of the prompt or the time.
func (a Agent) Events(payload []byte, getenv func(string) string) ([]hook.Event, error) {
	events, err := a.Decode(payload, getenv)
	if n := len(events); n > 0 && events[n-1].Tool == hook.Other {
		setMCP(&events[n-1], mcpInput(payload), mcpResult(payload))
	}
	if n := len(events); n > 0 {
		setReadLines(&events[n-1], mcpInput(payload), a.countsFromOne())
		setTexts(&events[n-1], payload)
		input := func() json.RawMessage { return mcpInput(payload) }
		setAround(&events[n-1], payload, input)
		setReplaced(&events[n-1], input)
		setPrompt(&events[n-1], payload, input)
		a.setTranscript(&events[n-1], payload)
	}
	for i := range events {
		if e := &events[i]; e.Call == "" && (e.Tool == "" && e.Hook != "" || e.Name == attachment) {
			e.Call = fingerprint(e.Moment, string(payload))
		}
	}
	return events, err
}

// setTexts sets what the agent said last, at a stop, and what a search, a fetch or a tool that is not the client's own
// returned.
func setTexts(e *hook.Event, payload []byte) {
	switch {
	case e.Message == "" && (e.Moment == hook.Stop || e.Moment == hook.SubagentStop):
		p := stringMembers(payload, "last_assistant_message", "prompt_response")
		e.Message = p["last_assistant_message"] + p["prompt_response"]
	case e.Output == "" && e.Moment == hook.After && (e.Tool == hook.Fetch || e.Tool == hook.Other || e.Tool == hook.Search):
		e.Output = mcpResult(payload)
	}
}

// setMCP sets what a call does that the client's adapter does not know: one of a tool for tasks, or of an MCP server's
// tool, and, if it has ended, the result of a command. A call
// that the client's adapter understands is not changed, nor is one that did not happen.
func setMCP(e *hook.Event, input json.RawMessage, result string) {
	if e.Tool != hook.Other || e.Outcome == hook.Denied || setTodos(e, input) {
		return
	}
	setMCPCall(e, input)
	setReadLines(e, input, false)
	switch {
	case e.Moment != hook.After:
	case e.Tool == hook.Run:
		setMCPResult(e, result)
	case e.Tool == hook.Search:
		e.Output = foundLines(result)
	}
}

// setFound sets what a search of a recorded session returned.
func setFound(e *hook.Event, text string) {
	if e.Tool == hook.Search && e.Output == "" && e.Outcome == hook.OK {
		e.Output = text
	}
}

// mcpInput returns the arguments of the call in a payload: the member is tool_input for most clients,
// toolArgs for Copilot CLI, args in input or output for opencode, input in event for pi and in tool_call or
// tool_result for Cline.
func mcpInput(payload []byte) json.RawMessage {
	for _, place := range [][]string{{"tool_input"}, {"toolArgs"}, {"input", "args"}, {"output", "args"}, {"event", "input"}, {"tool_call", "input"}, {"tool_result", "input"}, {"preToolUse", "parameters"}, {"postToolUse", "parameters"}} {
		if value := rawMember(payload, place...); len(value) > 0 {
			if text := stringValue(value); strings.HasPrefix(text, "{") {
				return json.RawMessage(text)
			}
			return value
		}
	}
	return nil
}

// mcpResult returns what the model reads of the call's result in a payload.
func mcpResult(payload []byte) string {
	for _, place := range [][]string{{"tool_response"}, {"toolResult"}, {"tool_result"}, {"tool_output"}, {"output"}, {"event", "content"}, {"postToolUse", "result"}, {"error"}} {
		if text := mcpText(rawMember(payload, place...)); text != "" {
			return text
		}
	}
	return ""
}

// mcpText returns the text of a result: a string, a list of parts, or an object with one of these.
func mcpText(value json.RawMessage) string {
	if text := contentText(value); text != "" {
		return text
	}
	for _, name := range []string{"llmContent", "content", "text", "textResultForLlm", "text_result_for_llm", "output", "result", "message"} {
		if text := contentText(rawMember(value, name)); text != "" {
			return text
		}
	}
	return ""
}

// rawMember returns the member of a JSON object at a path of names, nil if there is none.
func rawMember(object []byte, names ...string) json.RawMessage {
	for _, name := range names {
		var found []byte
		eachMember(object, func(n string, value []byte) bool {
			if n == name {
				found = value
			}
			return found == nil
		})
		object = found
	}
	return object
}

// membersOf returns the members of a JSON object by their names.
func membersOf(object []byte) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	eachMember(object, func(name string, value []byte) bool {
		members[name] = value
		return true
	})
	return members
}
