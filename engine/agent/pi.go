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

//go:embed clients/pi.txt
var piFile clientFile

// Pi is pi (@earendil-works/pi-coding-agent, until version 0.73 @mariozechner/pi-coding-agent): see clients/pi.txt.
var Pi = Agent{
	Name:       "pi",
	clientFile: piFile,
	Identify:   identifyPi,
	decode:     decodePi,
	answer:     answerPlugin,
	Transcript: piTranscript,
	Diagnose:   diagnosePi,
}

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
		setArguments(&e, p.Event.Tool, p.Event.Input, a.clientFile)
	case "tool_result":
		e.Moment = hook.After
		setArguments(&e, p.Event.Tool, p.Event.Input, a.clientFile)
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
