package agent

import (
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
	Tools:       devinTools,
	ProjectIn:   "DEVIN_PROJECT_DIR",
	decode:      decodeDevin,
	form:        formReply{decision: blocks, warns: true, context: []string{hook.After, hook.Start, hook.Prompt}, stops: []string{hook.Stop}},
	NoContextAt: []string{hook.Compact, hook.End},
	RunsHooksOf: []string{"claude"},
	Settings: []Settings{
		{Scope: "project", Path: ".devin/config.json", Events: devinHooks, Entry: devinEntry},
		{Scope: "user", Path: ".config/devin/config.json", Events: devinHooks, Entry: devinEntry},
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

const devinHooks = "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd"

// A devinPayload is the payload of any hook.
type devinPayload struct {
	formPayload
	Response struct {
		Success *bool  `json:"success"`
		Output  string `json:"output"`
		Error   string `json:"error"`
	} `json:"tool_response"`
}

func decodeDevin(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	if getenv(a.ProjectIn) == "" {
		a.ProjectIn = "PWD"
	}
	return a.decodeForm(payload, getenv, &devinPayload{})
}

func (p *devinPayload) event(agent, project string) (hook.Event, bool) {
	p.CWD = project
	return p.formPayload.event(agent, project)
}

const devinTools toolTable = `
read   read
edit   edit apply_patch notebook_edit
write  write
run    exec
search grep glob
fetch  webfetch`

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
