package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/opencode.txt
var opencodeFile clientFile

// Opencode is opencode: see clients/opencode.txt.
var Opencode = Agent{
	Name:       "opencode",
	clientFile: opencodeFile,
	Identify:   identifyOpencode,
	decode:     decodeOpencode,
	answer:     answerPlugin,
	Transcript: opencodeTranscript,
	Diagnose:   diagnoseOpencode,
}

// An opencodePayload is what the plugin sends.
type opencodePayload struct {
	Hook      string `json:"hook_event_name"`
	Directory string `json:"directory"`
	Parent    string `json:"parentID"`

	Input struct {
		Session string          `json:"sessionID"`
		Tool    string          `json:"tool"`
		Call    string          `json:"callID"`
		Args    json.RawMessage `json:"args"` // after a call
	} `json:"input"`
	Output struct {
		Args     json.RawMessage `json:"args"` // before a call
		Text     string          `json:"output"`
		Metadata struct {
			Exit      optional[int] `json:"exit"`
			Output    *string       `json:"output"`
			Truncated bool          `json:"truncated"`
			Path      string        `json:"outputPath"`
		} `json:"metadata"`
	} `json:"output"`
	Properties struct {
		Session string `json:"sessionID"`
		Info    struct {
			ID        string `json:"id"`
			Parent    string `json:"parentID"`
			Directory string `json:"directory"`
		} `json:"info"`
	} `json:"properties"`
	// Told is what the plugin has heard of the turn that ends.
	Told struct {
		Used []struct {
			Model string `json:"model"`
			opencodeCounts
		} `json:"used"`
		Interrupts int64 `json:"interrupts"`
		WaitedMS   int64 `json:"waited_ms"`
	} `json:"told"`
}

func decodeOpencode(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p opencodePayload
	if err := decodePayload(a.Name, payload, &p); err != nil {
		return nil, err
	}
	e := hook.Event{
		Session: cmp.Or(p.Input.Session, p.Properties.Session, p.Properties.Info.ID), Agent: a.Name,
		Call: p.Input.Call, Name: p.Hook, Hook: p.Hook,
		CWD: cmp.Or(p.Directory, p.Properties.Info.Directory, getenv("PWD")), Project: p.Directory,
	}
	if parent := cmp.Or(p.Parent, p.Properties.Info.Parent); parent != "" {
		e.Session, e.Actor = parent, e.Session
	}
	switch p.Hook {
	case "tool.execute.before":
		e.Moment = hook.Before
		setArguments(&e, p.Input.Tool, p.Output.Args, a.clientFile)
	case "tool.execute.after":
		e.Moment, e.Outcome = hook.After, hook.OK
		setArguments(&e, p.Input.Tool, p.Input.Args, a.clientFile)
		p.setResult(&e)
	case "event:session.created":
		e.Moment, e.Source = hook.Start, "startup"
		if e.Actor != "" {
			e.Moment, e.Source = hook.SubagentStart, ""
		}
	case "chat.message":
		e.Moment = hook.Prompt
	case "event:session.idle":
		e.Moment = hook.Stop
		e.Interrupts, e.WaitedMS = p.Told.Interrupts, p.Told.WaitedMS
		for _, u := range p.Told.Used {
			e.Used = append(e.Used, u.usage(u.Model))
		}
		if e.Actor != "" {
			e.Moment = hook.SubagentStop
		}
	case "session.compacting":
		e.Moment = hook.Compact
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

// setArguments sets what a call is to do from its arguments. Arguments of another form leave the fields empty.
func setArguments(e *hook.Event, name string, args json.RawMessage, tools clientFile) {
	var in formInput
	_ = json.Unmarshal(args, &in)
	in.set(e, name, tools)
}

// setResult sets the result of a command.
func (p *opencodePayload) setResult(e *hook.Event) {
	if e.Tool != hook.Run {
		return
	}
	m := p.Output.Metadata
	e.Outcome, e.Output, e.Cut = hook.Unknown, p.Output.Text, m.Truncated
	if m.Output != nil {
		e.Output = *m.Output
	}
	if all, ok := readSavedOutput(m.Path); ok && m.Truncated {
		e.Output, e.Cut = all, false
	}
	e.Output, e.Cut = stripOpencodeText(e.Output, e.Cut)
	if m.Exit.value != nil {
		setExit(e, *m.Exit.value)
	}
}

// stripOpencodeText removes the client's own text from the output of a command. Text of the
// client at the end means that the command was killed, and sets the second result.
func stripOpencodeText(text string, cut bool) (string, bool) {
	if printed, _, ok := strings.Cut(text, "\n\n<shell_metadata>\n"); ok {
		text, cut = printed, true
	}
	if text == "(no output)" {
		text = ""
	}
	return text, cut
}

// answerPlugin encodes the reply to a plugin of witness's own.
func answerPlugin(a Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return replyJSON(map[string]string{"deny": all})
	case e.Moment == hook.Stop && e.Active, slices.Contains(textless, e.Hook):
	case !slices.Contains(a.NoContextAt(), e.Moment):
		return replyJSON(map[string]string{"append": all})
	}
	return nil
}

// identifyOpencode goes by the names of the events. Kilo has the same.
func identifyOpencode(_ func(string) string, payload []byte) Match {
	return byPayload(isOpencodeEvent(payload) && stringMembers(payload, "client")["client"] != "kilo")
}

// isOpencodeEvent reports whether a payload is of the plugin for opencode.
func isOpencodeEvent(payload []byte) bool {
	name := stringMembers(payload, "hook_event_name")["hook_event_name"]
	return slices.ContainsFunc([]string{"tool.execute.", "event:", "chat.", "session.", "plugin.", "shell.env"}, func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}
