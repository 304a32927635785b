package agent

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"witness/engine/hook"
)

// Pi is pi (@earendil-works/pi-coding-agent, until version 0.73 @mariozechner/pi-coding-agent), measured
// with versions 0.73.1, 0.74.2, 0.87.1 and 1.6.0. It has no hook commands: the extension that "witness
// init" writes (plugin/pi.ts) runs witness and applies the reply.
//
//	capability             how the extension does it
//	context before a call  not supported
//	context after a call   appends it to the result that the model reads
//	context at a prompt    adds a message before the agent starts
//	ask                    not supported
//	block                  {block: true, reason}; the reason becomes the tool's result
//	prevent stopping       from version 1 on: agent_before_settle adds a message and continues
//
// The payload is {"hook_event_name", "event", "ctx"}: the event that the extension received, the
// session and the working directory. The reply is {"deny": TEXT} or {"append": TEXT}.
//
// Peculiarities:
//
//   - Paths are as the model spelled them, absolute or relative to cwd.
//   - A command that fails has isError and a text that ends with "Command exited with code 3". At
//     a timeout the text ends with "Command timed out after 1 seconds".
//   - A call of an unknown tool sends no event, and neither does the end of a blocked call.
//   - Of a long output it has the end and the path of a file with all of it.
//   - From version 0.79 on the extension of a project is loaded only if the user trusts the project.
//   - An exception in a handler of tool_call blocks the call, so the extension catches all.
var Pi = Agent{
	Name:          "pi",
	CountsFromOne: true,
	EnvMarkers:    []string{"PI_CODING_AGENT"},
	Identify:      identifyPi,
	Tools:         piTools,
	decode:        decodePi,
	answer:        answerPlugin,
	BriefsLate:    true,
	Transcript:    piTranscript,
	NoContextAt:   []string{hook.Before, hook.Compact, hook.End},
	Package:       Package{Name: "/pi-coding-agent", Oldest: "0.73.0", Proven: "1.6.0"},
	Settings: []Settings{
		{Scope: "project", Path: ".pi/extensions/witness.ts", Whole: piExtension, Note: piTrustNote},
		{Scope: "user", Path: ".pi/agent/extensions/witness.ts", MovedBy: "PI_CODING_AGENT_DIR=.pi/agent", Whole: piExtension},
	},
	Diagnose: diagnosePi,
	Signs:    Signs{Programs: []string{"pi"}, Project: []string{".pi"}, User: []string{".pi"}},
	Bypass: Bypass{
		Programs: []string{"pi-coding-agent"},
		Words:    []string{"--no-extensions", "-ne", "--no-approve", "-na"},
		Settings: []Settings{
			{Scope: "project", Path: ".pi/settings.json", Only: true},
			{Scope: "user", Path: ".pi/agent/settings.json", MovedBy: "PI_CODING_AGENT_DIR=.pi/agent", Only: true},
		},
		Keys: []string{"extensions"},
	},
	Probe: `{"hook_event_name":"tool_call","event":{"type":"tool_call","toolName":"bash","toolCallId":"doctor","input":{"command":"$COMMAND"}},"ctx":{"sessionId":"doctor","cwd":"$CWD"}}`,
}

//go:embed plugin/pi.ts
var piExtension string

// A piPayload is what the extension sends.
type piPayload struct {
	Hook  string `json:"hook_event_name"`
	Event struct {
		Tool    string          `json:"toolName"`
		Call    string          `json:"toolCallId"`
		Input   json.RawMessage `json:"input"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Failed optional[bool] `json:"isError"`
		Reason string         `json:"reason"`
		Active bool           `json:"active"` // the extension has kept the agent from stopping in this turn
	} `json:"event"`
	Context struct {
		Session string `json:"sessionId"`
		CWD     string `json:"cwd"`
	} `json:"ctx"`
}

func decodePi(a Agent, payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p piPayload
	if err := decodePayload("pi", payload, &p); err != nil {
		return nil, err
	}
	e := hook.Event{
		Session: p.Context.Session, Agent: "pi", Call: p.Event.Call, Name: p.Hook, Hook: p.Hook,
		CWD: p.Context.CWD, Project: p.Context.CWD,
	}
	switch p.Hook {
	case "tool_call":
		e.Moment = hook.Before
		setArguments(&e, p.Event.Tool, p.Event.Input, a.Tools)
	case "tool_result":
		e.Moment = hook.After
		setArguments(&e, p.Event.Tool, p.Event.Input, a.Tools)
		p.setResult(&e)
	case "session_start":
		e.Moment, e.Source = hook.Start, p.Event.Reason
	case "before_agent_start":
		e.Moment = hook.Prompt
	case "agent_before_settle", "agent_end":
		e.Moment, e.Active = hook.Stop, p.Event.Active
	case "session_compact":
		e.Moment = hook.Compact
	case "session_shutdown":
		e.Moment, e.Source = hook.End, p.Event.Reason
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

const piTools toolTable = `
read   read
edit   edit
write  write
run    bash
search grep find ls
other  codemode`

// piEditError matches the errors of the tools that edit and write themselves. Where an extension refuses a call, the error is
// the extension's own text.
var piEditError = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:Could not |Found \d|No changes |File not found: |E[A-Z]{3,}: |Validation failed |Tool |edits\[)`)
})

// setResult sets the result of the call.
func (p *piPayload) setResult(e *hook.Event) {
	e.Outcome = hook.OK
	for _, c := range p.Event.Content {
		e.Output += c.Text
	}
	failed := p.Event.Failed.value
	switch {
	case failed == nil:
		e.Outcome = hook.Unknown
	case *failed:
		setFailed(e, e.Output)
		if (e.Tool == hook.Edit || e.Tool == hook.Write) && e.Reason == "" && !piEditError().MatchString(e.Output) {
			e.Outcome, e.Reason = hook.Denied, hook.ByHook
		}
	}
	if e.Tool != hook.Run {
		e.Output = ""
		return
	}
	if failed == nil {
		return
	}
	code := 0
	if *failed {
		at := strings.LastIndex(e.Output, "Command exited with code ")
		if n, _ := fmt.Sscanf(e.Output[max(0, at):], "Command exited with code %d", &code); n != 1 {
			e.Outcome, e.Cut = hook.Unknown, true // a timeout or an interrupt by the user
			e.Reason = failureReason(strings.TrimSpace(e.Output[max(0, strings.LastIndex(e.Output, "\n\nCommand ")):]))
			e.Output = e.Output[:max(0, strings.LastIndex(e.Output, "\n\nCommand "))]
			return
		}
		e.Outcome, e.Reason = hook.Failed, ""
		e.Output = strings.TrimSuffix(e.Output[:at], "\n\n")
	}
	if e.Output == "(no output)" {
		e.Output = "" // written by the client, not the command
	}
	e.Exit = &code
	// Of a long output: "\n\n[Showing lines 88912-90911 of 90911. Full output: /tmp/pi-bash-x.log]"
	if at := strings.LastIndex(e.Output, "\n\n[Showing "); at >= 0 && strings.Contains(e.Output[at:], " Full output: ") {
		_, path, _ := strings.Cut(e.Output[at:], " Full output: ")
		e.Cut = true
		if all, ok := readSavedOutput(strings.TrimRight(path, "]\n")); ok && strings.Contains(path, "pi-bash-") {
			e.Output, e.Cut = all, false
		}
	}
}

// identifyPi goes by members that only the extension sends.
func identifyPi(_ func(string) string, payload []byte) Match {
	var p struct {
		Hook    string          `json:"hook_event_name"`
		Event   json.RawMessage `json:"event"`
		Context struct {
			Session string `json:"sessionId"`
		} `json:"ctx"`
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	return byPayload(p.Hook != "" && len(p.Event) > 0 && p.Event[0] == '{' && p.Context.Session != "")
}
