package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

	"witness/engine/hook"
)

// Kiro is Kiro, command line 3 and IDE 1.0, from its documentation of 2026. It was not run.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   not supported
//	context at a prompt    stdout of the hook, at the start and at a prompt
//	ask                    not supported
//	block                  exit status 2, with the reason on stderr
//	prevent stopping       not supported
//
// Peculiarities:
//
//   - The exit status of the hook is the reply, while witness always exits with 0: the hook line
//     turns a reply that begins with "deny " into status 2 and stderr.
//   - A warning waits until the user's next prompt.
//   - How a command ended is not documented; the exit code is taken from tool_response if it is
//     there.
var Kiro = Agent{
	Name:        "kiro",
	Identify:    func(func(string) string, []byte) Match { return NoMatch }, // no member of the payload is Kiro's own
	Tools:       kiroTools,
	payload:     func() formCaller { return &kiroPayload{} },
	answer:      answerKiro,
	NoContextAt: []string{hook.Before, hook.After, hook.Stop, hook.End},
	Settings: []Settings{
		{Scope: "project", Path: ".kiro/hooks/witness.json", Whole: kiroHooks},
		{Scope: "user", Path: ".kiro/hooks/witness.json", Whole: kiroHooks},
	},
	Signs:   Signs{Programs: []string{"kiro-cli", "kiro"}, Project: []string{".kiro"}, User: []string{".kiro"}},
	Servers: []Settings{{Scope: "project", Path: ".kiro/settings/mcp.json"}, {Scope: "user", Path: ".kiro/settings/mcp.json"}},
	Bypass:  Bypass{Variables: []string{"KIRO_HOME"}},
	Probe:   `{"hook_event_name":"PreToolUse","cwd":"$CWD","session_id":"doctor","tool_name":"execute_bash","tool_input":{"command":"$COMMAND"}}`,
}

// kiroLine is the command line of a hook, for any shell. Its exit status is 2 if witness blocks,
// and 0 in every other case.
const kiroLine = `env sh -c 'said=$(env witness hook kiro 2>/dev/null) || { cat >/dev/null; exit 0; }; case $said in (\"deny \"*) printf \"%s\\n\" \"${said#deny }\" >&2; exit 2;; (\"\") ;; (*) printf \"%s\\n\" \"$said\";; esac; exit 0'`

const kiroHooks = `{
  "version": "v1",
  "hooks": [
    {
      "name": "witness AgentSpawn",
      "trigger": "AgentSpawn",
` + kiroAction + `,
    {
      "name": "witness UserPromptSubmit",
      "trigger": "UserPromptSubmit",
` + kiroAction + `,
    {
      "name": "witness PreToolUse",
      "trigger": "PreToolUse",
` + kiroAction + `,
    {
      "name": "witness PostToolUse",
      "trigger": "PostToolUse",
` + kiroAction + `,
    {
      "name": "witness Stop",
      "trigger": "Stop",
` + kiroAction + `
  ]
}
`

const kiroAction = `      "action": { "type": "command", "command": "` + kiroLine + `" },
      "timeout": 10,
      "enabled": true
    }`

// A kiroPayload is the payload of any hook.
type kiroPayload struct {
	formPayload
	Input struct {
		formInput        // Command is the shell command, or what fs_write is to do
		Text      string `json:"file_text"`
		Many      []struct {
			Path string `json:"path"`
		} `json:"operations"`
	} `json:"tool_input"`
	Response json.RawMessage `json:"tool_response"`
}

func (p *kiroPayload) event(agent, _ string) (hook.Event, bool) {
	p.Session = cmp.Or(p.Session, "kiro "+p.CWD)
	return p.formPayload.event(agent, p.CWD)
}

const kiroTools toolTable = `
read   fs_read read
write  fs_write write
run    execute_bash shell`

func (p *kiroPayload) setCall(e *hook.Event, tools toolTable) {
	in := &p.Input
	in.Content = cmp.Or(in.Text, in.Content)
	in.set(e, p.Tool, tools)
	if e.Tool == hook.Write && in.Command != "" && in.Command != "create" {
		e.Tool = hook.Edit // str_replace, insert, append
	}
	for i := range e.Files {
		e.Files[i].Kind = e.Tool
	}
	for _, f := range in.Many {
		e.Files = append(e.Files, hook.File{Path: f.Path, Kind: e.Tool})
	}
}

// setResult sets the result of the call as far as the response has it.
func (p *kiroPayload) setResult(e *hook.Event) {
	e.Outcome = hook.Unknown
	var r struct {
		Success *bool           `json:"success"`
		Result  json.RawMessage `json:"result"`
	}
	_ = json.Unmarshal(p.Response, &r) // a response of another form has no result
	if r.Success != nil && e.Tool != hook.Run {
		e.Outcome = hook.Failed
		if *r.Success {
			e.Outcome = hook.OK
		}
	}
	if e.Tool != hook.Run {
		return
	}
	var several []struct {
		Exit   string `json:"exit_status"`
		Stdout string `json:"stdout"`
		Stderr string `json:"stderr"`
	}
	_ = json.Unmarshal(r.Result, &several)
	for _, one := range several {
		e.Output += one.Stdout
		if one.Stderr != "" {
			e.Output += "\n" + one.Stderr
		}
		var code int
		if n, _ := fmt.Sscan(one.Exit, &code); n == 1 {
			setExit(e, code)
		}
	}
}

func answerKiro(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return []byte("deny " + all + "\n")
	case e.Moment == hook.Start, e.Moment == hook.Prompt:
		return []byte(all + "\n")
	}
	return nil
}
