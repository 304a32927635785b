package agent

import (
	"witness/engine/hook"
)

// Goose is goose from version 1.38 on, with the hooks of Open Plugins, from its documentation of
// 2026. It was not run.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   not supported
//	ask                    not supported
//	block                  decision "block" with a reason
//	prevent stopping       the same
//
// Peculiarities:
//
//   - There is no way to warn: only a block reaches the model.
//   - The name of the event is in event, the directory in working_dir.
//   - Payloads have no output, so the result of a test run is not known, only whether it failed.
//   - A matcher "*" is not a valid expression and silently disables the rule.
var Goose = Agent{
	Name:        "goose",
	EnvMarkers:  []string{"GOOSE_TERMINAL"},
	Identify:    identifyGoose,
	Tools:       gooseTools,
	payload:     func() formCaller { return &goosePayload{} },
	answer:      answerGoose,
	form:        formReply{decision: blocks, stops: []string{hook.Stop}},
	NoContextAt: []string{hook.Before, hook.After, hook.Start, hook.Prompt, hook.End},
	Settings: []Settings{
		{Scope: "project", Path: ".agents/plugins/witness/plugin.json", Whole: goosePlugin},
		{Scope: "project", Path: ".agents/plugins/witness/hooks/hooks.json", Whole: gooseHooks},
		{Scope: "user", Path: ".agents/plugins/witness/plugin.json", Whole: goosePlugin},
		{Scope: "user", Path: ".agents/plugins/witness/hooks/hooks.json", Whole: gooseHooks},
	},
	// Its program is not a sign: a database migration tool has the same name.
	Signs: Signs{Project: []string{".goosehints"}, User: []string{".config/goose"}},
	Probe: `{"event":"PreToolUse","session_id":"doctor","working_dir":"$CWD","tool_name":"developer__shell","tool_input":{"command":"$COMMAND"},"tool_call_id":"doctor"}`,
}

const goosePlugin = `{
  "name": "witness",
  "version": "1.0.0",
  "description": "A behavioural linter for coding agents"
}
`

// gooseEntry is one hook. The line exits with status 0 whatever happens to witness.
const gooseEntry = `[
      { "hooks": [{ "type": "command", "command": "env witness hook goose 2>/dev/null || cat >/dev/null", "timeout": 10 }] }
    ]`

const gooseHooks = `{
  "hooks": {
    "SessionStart": ` + gooseEntry + `,
    "UserPromptSubmit": ` + gooseEntry + `,
    "PreToolUse": ` + gooseEntry + `,
    "PostToolUse": ` + gooseEntry + `,
    "PostToolUseFailure": ` + gooseEntry + `,
    "Stop": ` + gooseEntry + `,
    "SessionEnd": ` + gooseEntry + `
  }
}
`

// A goosePayload is the payload of any hook.
type goosePayload struct {
	formPayload
	Event string `json:"event"`
	Dir   string `json:"working_dir"`
}

func (p *goosePayload) event(agent, _ string) (hook.Event, bool) {
	p.Hook, p.CWD = p.Event, p.Dir
	return p.formPayload.event(agent, p.Dir)
}

const gooseTools toolTable = `
edit   developer__edit
write  developer__write
run    developer__shell
search developer__tree`

func (p *goosePayload) setResult(e *hook.Event) {
	switch {
	case e.Hook == "PostToolUseFailure":
		e.Outcome = hook.Failed
	case e.Tool == hook.Run:
		e.Outcome = hook.Unknown // the tool can succeed although the command failed
	default:
		e.Outcome = hook.OK
	}
}

func answerGoose(a Agent, e hook.Event, v hook.Verdict) []byte {
	e.Active = false // it is not told
	return a.form.answer(e, v)
}

// identifyGoose goes by the names of the members.
func identifyGoose(_ func(string) string, payload []byte) Match {
	m := stringMembers(payload, "event", "session_id", "working_dir")
	return byPayload(m["event"] != "" && m["session_id"] != "" && m["working_dir"] != "")
}
