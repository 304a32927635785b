package agent

import (
	"cmp"
	"encoding/json"

	"witness/engine/hook"
)

// Devin is the Devin CLI, from its documentation and a user's report of 2026. It was not run.
//
//	capability             how the reply expresses it
//	context before a call  hookSpecificOutput.additionalContext
//	context after a call   the same
//	ask                    not supported
//	block                  decision "block" with a reason
//	prevent stopping       the same
//
// Peculiarities:
//
//   - The payload has neither cwd nor transcript_path: the directory is DEVIN_PROJECT_DIR.
//   - tool_response says whether the tool succeeded, but has no exit code of a command.
//   - An empty stdout is no reply. Any exit status other than 0 blocks.
//   - It also runs the hooks of Claude Code's settings.
var Devin = Agent{
	Name:        "devin",
	EnvMarkers:  []string{"DEVIN_PROJECT_DIR"},
	Identify:    identifyDevin,
	Decode:      decodeDevin,
	Answer:      answerDevin,
	NoContextAt: []string{hook.Compact, hook.End},
	RunsHooksOf: []string{"claude"},
	Settings: []Settings{
		{Scope: "project", Path: ".devin/config.json", Hooks: devinHooks},
		{Scope: "user", Path: ".config/devin/config.json", Hooks: devinHooks},
	},
	Signs: Signs{Programs: []string{"devin"}, Project: []string{".devin"}, User: []string{".config/devin"}},
	Bypass: Bypass{
		Words:    []string{"--config"},
		Settings: []Settings{{Scope: "project", Path: ".devin/config.local.json"}, {Scope: "project", Path: ".devin/hooks.v1.json"}},
	},
	Probe: `{"hook_event_name":"PreToolUse","session_id":"doctor","prompt_id":"doctor","tool_name":"exec","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor"}`,
}

// devinEntry is one hook. The line exits with status 0 whatever happens to witness.
const devinEntry = `[{"hooks":[{"type":"command","command":"env witness hook devin 2>/dev/null || cat >/dev/null","timeout":10}]}]`

const devinHooks = `{"hooks":{` +
	`"SessionStart":` + devinEntry +
	`,"UserPromptSubmit":` + devinEntry +
	`,"PreToolUse":` + devinEntry +
	`,"PostToolUse":` + devinEntry +
	`,"Stop":` + devinEntry +
	`,"SessionEnd":` + devinEntry + `}}`

// A devinPayload is the payload of any hook.
type devinPayload struct {
	formPayload
	Tool  string `json:"tool_name"`
	Call  string `json:"tool_use_id"`
	Input struct {
		formInput
		Patch string `json:"patch"`
	} `json:"tool_input"`
	Response struct {
		Success *bool  `json:"success"`
		Output  string `json:"output"`
		Error   string `json:"error"`
	} `json:"tool_response"`
}

func decodeDevin(payload []byte, getenv func(string) string) ([]hook.Event, error) {
	return decodeForm("devin", cmp.Or(getenv("DEVIN_PROJECT_DIR"), getenv("PWD")), payload, &devinPayload{})
}

func (p *devinPayload) event(agent, project string) (hook.Event, bool) {
	p.CWD = project
	return p.formPayload.event(agent, project)
}

// devinTools returns what each tool does; tools that are not listed are hook.Other.
func devinTools() map[string]string {
	return map[string]string{
		"read":          hook.Read,
		"edit":          hook.Edit,
		"apply_patch":   hook.Edit,
		"notebook_edit": hook.Edit,
		"write":         hook.Write,
		"exec":          hook.Run,
		"grep":          hook.Search,
		"glob":          hook.Search,
		"webfetch":      hook.Fetch,
	}
}

func (p *devinPayload) setCall(e *hook.Event) {
	e.Call = p.Call
	p.Input.set(e, p.Tool, devinTools())
	if e.Tool != hook.Run && e.Tool != hook.Other && e.Files == nil {
		e.Files = patchFiles(p.Input.Patch)
	}
}

// setResult sets the result of the call.
func (p *devinPayload) setResult(e *hook.Event) {
	e.Outcome = hook.Unknown
	if ok := p.Response.Success; ok != nil && !*ok {
		setFailed(e, p.Response.Error)
	} else if ok != nil && e.Tool != hook.Run {
		e.Outcome = hook.OK
	}
	if e.Tool != hook.Run {
		return
	}
	e.Output = p.Response.Output
	if p.Response.Error != "" {
		e.Output += "\n" + p.Response.Error
	}
}

func answerDevin(e hook.Event, v hook.Verdict) []byte {
	return formReply{decision: blocks, warns: true, context: []string{hook.After, hook.Start, hook.Prompt}, stops: []string{hook.Stop}}.answer(e, v)
}

// identifyDevin goes by the environment, because no member of the payload is Devin's own, and by
// the members that the payload lacks: agents that are started in Devin's shell inherit the
// environment.
func identifyDevin(getenv func(string) string, payload []byte) Match {
	if getenv("DEVIN_PROJECT_DIR") == "" {
		return NoMatch
	}
	var p map[string]json.RawMessage
	if json.Unmarshal(payload, &p) != nil || p["hook_event_name"] == nil || p["session_id"] == nil {
		return NoMatch
	}
	if p["cwd"] == nil && p["transcript_path"] == nil && (p["prompt_id"] != nil || p["tool_use_id"] != nil) {
		return ByEnvironment
	}
	return NoMatch
}
