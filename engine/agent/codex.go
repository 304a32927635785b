package agent

import (
	"strings"

	"witness/engine/hook"
)

// Codex is OpenAI's Codex CLI, measured with version 0.169.0, with direct tools and in code mode.
//
//	capability             how the reply expresses it
//	context before a call  hookSpecificOutput.additionalContext, a message of its own
//	context after a call   the same; also at the start and with a prompt
//	ask                    not supported: the reply is dropped and the tool runs
//	block                  permissionDecision "deny" with a reason, which the model reads
//	prevent stopping       decision "block" with a reason
//	tell the user          systemMessage; "codex exec" does not print it
//
// Peculiarities:
//
//   - Replies are strict: for an unknown key, "ask", "allow" or a deny without a reason the whole
//     reply is dropped and the tool runs.
//   - No hook reports how a command ended: tool_response is its output, and there is no hook for
//     a failure. The rollout file (transcript_path) has the exit code by then.
//   - A command that is polled ends with its last lines only; the rollout has all of them.
//   - There is no tool that reads files: the model uses cat and sed. A file that a prompt names with @ is
//     not attached.
//   - A denied call, a patch that does not apply, an error of an MCP tool and a command that is
//     not polled send no PostToolUse. Neither does a heredoc to apply_patch in a shell command.
//   - cwd is the directory in which the command runs, even if the model chose another one.
//   - A subagent has its parent's session_id and an agent_id of its own; UserPromptSubmit fires
//     for the prompts of its parent.
//   - Hooks do not run until the user has trusted each command line, so the line must not change
//     from version to version.
var Codex = Agent{
	Name:       "codex",
	EnvMarkers: []string{"CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"},
	Identify:   identifyCodex,
	Tools:      codexTools,
	payload:    func() formCaller { return &codexPayload{} },
	form: formReply{
		warns: true, context: []string{hook.After, hook.Start, hook.Prompt, hook.SubagentStart}, stops: []string{hook.Stop, hook.SubagentStop},
		apart: true,
	},
	TellsUser:   true,
	NoContextAt: []string{hook.Compact, hook.End},
	Transcript:  codexTranscript,
	Package:     Package{Name: "/codex", Oldest: "0.140.0", Proven: "0.171.0"},
	Settings: []Settings{
		{Scope: "project", Path: ".codex/hooks.json", Hooks: codexHooks, Note: codexTrustNote},
		{Scope: "user", Path: ".codex/hooks.json", MovedBy: "CODEX_HOME=.codex", Hooks: codexHooks, Note: codexTrustNote},
	},
	Signs:   Signs{Programs: []string{"codex"}, Project: []string{".codex"}, User: []string{".codex"}},
	Marked:  "ignores them", // measured, as the others, with the version in e2e/clients.txt
	Servers: []Settings{{Scope: "project", Path: ".codex/config.toml"}, {Scope: "user", Path: ".codex/config.toml", MovedBy: "CODEX_HOME=.codex"}},
	Bypass: Bypass{
		Words: []string{
			"--disable hooks", "--disable codex_hooks", "--disable plugins", "-c features.hooks*", "-c features.codex_hooks*", "-c features=*", "-c hooks*",
			"--config features.hooks*", "--config features.codex_hooks*", "--config features=*", "--config hooks*",
			"-cfeatures.hooks*", "-cfeatures.codex_hooks*", "-chooks*",
			"features disable hooks", "features disable codex_hooks", "--ignore-user-config", "plugin disable witness*", "plugin uninstall witness*", "plugin remove witness*",
		},
		Settings: []Settings{
			{Scope: "project", Path: ".codex/config.toml"},
			{Scope: "user", Path: ".codex/config.toml", MovedBy: "CODEX_HOME=.codex"},
			{Scope: "system", Path: "/etc/codex/config.toml"},
			{Scope: "system", Path: "/etc/codex/managed_config.toml"},
			{Scope: "system", Path: "/etc/codex/requirements.toml"},
		},
		Folders: []Settings{{Scope: "user", Path: ".codex/plugins/cache/witness", MovedBy: "CODEX_HOME=.codex"}},
		Keys:    []string{"features", "plugins", "allow_managed_hooks_only"},
	},
	Probe:    `{"session_id":"doctor","turn_id":"doctor","transcript_path":null,"cwd":"$CWD","hook_event_name":"PreToolUse","model":"doctor","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor"}`,
	Diagnose: diagnoseCodex,
	Plugin:   codexPlugin,
}

// codexTrustNote is what the user has to do before the hooks run for the first time.
const codexTrustNote = "Codex runs only hooks that you trust: start codex, type /hooks and trust those of witness. " +
	"Hooks of a project run only if you also trust the project."

// codexEntry is one hook. The line prints nothing and exits with status 0 whatever happens to
// witness; env makes that true of fish, too. It has no version, path or event, so that it is
// trusted once. The timeout is in seconds. Windows needs no guard: a missing program does no harm
// there.
const codexEntry = `[{"hooks":[{"type":"command","command":"env witness hook codex 2>/dev/null || cat >/dev/null","commandWindows":"witness hook codex","timeout":10}]}]`

const codexHooks = `{"hooks":{` +
	`"SessionStart":` + codexEntry +
	`,"UserPromptSubmit":` + codexEntry +
	`,"PreToolUse":` + codexEntry +
	`,"PostToolUse":` + codexEntry +
	`,"SubagentStart":` + codexEntry +
	`,"SubagentStop":` + codexEntry +
	`,"PreCompact":` + codexEntry +
	`,"Stop":` + codexEntry +
	`,"SessionEnd":` + codexEndEntry + `}}`

// codexEndEntry asks for no more than the client gives: for more it shows an error in each session.
const codexEndEntry = `[{"hooks":[{"type":"command","command":"env witness hook codex 2>/dev/null || cat >/dev/null","commandWindows":"witness hook codex","timeout":3}]}]`

const codexTools toolTable = `
read   view_image
edit   apply_patch
run    Bash
task   spawn_agent
other  update_plan close_agent list_agents resume_agent send_input send_message followup_task interrupt_agent wait wait_agent request_user_input web_search tool_search tool_suggest js_repl list_mcp_resources read_mcp_resource list_mcp_resource_templates create_goal get_goal update_goal`

// A codexPayload is the payload of any hook.
type codexPayload struct {
	formPayload
	Response lenientString `json:"tool_response"`
}

func (p *codexPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	if e.Moment == hook.Prompt && p.Actor != "" {
		e.Source = "agent" // written by the parent agent, not the user
	}
	return e, ok
}

// setCall sets what the call is to do. On Windows a line is run in PowerShell.
func (p *codexPayload) setCall(e *hook.Event, tools toolTable) {
	p.formPayload.setCall(e, tools)
	if e.Tool == hook.Run && onWindows(p.CWD) {
		e.Shell = "powershell"
	}
}

// onWindows reports whether a directory is one of Windows, wherever its recording is read.
func onWindows(dir string) bool {
	return len(dir) > 2 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/')
}

// setResult sets the result of the call.
func (p *codexPayload) setResult(e *hook.Event) {
	switch {
	case e.Tool == hook.Run:
		p.setCommandResult(e)
	case p.Tool == "apply_patch" && !strings.HasPrefix(string(p.Response), "Exit code: 0\n"):
		e.Outcome = hook.Unknown // whether a failed patch sends this hook is not known
	default:
		e.Outcome = hook.OK
	}
}

// identifyCodex goes by the payload alone: the client sets no variable for its hooks, and a Codex
// that another agent started has the variables of that agent.
func identifyCodex(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" {
		return NoMatch
	}
	if path := p["transcript_path"]; path != "" {
		return byPayload(pathContains(path, "/rollout-"))
	}
	p = stringMembers(payload, "turn_id", "model") // a session that is not saved has no rollout
	return byPayload(p["turn_id"] != "" && p["model"] != "")
}
