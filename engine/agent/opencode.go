package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// Opencode is opencode, measured with version 1.18.33. It has no hook commands: the plugin that
// "witness init" writes (plugin/opencode.js) runs witness and applies the reply.
//
//	capability             how the plugin does it
//	context before a call  not supported
//	context after a call   appends it to the output that the model reads
//	context at a prompt    adds it to the user's message as a synthetic part; to the first one only for
//	                       the model, because the session's title is made from it
//	ask                    not supported
//	block                  throws the reason, which becomes the tool's result
//	context at compaction  adds it to the summary's instructions, output.context
//	prevent stopping       not supported
//
// The payload holds the arguments of the plugin's hook, {"hook_event_name", "input", "output"} or
// {"hook_event_name", "properties"}, with the directory and, in a subagent, the parentID of the
// conversation. The reply is {"deny": TEXT} or {"append": TEXT}.
//
// Peculiarities:
//
//   - tool.execute.after is not called if the tool threw: an edit whose old text is not found, an
//     error of an MCP server, a denied call.
//   - A command that fails does not throw: its exit code is in output.metadata.exit, null at a
//     timeout.
//   - A subagent has a session of its own; only session.created names its parent.
//   - An unknown tool is named "invalid".
//   - No hook tells the tokens of a turn, an interruption or how long a question about a permission waited. The plugin hears of them in
//     the events message.updated, permission.asked and permission.replied.
//   - Of a long output it has the end, and the path of a file with all of it in
//     metadata.outputPath.
var Opencode = Agent{
	Name:            "opencode",
	CountsFromOne:   true,
	EnvMarkers:      []string{"OPENCODE", "OPENCODE_CLIENT"},
	Identify:        identifyOpencode,
	Tools:           opencodeTools,
	decode:          decodeOpencode,
	answer:          answerPlugin,
	BriefsAtCompact: true,
	NoContextAt:     []string{hook.Before, hook.Stop, hook.SubagentStop, hook.End},
	Transcript:      opencodeTranscript,
	Package:         Package{Name: "opencode-ai", Oldest: "1.0.0", Proven: "1.18.33"},
	Settings: []Settings{
		{Scope: "project", Path: ".opencode/plugins/witness.js", Whole: opencodePlugin},
		{Scope: "user", Path: ".config/opencode/plugins/witness.js", MovedBy: "XDG_CONFIG_HOME=.config", Whole: opencodePlugin},
	},
	Signs:   Signs{Programs: []string{"opencode"}, Project: []string{".opencode", "opencode.json", "opencode.jsonc"}, User: []string{".config/opencode"}},
	Servers: []Settings{{Scope: "project", Path: "opencode.json", Comments: true}, {Scope: "user", Path: ".config/opencode/opencode.json", MovedBy: "XDG_CONFIG_HOME=.config", Comments: true}},
	Bypass: Bypass{
		Programs:  []string{"opencode-ai"},
		Words:     []string{"--pure"},
		Off:       []string{"OPENCODE_PURE"},
		Variables: []string{"OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG_CONTENT", "OPENCODE_DISABLE_PROJECT_CONFIG"},
	},
	Diagnose: diagnoseOpencode,
	Probe:    `{"hook_event_name":"tool.execute.before","directory":"$CWD","input":{"tool":"bash","sessionID":"doctor","callID":"doctor"},"output":{"args":{"command":"$COMMAND","description":"witness doctor"}}}`,
}

//go:embed plugin/opencode.js
var opencodePlugin string

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
		setArguments(&e, p.Input.Tool, p.Output.Args, a.Tools)
	case "tool.execute.after":
		e.Moment, e.Outcome = hook.After, hook.OK
		setArguments(&e, p.Input.Tool, p.Input.Args, a.Tools)
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

const opencodeTools toolTable = `
read   read
edit   edit multiedit patch apply_patch
write  write
run    bash
search grep glob list codesearch
fetch  webfetch websearch
task   task
other  todowrite todoread skill question plan_enter plan_exit invalid lsp batch`

// setArguments sets what a call is to do from its arguments. Arguments of another form leave the fields empty.
func setArguments(e *hook.Event, name string, args json.RawMessage, tools toolTable) {
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
	case !slices.Contains(a.NoContextAt, e.Moment):
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
