package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/droid.txt
var droidFile clientFile

// Droid is Factory's droid: see clients/droid.txt.
var Droid = Agent{
	Name:       "droid",
	clientFile: droidFile,
	Identify:   identifyDroid,
	decode:     decodeDroid,
	Diagnose:   diagnoseDroid,
	Transcript: droidTranscript,
}

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
	e, ok := p.event(a.Name, getenv(a.projectIn()))
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

// setDroidCall sets what a call is to do.
func setDroidCall(e *hook.Event, tool string, input json.RawMessage) {
	var in struct {
		formInput
		Patch string `json:"input"`
	}
	_ = json.Unmarshal(input, &in) // an input of another form leaves the fields empty
	in.set(e, tool, droidFile)
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
