package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// Droid is Factory's droid, measured with version 0.215.0 of "droid exec".
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   PostToolUse hookSpecificOutput.additionalContext
//	ask                    not supported: permissionDecision "ask" lets the call run
//	block                  permissionDecision "deny"; the model reads "Error: " and the reason
//	prevent stopping       decision "block" with a reason
//	tell the user          not supported: at UserPromptSubmit it shows the raw reply, elsewhere nothing
//
// Peculiarities:
//
//   - A tool that fails, including a command that exits with a status other than 0, sends no hook
//     after it. Its result is in the session file, transcript_path, by the time of the next hook:
//     see droid_session.go.
//   - The calls of one message run concurrently.
//   - The payload has no id of the call; the session file does.
//   - tool_response is a string; for an edit it holds JSON. For a command without output it is
//     "Command completed successfully". Of a long output it has the beginning and the end, and if
//     the output has more than about 20 KB the path of a file with all of it.
//   - Each command runs in its own shell, in cwd.
//   - A Stop hook that exits with status 2 makes the agent go on every time: a panic would never
//     end.
//   - A subagent has a session of its own, which names its parent's: SessionStart in calling_session_id, and the first
//     line of its session file. The parent's SubagentStop names no session.
//   - After a compaction it goes on in a new session, whose file begins with the summary and names the old one as parent:
//     SessionStart (resume) and PreCompact of the old session, SessionStart (resume) of the new one, SessionEnd of the old one.
//     It compacts by itself at 195,000 tokens of context, and if a person at the screen says /compress.
//   - It does not read .claude/settings.json.
var Droid = Agent{
	Name:        "droid",
	EnvMarkers:  []string{"DROID_PROJECT_DIR", "FACTORY_PROJECT_DIR"},
	Identify:    identifyDroid,
	Tools:       droidTools,
	ProjectIn:   "DROID_PROJECT_DIR",
	decode:      decodeDroid,
	form:        formReply{context: []string{hook.After, hook.Start, hook.SubagentStart, hook.Prompt}, stops: []string{hook.Stop, hook.SubagentStop}},
	BriefsLate:  true,
	NoContextAt: []string{hook.Before, hook.Compact, hook.End},
	Package:     Package{Name: "droid", Proven: "0.215.0"},
	Settings: []Settings{
		{Scope: "project", Path: ".factory/settings.json", Events: droidHooks, Entry: droidEntry},
		{Scope: "user", Path: ".factory/settings.json", Events: droidHooks, Entry: droidEntry},
	},
	Diagnose: diagnoseDroid,
	Signs:    Signs{Programs: []string{"droid"}, Project: []string{".factory"}, User: []string{".factory"}},
	Marked:   "ignores them", // measured with the version in e2e/clients.txt
	Servers:  []Settings{{Scope: "project", Path: ".factory/mcp.json"}, {Scope: "user", Path: ".factory/mcp.json"}},
	Bypass: Bypass{
		Words: []string{"--settings", "plugin disable witness*", "plugin uninstall witness*", "plugin remove witness*"},
		Settings: []Settings{
			{Scope: "project", Path: ".factory/settings.local.json"},
			{Scope: "project", Path: ".factory/hooks.json"},
			{Scope: "user", Path: ".factory/settings.local.json"},
			{Scope: "user", Path: ".factory/hooks.json"},
		},
		Keys: []string{"hooksDisabled"},
	},
	Probe: `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","permission_mode":"auto-high","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"$COMMAND","riskLevel":"low","riskLevelReason":"x","summary":"witness doctor"}}`,
}

// droidEntry is one hook. The line exits with status 0 whatever happens to witness.
const droidEntry = `[{"hooks":[{"type":"command","command":"env witness hook droid 2>/dev/null || cat >/dev/null","timeout":10}]}]`

const droidHooks = "SessionStart UserPromptSubmit PreToolUse PostToolUse SubagentStop PreCompact Stop SessionEnd"

// A droidPayload is the payload of any hook.
type droidPayload struct {
	formPayload
	Caller   string          `json:"calling_session_id"` // of the start of a subagent's session
	Input    json.RawMessage `json:"tool_input"`
	Response string          `json:"tool_response"`
}

func decodeDroid(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p droidPayload
	if err := decodePayload(a.Name, payload, &p); err != nil {
		return nil, err
	}
	e, ok := p.event(a.Name, getenv(a.ProjectIn))
	if !ok || e.Moment == hook.SubagentStop {
		return nil, nil // the subagent's own Stop has said who stops
	}
	origin, caller := droidOrigin(p.Session, p.Transcript)
	if origin != p.Session {
		e.Session = origin
		if e.Moment == hook.Start && e.Source == "resume" {
			e.Source = "compact"
		}
	}
	if parent := cmp.Or(p.Caller, caller); parent != "" {
		// A subagent has a session of its own, which begins, is told and ends within that of its parent.
		e.Session, _ = droidOrigin(parent, filepath.Join(filepath.Dir(p.Transcript), parent+".jsonl"))
		e.Actor = p.Session
		switch e.Moment {
		case hook.Start:
			e.Moment, e.Source = hook.SubagentStart, ""
		case hook.Stop:
			e.Moment = hook.SubagentStop
		case hook.End:
			return nil, nil
		}
	}
	base := e
	base.Moment, base.Source, base.Active = "", "", false
	switch e.Moment {
	case hook.Start, hook.SubagentStart:
		return []hook.Event{e}, nil // there has been no call yet
	case hook.Before:
		setDroidCall(&e, p.Tool, p.Input)
	case hook.After:
		e.Outcome = hook.OK
		setDroidCall(&e, p.Tool, p.Input)
		setDroidResult(&e, p.Response)
	}
	session := readDroidSession(p.Transcript)
	if p.Tool != "" {
		e.Call = session.callID(p.Tool, p.Input)
	}
	return append(session.failedCalls(base), e), nil
}

const droidTools toolTable = `
read   Read
edit   Edit MultiEdit ApplyPatch
write  Create
run    Execute
search Grep Glob LS
fetch  FetchUrl WebSearch
task   Task
other  TodoWrite ExitSpecMode AskUser Skill TaskOutput TaskStop GenerateDroid ToolSearch slack_post_message view_folder`

// setDroidCall sets what a call is to do.
func setDroidCall(e *hook.Event, tool string, input json.RawMessage) {
	var in struct {
		formInput
		Patch string `json:"input"`
	}
	_ = json.Unmarshal(input, &in) // an input of another form leaves the fields empty
	in.set(e, tool, droidTools)
	if tool == "ApplyPatch" {
		// The patch is in JSON in a string: {"input":"{\"input\":\"*** Begin Patch...\"}"}.
		inner := in
		if json.Unmarshal([]byte(in.Patch), &inner) == nil && inner.Patch != "" {
			in.Patch = inner.Patch
		}
		e.Files = patchFiles(in.Patch)
	}
}

// setDroidResult sets the result of a command from the text that the client makes of it.
func setDroidResult(e *hook.Event, text string) {
	if e.Tool != hook.Run {
		return
	}
	e.Outcome = hook.Unknown
	at := strings.LastIndex(text, "\n[Process exited with code ")
	if at < 0 {
		e.Background = strings.HasPrefix(text, "Background process started (PID: ")
		return // without this it timed out
	}
	var code int
	if n, _ := fmt.Sscanf(text[at+1:], "[Process exited with code %d]", &code); n != 1 {
		return
	}
	setExit(e, code)
	e.Output = strings.TrimSuffix(text[:at], "\n")
	if e.Output == "Command completed successfully" {
		e.Output = "" // written by the client, not the command
	}
	e.Cut = strings.Contains(e.Output, " lines skipped ...]\n")
	// All of a long output is in a file: "Full command output saved to: /tmp/x/y.log (165KB)".
	if at := strings.LastIndex(e.Output, "\nFull command output saved to: "); e.Cut && at >= 0 {
		_, path, _ := strings.Cut(e.Output[at:], ": ")
		path = path[:max(0, strings.LastIndex(path, " ("))]
		if all, ok := readSavedOutput(path); ok && strings.Contains(path, "droid-terminal-") {
			e.Output, e.Cut = all, false
		}
	}
}

// identifyDroid goes by the path of the session file, or by the environment if the path is empty.
// The member must exist all the same: other clients, whose payloads do not have it, may be
// started in droid's shell.
func identifyDroid(getenv func(string) string, payload []byte) Match {
	p := stringMembers(payload, "hook_event_name", "transcript_path")
	path, present := p["transcript_path"]
	if path != "" {
		return byPayload(pathContains(path, "/.factory/"))
	}
	if present && p["hook_event_name"] != "" && getenv("DROID_PROJECT_DIR") != "" {
		return ByEnvironment
	}
	return NoMatch
}
