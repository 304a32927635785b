package agent

import (
	"cmp"
	"encoding/json"

	"witness/engine/hook"
)

// codexTranscript reads the rollouts in ~/.codex/sessions, as Codex 0.58 to 0.169.0 writes them
// (measured): a file per session and per subagent.
//
// Peculiarities:
//
//   - Until 0.144 a call ends with its output only, and the exit code is in the text of it. Later
//     the end of a command is an item of its own, with the exit code. The hook fires only when
//     the model reads that end: with the output of the call itself or of write_stdin.
//   - A command that outlives its call goes on as a process: its output and its end are those of
//     later calls of write_stdin.
//   - In code mode a call of the model is a script. Its commands are recorded as items, until
//     0.144 in the text of the script only (see codex_script.go).
//   - A tool of an MCP server has its name in two parts, and its result in a record of its own.
//   - A resumed session continues in its file without a mark.
var codexTranscript = &Transcript{
	Files: []string{".codex/sessions/**/rollout-*.jsonl"},
	Head: func(_ string, line []byte) (Head, bool) {
		rec, ok := parseCodexRecord(line)
		if !ok || rec.Type != "session_meta" {
			return Head{}, false
		}
		p := rec.Payload
		session := cmp.Or(p.Session, p.ID)
		return Head{Session: session, CWD: p.CWD, Time: rec.At, Subagent: p.ID != session}, true
	},
	Read: func() func(int, []byte) []Step {
		r := &codexReader{
			calls: map[string]*codexCall{}, unreadEnds: map[string]codexRecordItem{}, polls: map[string]string{}, processCall: map[string]string{},
			scripts: map[string]*codexScript{}, cells: map[string]*codexScript{}, patches: map[string]bool{},
		}
		return r.line
	},
	Tokens: readTokens(codexTokens, codexTurn),
	Pauses: codexPause,
	Said:   codexSaid,
}

// A codexRecord is one line.
type codexRecord struct {
	At      string `json:"timestamp"`
	Type    string `json:"type"` // session_meta, turn_context, response_item, event_msg, compacted
	Payload struct {
		Type string `json:"type"`

		ID      string `json:"id"`         // of the thread of this file
		Session string `json:"session_id"` // of the conversation; in a subagent's file the parent's
		CWD     string `json:"cwd"`

		Call      string          `json:"call_id"`
		Name      string          `json:"name"`
		Namespace string          `json:"namespace"` // of a tool of an MCP server: mcp__files
		Arguments string          `json:"arguments"` // JSON, of a function call
		Input     string          `json:"input"`     // text, of a custom tool
		Output    json.RawMessage `json:"output"`
		Action    struct {
			Command []string `json:"command"`
			Dir     string   `json:"working_directory"`
		} `json:"action"` // of local_shell_call
		Message string         `json:"message"`            // of user_message, agent_message
		Last    string         `json:"last_agent_message"` // of task_complete
		Success bool           `json:"success"`            // of patch_apply_end
		Result  codexMCPResult `json:"result"`             // of mcp_tool_call_end

		Item codexRecordItem `json:"item"`
	} `json:"payload"`
}

// A codexRecordItem is a command, a patch or a prompt that has ended.
type codexRecordItem struct {
	Type    string        `json:"type"`
	ID      string        `json:"id"`
	Process string        `json:"process_id"`
	Command []string      `json:"command"`
	CWD     string        `json:"cwd"` // a file URL
	Output  string        `json:"aggregated_output"`
	Exit    optional[int] `json:"exit_code"`
	Changes map[string]struct {
		Type string  `json:"type"` // add, update, delete
		Move *string `json:"move_path"`
	} `json:"changes"`
	Status  string          `json:"status"`
	Content json.RawMessage `json:"content"` // of UserMessage
}

// parseCodexRecord decodes a line. It returns false if the line is not a record.
func parseCodexRecord(line []byte) (rec codexRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Type != ""
}

// A codexReader reads one file.
type codexReader struct {
	base        hook.Event // fields that all events of the file share
	calls       map[string]*codexCall
	unreadEnds  map[string]codexRecordItem // commands that ended, and whose end the model has not read
	polls       map[string]string          // the process that each call of write_stdin polls
	processCall map[string]string          // the call that started each process
	patches     map[string]bool            // calls of apply_patch without an output, which tells whether their files exist
	held        []Step                     // what follows the first of these
	scripts     map[string]*codexScript    // scripts of code mode, by the call that ran or waits for them
	cells       map[string]*codexScript    // scripts that went on after their call, by their cell
	itemized    bool                       // the file has items for prompts, commands and patches
	stopBlocked bool                       // a hook prevented a stop in this turn
	said        string                     // the last message of the model
	bounded     bool                       // the file says when a turn begins and ends, which those until Codex 0.98 do not
	pendingStop position                   // of the model's last message, if nothing came after it; in a file that is not bounded a stop follows it
}

// line implements the function that Transcript.Read returns.
func (r *codexReader) line(n int, line []byte) []Step {
	r.held = append(r.held, r.record(n, line)...)
	if len(r.patches) > 0 && line != nil {
		return nil
	}
	steps := r.held
	r.held = nil
	return steps
}

// record returns the events of a line.
func (r *codexReader) record(n int, line []byte) []Step {
	if line == nil {
		return append(r.openScripts(), r.flushStop()...)
	}
	rec, ok := parseCodexRecord(line)
	if !ok {
		return nil
	}
	here, p := position{n, rec.At}, rec.Payload
	switch rec.Type + " " + p.Type {
	case "session_meta ":
		return r.sessionMeta(here, &rec)
	case "turn_context ":
		r.base.CWD = cmp.Or(p.CWD, r.base.CWD)
	case "compacted ":
		return r.event(here, hook.Compact, "PreCompact")
	case "response_item function_call", "response_item custom_tool_call", "response_item local_shell_call":
		r.pendingStop = position{}
		return r.toolCall(here, &rec)
	case "response_item function_call_output", "response_item custom_tool_call_output":
		if s := r.scripts[p.Call]; s != nil {
			return r.scriptOutput(here, p.Call, s, p.Output)
		}
		return r.toolOutput(here, p.Call, contentText(p.Output))
	case "event_msg item_completed":
		return r.itemCompleted(here, p.Item)
	case "event_msg user_message":
		if !r.itemized {
			return append(r.flushStop(), r.prompt(here, p.Message)...)
		}
	case "event_msg agent_message":
		r.said, r.pendingStop = p.Message, here
	case "event_msg task_started":
		r.bounded = true
	case "event_msg turn_aborted":
		r.pendingStop = position{}
		clear(r.patches)
	case "event_msg patch_apply_end":
		r.patchEnd(p.Call, p.Success)
	case "event_msg mcp_tool_call_end":
		r.mcpEnd(p.Call, p.Result)
	case "event_msg task_complete":
		r.said = cmp.Or(p.Last, r.said)
		return r.turnEnd(here)
	}
	return nil
}

// sessionMeta handles the head of the file. A second head, of a session that was taken over, is
// ignored.
func (r *codexReader) sessionMeta(here position, rec *codexRecord) []Step {
	p := rec.Payload
	if r.base.Session != "" {
		return nil
	}
	r.base = hook.Event{Session: cmp.Or(p.Session, p.ID), Agent: "codex", CWD: p.CWD}
	if p.ID == r.base.Session {
		r.base.Source = "startup"
		steps := r.event(here, hook.Start, "SessionStart")
		r.base.Source = ""
		return steps
	}
	r.base.Actor = p.ID
	return r.event(here, hook.SubagentStart, "SubagentStart")
}

// event returns an event that is not a call.
func (r *codexReader) event(here position, moment, name string) []Step {
	e := r.base
	e.Moment, e.Name, e.Hook = moment, name, name
	return []Step{here.step(e)}
}

// prompt returns the event of a prompt.
func (r *codexReader) prompt(here position, text string) []Step {
	steps := r.event(here, hook.Prompt, "UserPromptSubmit")
	if r.base.Actor != "" {
		steps[0].Event.Source = "agent"
	}
	steps[0].Event = prompted(steps[0].Event, text)
	return steps
}

// turnEnd returns the stop at the end of a turn.
func (r *codexReader) turnEnd(here position) []Step {
	moment, name := hook.Stop, "Stop"
	if r.base.Actor != "" {
		moment, name = hook.SubagentStop, "SubagentStop"
	}
	steps := r.event(here, moment, name)
	steps[0].Event.Active, steps[0].Event.Message = r.stopBlocked, r.said
	r.stopBlocked, r.pendingStop = false, position{}
	clear(r.patches)
	return steps
}

// flushStop returns the stop behind the model's last message in a file that does not say when a turn ends.
func (r *codexReader) flushStop() []Step {
	if r.bounded || r.pendingStop.line == 0 {
		return nil
	}
	return r.turnEnd(r.pendingStop)
}
