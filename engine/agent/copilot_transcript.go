package agent

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// copilotTranscript reads ~/.copilot/session-state, as Copilot CLI 1.0.64 to 1.0.68 writes it
// (measured): a folder per session with events.jsonl.
//
// Peculiarities:
//
//   - The hooks of the session are recorded, too, and repeat the calls (hook.start); they are skipped.
//   - A command that outlives its call goes on in its shell: read_bash reads the rest of its output.
//   - A subagent's events name the call that started it (parentToolCallId).
var copilotTranscript = &Transcript{
	Files: []string{".copilot/session-state/**/*.jsonl"},
	Head: func(_ string, line []byte) (Head, bool) {
		rec, ok := parseCopilotRecord(line)
		if !ok || rec.Type != "session.start" {
			return Head{}, false
		}
		return Head{Session: rec.Data.Session, CWD: rec.Data.Context.CWD, Time: rec.At}, rec.Data.Session != ""
	},
	Read: func() func(int, []byte) []Step {
		r := &copilotReader{calls: map[string]*copilotToolUse{}, shells: map[string]*copilotToolUse{}}
		return r.line
	},
	Tokens: readTokens(copilotTokens),
	Pauses: copilotPause,
}

// A copilotRecord is one line.
type copilotRecord struct {
	Type string `json:"type"` // session.start, user.message, tool.execution_start, ...
	At   string `json:"timestamp"`
	Data struct {
		Session string `json:"sessionId"`
		Context struct {
			CWD string `json:"cwd"`
		} `json:"context"`

		Call      string          `json:"toolCallId"`
		Parent    string          `json:"parentToolCallId"`
		Tool      string          `json:"toolName"`
		Arguments json.RawMessage `json:"arguments"`
		Success   bool            `json:"success"`
		Result    struct {
			Text string `json:"content"`
		} `json:"result"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`

		Requests []json.RawMessage `json:"toolRequests"` // of assistant.message
		Content  string            `json:"content"`      // of user.message
	} `json:"data"`
}

// parseCopilotRecord decodes a line. It returns false if the line is not a record.
func parseCopilotRecord(line []byte) (rec copilotRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Type != ""
}

// A copilotToolUse is a call without an end.
type copilotToolUse struct {
	event   hook.Event // before the call, without what a tool of an MCP server does
	input   json.RawMessage
	shell   string // the shell that read_bash or stop_bash is about
	printed string // what the model has read of a command that goes on
}

// A copilotReader reads one file.
type copilotReader struct {
	base   hook.Event
	calls  map[string]*copilotToolUse // by id
	shells map[string]*copilotToolUse // commands that go on, by shell
	idle   bool                       // the model's last message had no calls
	cmdlet bool                       // a line began with a cmdlet: VS Code's terminal is PowerShell
}

// line implements the function that Transcript.Read returns.
func (r *copilotReader) line(n int, line []byte) []Step {
	rec, ok := parseCopilotRecord(line)
	if !ok {
		return nil
	}
	here, e := position{n, rec.At}, r.base
	e.Actor = rec.Data.Parent
	switch rec.Type {
	case "session.start", "session.resume":
		if rec.Data.Session != "" {
			r.base.Session = rec.Data.Session
		}
		if rec.Data.Context.CWD != "" {
			r.base.CWD = rec.Data.Context.CWD
		}
		r.base.Agent = "copilot"
		e = r.base
		e.Moment, e.Name, e.Hook, e.Source = hook.Start, "sessionStart", "sessionStart", "startup"
		if rec.Type == "session.resume" {
			e.Source = "resume"
		}
		return []Step{here.step(e)}
	case "user.message":
		e.Moment, e.Name, e.Hook = hook.Prompt, "userPromptSubmitted", "userPromptSubmitted"
		e = prompted(e, rec.Data.Content)
		return []Step{here.step(e)}
	case "assistant.message":
		r.idle = len(rec.Data.Requests) == 0 && rec.Data.Parent == ""
	case "assistant.turn_end":
		if r.idle {
			r.idle = false
			e.Moment, e.Name, e.Hook = hook.Stop, "agentStop", "agentStop"
			return []Step{here.step(e)}
		}
	case "tool.execution_start":
		return r.toolCall(here, e, &rec)
	case "tool.execution_complete":
		return r.toolResult(here, &rec)
	}
	return nil
}

// toolCall handles the start of a call.
func (r *copilotReader) toolCall(here position, e hook.Event, rec *copilotRecord) []Step {
	d := rec.Data
	use := &copilotToolUse{input: d.Arguments}
	var in struct {
		Shell json.RawMessage `json:"shellId"`
	}
	if json.Unmarshal(d.Arguments, &in) == nil {
		use.shell = strings.Trim(string(in.Shell), `"`)
	}
	p := copilotPayload{Tool: d.Tool, Args: d.Arguments}
	e.Moment, e.Hook, e.Call = hook.Before, "preToolUse", d.Call
	p.setCall(&e)
	setReadLines(&e, d.Arguments, false)
	use.event = e
	r.calls[d.Call] = use
	setMCP(&e, d.Arguments, "")
	r.setShell(&e)
	return []Step{here.step(e)}
}

// setShell sets the language of a line in VS Code's terminal, which its recordings do not name.
func (r *copilotReader) setShell(e *hook.Event) {
	if e.Name != "run_in_terminal" {
		return
	}
	word, _, _ := strings.Cut(e.Command, " ")
	if r.cmdlet = r.cmdlet || isCmdlet(strings.TrimRight(word, ";")); r.cmdlet {
		e.Shell = "powershell"
	}
}

// toolResult handles the end of a call.
func (r *copilotReader) toolResult(here position, rec *copilotRecord) []Step {
	d := rec.Data
	use := r.calls[d.Call]
	if use == nil {
		return nil
	}
	delete(r.calls, d.Call)
	e := use.event
	e.Moment, e.Hook = hook.After, "postToolUse"
	if !d.Success {
		setMCP(&e, use.input, "")
		setRecordedFailure(&e, d.Error.Message)
		return []Step{here.step(e)}
	}
	if shell := copilotRunningShell(d.Result.Text); shell != "" && e.Tool == hook.Run {
		use.printed, _, _ = strings.Cut(d.Result.Text, "<command with shellId: ")
		r.shells[shell] = use
		return nil
	}
	steps := r.shellOutput(here, use, d.Result.Text)
	text := strings.Replace(d.Result.Text, "Saved to: ", "Saved ", 1) // in a file of another machine or time
	p := copilotPayload{Tool: e.Name, Result: &copilotResult{Type: "success", Text: text}}
	p.setResult(&e)
	setMCP(&e, use.input, text)
	r.setShell(&e)
	setFound(&e, text)
	return append(steps, here.step(e))
}

// shellOutput returns the end of a command that went on, if read_bash or stop_bash has read it.
func (r *copilotReader) shellOutput(here position, use *copilotToolUse, text string) []Step {
	running := r.shells[use.shell]
	if running == nil || use.event.Tool == hook.Run {
		return nil
	}
	if copilotRunningShell(text) != "" {
		more, _, _ := strings.Cut(text, "<command with ")
		running.printed += more
		return nil
	}
	e := running.event
	e.Moment, e.Hook = hook.After, "postToolUse"
	p := copilotPayload{Tool: e.Name, Result: &copilotResult{Type: "success", Text: running.printed + text}}
	p.setResult(&e)
	if e.Exit == nil {
		e.Cut = true // stopped
	}
	delete(r.shells, use.shell)
	return []Step{here.step(e)}
}

// copilotRunningShell returns the shell of a command that goes on, "" if it has ended:
//
//	<command with shellId: 22 is still running after 30 seconds. …>
func copilotRunningShell(text string) string {
	at := strings.LastIndex(text, "<command with ")
	if at < 0 || !strings.Contains(text[at:], "still running") {
		return ""
	}
	_, rest, _ := strings.Cut(text[at:], "hellId: ")
	shell, _, _ := strings.Cut(rest, " ")
	if _, err := strconv.Atoi(shell); err != nil {
		return filepath.Base(shell) // a name that the model chose
	}
	return shell
}
