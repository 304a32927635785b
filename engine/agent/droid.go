package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine"
)

// Droid is Factory's droid, as measured with version 0.215.0 (`droid exec`).
//
//	what it can do         how it is told
//	context before a call  not at all: it waits until after the call
//	context after a call   PostToolUse hookSpecificOutput.additionalContext
//	ask                    not at all: permissionDecision "ask" lets the call run
//	block                  permissionDecision "deny"; the model reads "Error: " and the reason
//	keep from stopping     decision "block" with a reason
//
// What a reader would guess wrong:
//
//   - A tool that fails, a command that ends with another status than 0 among them, sends
//     nothing after it. Its end is in the session's file, transcript_path, by the time of
//     the next hook: see droid_transcript.go.
//   - The calls of one message run at the same time.
//   - There is no id of the call in the payload; it is in the session's file.
//   - tool_response is one text, for an edit one of JSON. A command without output has
//     "Command completed successfully". Of a long one it shows the ends,
//     and names a file that has all of it if it is more than 20 KB or so.
//   - Each command runs in a shell of its own, in cwd.
//   - A hook that ends with 2 at Stop makes the agent go on, each time: a panic would never end.
//   - It does not read .claude/settings.json.
var Droid = Agent{
	Name:        "droid",
	EnvMarkers:  []string{"DROID_PROJECT_DIR", "FACTORY_PROJECT_DIR"},
	Identify:    identifyDroid,
	Hear:        hearDroid,
	Answer:      answerDroid,
	NoContextAt: []string{engine.Before, engine.Compact, engine.End},
	Settings: []Settings{
		{Scope: "project", Path: ".factory/settings.json", Hooks: droidHooks},
		{Scope: "user", Path: ".factory/settings.json", Hooks: droidHooks},
	},
	Signs: Signs{Programs: []string{"droid"}, Project: []string{".factory"}, User: []string{".factory"}},
	Probe: `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","permission_mode":"auto-high","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"$COMMAND","riskLevel":"low","riskLevelReason":"x","summary":"witness doctor"}}`,
}

// droidEntry is one hook. The line ends with status 0 whatever becomes of witness.
const droidEntry = `[{"hooks":[{"type":"command","command":"env witness hook droid 2>/dev/null || cat >/dev/null","timeout":10}]}]`

const droidHooks = `{"hooks":{` +
	`"SessionStart":` + droidEntry +
	`,"UserPromptSubmit":` + droidEntry +
	`,"PreToolUse":` + droidEntry +
	`,"PostToolUse":` + droidEntry +
	`,"SubagentStop":` + droidEntry +
	`,"PreCompact":` + droidEntry +
	`,"Stop":` + droidEntry +
	`,"SessionEnd":` + droidEntry + `}}`

// A droidPayload is what any hook sends.
type droidPayload struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	CWD        string `json:"cwd"`
	Hook       string `json:"hook_event_name"`

	Source  string `json:"source"`  // SessionStart
	Reason  string `json:"reason"`  // SessionEnd
	Trigger string `json:"trigger"` // PreCompact
	Active  bool   `json:"stop_hook_active"`

	Tool     string          `json:"tool_name"`
	Input    json.RawMessage `json:"tool_input"`
	Response string          `json:"tool_response"`
}

func hearDroid(payload []byte, getenv func(string) string) ([]engine.Event, error) {
	var p droidPayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("droid payload: %w", err)
	}
	e := engine.Event{
		Session: p.Session, Agent: "droid", Name: p.Hook, Hook: p.Hook,
		CWD: p.CWD, Project: getenv("DROID_PROJECT_DIR"),
	}
	base := e
	switch p.Hook {
	case "PreToolUse":
		e.Moment = engine.Before
		setDroidCall(&e, p.Tool, p.Input)
	case "PostToolUse":
		e.Moment, e.Outcome = engine.After, engine.OK
		setDroidCall(&e, p.Tool, p.Input)
		setDroidResult(&e, p.Response)
	case "SessionStart":
		e.Moment, e.Source = engine.Start, p.Source
	case "UserPromptSubmit":
		e.Moment = engine.Prompt
	case "SubagentStop":
		e.Moment, e.Active = engine.SubagentStop, p.Active
	case "PreCompact":
		e.Moment, e.Source = engine.Compact, p.Trigger
	case "Stop":
		e.Moment, e.Active = engine.Stop, p.Active
	case "SessionEnd":
		e.Moment, e.Source = engine.End, p.Reason
	default:
		return nil, nil
	}
	if e.Moment == engine.Start {
		return []engine.Event{e}, nil // nothing has been called yet
	}
	session := readDroidSession(p.Transcript)
	if p.Tool != "" {
		e.Call = session.callID(p.Tool, p.Input)
	}
	return append(session.failedCalls(base), e), nil
}

// droidTools is what each tool of the client does; any other is engine.Other.
func droidTools() map[string]string {
	return map[string]string{
		"Read":       engine.Read,
		"Edit":       engine.Edit,
		"MultiEdit":  engine.Edit,
		"ApplyPatch": engine.Edit,
		"Create":     engine.Write,
		"Execute":    engine.Run,
		"Grep":       engine.Search,
		"Glob":       engine.Search,
		"LS":         engine.Search,
		"FetchUrl":   engine.Fetch,
		"WebSearch":  engine.Fetch,
		"Task":       engine.Task,
	}
}

// setDroidCall says what a call is to do.
func setDroidCall(e *engine.Event, tool string, input json.RawMessage) {
	var in struct {
		File    string `json:"file_path"`
		Content string `json:"content"`
		Command string `json:"command"`
		Patch   string `json:"input"`
	}
	_ = json.Unmarshal(input, &in) // an input of other types leaves the fields empty
	e.Name, e.Tool = tool, droidTools()[tool]
	switch e.Tool {
	case engine.Read, engine.Edit, engine.Write:
		if tool == "ApplyPatch" {
			// The patch is within JSON within the text: {"input":"{\"input\":\"*** Begin Patch…\"}"}.
			inner := in
			if json.Unmarshal([]byte(in.Patch), &inner) == nil && inner.Patch != "" {
				in.Patch = inner.Patch
			}
			e.Files = patchFiles(in.Patch)
		} else if in.File != "" {
			e.Files = []engine.File{{Path: in.File, Kind: e.Tool, Content: in.Content}}
		}
	case engine.Run:
		e.Command = in.Command
	case "":
		e.Tool = engine.Other
	}
}

// setDroidResult adds the end of a call as the client words it.
func setDroidResult(e *engine.Event, text string) {
	if e.Tool != engine.Run {
		return
	}
	e.Outcome = engine.Unknown
	at := strings.LastIndex(text, "\n[Process exited with code ")
	if at < 0 {
		e.Background = strings.HasPrefix(text, "Background process started (PID: ")
		return // or it timed out
	}
	var code int
	if n, _ := fmt.Sscanf(text[at+1:], "[Process exited with code %d]", &code); n != 1 {
		return
	}
	e.Exit, e.Outcome, e.Output = &code, engine.OK, strings.TrimSuffix(text[:at], "\n")
	if code != 0 {
		e.Outcome = engine.Failed
	}
	if e.Output == "Command completed successfully" {
		e.Output = "" // the client's words
	}
	e.Cut = strings.Contains(e.Output, " lines skipped ...]\n")
	// All of a long output is in a file: "Full command output saved to: /tmp/…/….log (165KB)".
	if at := strings.LastIndex(e.Output, "\nFull command output saved to: "); e.Cut && at >= 0 {
		_, path, _ := strings.Cut(e.Output[at:], ": ")
		path = path[:max(0, strings.LastIndex(path, " ("))]
		if all, ok := readSavedOutput(path); ok && strings.Contains(path, "droid-terminal-") {
			e.Output, e.Cut = all, false
		}
	}
}

// A droidReply has no field that could become null.
type droidReply struct {
	Decision string       `json:"decision,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Output   *droidOutput `json:"hookSpecificOutput,omitempty"`
}

type droidOutput struct {
	Hook     string `json:"hookEventName"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// droidLimit is the most that is said at once, in bytes. The client's own limit, if it has
// one, is not known.
const droidLimit = 9500

func answerDroid(e engine.Event, v engine.Verdict) []byte {
	all := joinFindings(v, droidLimit, engine.Block, engine.Ask, engine.Warn)
	if all == "" {
		return nil
	}
	switch e.Moment {
	case engine.Before:
		if v.Severity() == engine.Warn {
			return nil
		}
		return replyJSON(droidReply{Output: &droidOutput{Hook: e.Hook, Decision: "deny", Reason: all}})
	case engine.After, engine.Start, engine.Prompt:
		return replyJSON(droidReply{Output: &droidOutput{Hook: e.Hook, Context: all}})
	case engine.Stop, engine.SubagentStop:
		// Whatever is said here makes the agent go on, so it is said once.
		if !e.Active {
			return replyJSON(droidReply{Decision: "block", Reason: all})
		}
	}
	return nil
}

// identifyDroid goes by the session's file, and by the environment where none is named. The
// member is there all the same: payloads of some others, which have none, may come from
// clients that droid's shell starts.
func identifyDroid(getenv func(string) string, payload []byte) Match {
	p := stringMembers(payload, "hook_event_name", "transcript_path")
	path, told := p["transcript_path"]
	if path != "" {
		return byPayload(strings.Contains(strings.ReplaceAll(path, `\`, "/"), "/.factory/"))
	}
	if told && p["hook_event_name"] != "" && getenv("DROID_PROJECT_DIR") != "" {
		return ByEnvironment
	}
	return NoMatch
}
