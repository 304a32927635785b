package agent

import (
	"witness/engine/hook"
)

// Qwen is Qwen Code, a fork of the Gemini CLI, measured with versions 0.15.10 and 0.24.4.
// Its hooks have Claude's names and contents like Gemini's.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   hookSpecificOutput.additionalContext, also after a failure
//	ask                    not supported: without a user it denies
//	block                  permissionDecision "deny"; the reason becomes the tool's result
//	prevent stopping       decision "block" with a reason
//	tell the user          not supported: systemMessage is dropped, except at Stop
//
// Peculiarities:
//
//   - PostToolUseFailure is for tools that fail (an edit whose text is not found) and, from 0.24 on, for
//     commands that fail; in 0.15 these send PostToolUse. In either case "Exit Code: 3" follows the
//     output in a text. A command that was killed has "Signal: 9".
//   - From 0.24 on it refuses itself to edit a file that was not read.
//   - The id of a call is the client's own and differs from the model's.
//   - UserPromptSubmit also fires after every batch of tools, with an empty prompt, and after a
//     stop was denied, with the hook's reason as the prompt.
//   - stop_hook_active is true on every Stop of 0.15, even the first, and is no guard against a loop.
//     On SubagentStop it is correct.
//   - In 0.15 SessionStart and SessionEnd do not fire in headless mode.
//   - A subagent is reported by SubagentStart, which takes no reply, and SubagentStop only: its
//     calls are not marked, and what it reads counts for the main agent.
//   - Of a long output the middle is left out, and in 0.15 everything that the client's terminal did not
//     hold: of 20,000 lines, lines 8428 to 18450 remained. From 0.24 on a file has all of it. A tab becomes
//     spaces.
//   - Timeouts are in milliseconds. The environment has CLAUDE_PROJECT_DIR, too.
var Qwen = Agent{
	Name:       "qwen",
	Checks:     []string{"edit", "write_file"},
	EnvMarkers: []string{"QWEN_CODE", "QWEN_PROJECT_DIR"},
	Identify:   identifyQwen,
	Tools:      qwenTools,
	ProjectIn:  "QWEN_PROJECT_DIR",
	payload:    func() formCaller { return &qwenPayload{} },
	form: formReply{
		context: []string{hook.After, hook.Start, hook.Prompt}, stops: []string{hook.Stop, hook.SubagentStop},
	},
	Transcript:  &Transcript{Tokens: qwenTokens, Pauses: qwenPause},
	BriefsLate:  true,
	NoContextAt: []string{hook.Before, hook.SubagentStart, hook.Compact, hook.End},
	Package:     Package{Name: "/qwen-code", Oldest: "0.15.0", Proven: "0.24.4"},
	Settings: []Settings{
		{Scope: "project", Path: ".qwen/settings.json", Comments: true, Events: qwenHooks, Entry: qwenEntry},
		{Scope: "user", Path: ".qwen/settings.json", MovedBy: "QWEN_HOME=.qwen", Comments: true, Events: qwenHooks, Entry: qwenEntry},
	},
	Signs:   Signs{Programs: []string{"qwen"}, Project: []string{".qwen", "QWEN.md"}, User: []string{".qwen"}},
	Servers: []Settings{{Scope: "project", Path: ".qwen/settings.json", Comments: true}, {Scope: "user", Path: ".qwen/settings.json", MovedBy: "QWEN_HOME=.qwen", Comments: true}},
	Bypass: Bypass{
		Programs:  []string{"qwen-code"},
		Words:     []string{"--bare", "--safe-mode", "hooks disable*", "extensions disable witness*", "extensions uninstall witness*", "extension disable witness*", "extension uninstall witness*", "-e none", "--extensions none"},
		Variables: []string{"QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH"},
		Off:       []string{"QWEN_CODE_SIMPLE", "QWEN_CODE_SAFE_MODE"},
		SetIn: []Settings{
			{Scope: "project", Path: ".qwen/settings.json"},
			{Scope: "user", Path: ".qwen/settings.json", MovedBy: "QWEN_HOME=.qwen"},
			{Scope: "project", Path: ".qwen/.env"},
			{Scope: "project", Path: ".env"},
			{Scope: "user", Path: ".qwen/.env", MovedBy: "QWEN_HOME=.qwen"},
			{Scope: "user", Path: ".env"},
		},
		Settings: []Settings{{Scope: "system", Path: qwenSystemSettings}},
		Keys:     []string{"disableAllHooks", "hooksConfig"},
	},
	Probe:    `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","hook_event_name":"PreToolUse","timestamp":"2026-11-20T20:30:51.233Z","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":"$COMMAND","is_background":false},"tool_use_id":"doctor"}`,
	Diagnose: diagnoseQwen,
}

// qwenEntry is one hook. The line prints nothing and exits with status 0 whatever happens to
// witness; env makes that true of fish, too. On Windows the client runs it in PowerShell,
// according to its source. The timeout is in milliseconds.
const qwenEntry = `[{"hooks":[{"name":"witness","type":"command","command":"` + hookLinePrefix + "qwen" + hookLineSuffix + `","timeout":10000}]}]`

const qwenHooks = "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure SubagentStart SubagentStop PreCompact Stop SessionEnd"

// A qwenPayload is the payload of any hook.
type qwenPayload struct {
	formPayload
	Response *geminiResponse `json:"tool_response"`
}

func (p *qwenPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	switch {
	case e.Moment == hook.Stop:
		e.Active = false // the payload's is always true in 0.15
	case e.Moment == hook.Prompt && hook.Spoken(string(p.Prompt)):
		e.Source = "hook" // the reason of a denied stop, not the user's prompt
	case e.Moment == hook.Prompt && p.Prompt == "":
		return e, false // the end of a batch of tools
	}
	return e, ok
}

// identifyQwen goes by the payload. The environment does not decide: a client that was started in
// the shell of another one has the variables of both.
func identifyQwen(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	return byPayload(p["session_id"] != "" && p["hook_event_name"] != "" && pathContains(p["transcript_path"], "/.qwen/"))
}
