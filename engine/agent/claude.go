package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// Claude is Claude Code, measured with versions 2.1.197, 2.1.330 and 2.1.332.
//
//	capability             how the reply expresses it
//	context before a call  PreToolUse hookSpecificOutput.additionalContext
//	context after a call   the same, with the name of the hook that fired
//	ask                    permissionDecision "ask"; denies if there is no user to ask
//	block                  permissionDecision "deny"; the reason becomes the tool's result
//	prevent stopping       decision "block" with a reason, which the model reads twice, or additionalContext, once
//
// Peculiarities:
//
//   - A command that fails sends PostToolUseFailure and no PostToolUse. A command whose timeout
//     expires does not fail: it moves to the background, or is killed if it begins with sleep,
//     and its output then starts with "Command timed out after 2s".
//   - PostToolUse of Bash means exit code 0, except with returnCodeInterpretation: grep without a
//     match, diff with a difference and a false test exit with 1 and are not failures.
//   - A call that is denied, interrupted or malformed sends no Post hook. Denied and malformed
//     calls are reported by PostToolBatch alone.
//   - Paths in tool_input are absolute, but in PostToolBatch they are as the model spelled them.
//   - cwd follows a cd of the shell if the command succeeds, and PostToolUse already has the new
//     directory: relative paths in the command are relative to the cwd of its PreToolUse.
//     CLAUDE_PROJECT_DIR does not change.
//   - What its user refuses at a dialog ends the turn without another hook, unless the user says what to do instead.
//   - How a command in the background ended is told to the model, and to a hook only if the agent is idle.
//   - The files that a prompt names with @ are given to the model with it, as if it had read them. No
//     hook reports that.
//   - The shell lines of a skill run when it is loaded: see claude_skill.go.
//   - A compaction ends with SubagentStop of an agent without a type, the client's own summariser.
//   - A subagent has its parent's session_id. A forked session has an id without a SessionStart.
//   - A null in a reply, or a hookEventName other than that of the hook that fired, makes the
//     client drop the whole reply.
var Claude = Agent{
	Name:        "claude",
	Checks:      []string{"Edit", "MultiEdit", "Write", "NotebookEdit"},
	EnvMarkers:  []string{"CLAUDECODE", "CLAUDE_CODE_SESSION_ID"},
	Identify:    identifyClaude,
	Tools:       claudeTools,
	NoContextAt: []string{hook.Compact, hook.End},
	ProjectIn:   "CLAUDE_PROJECT_DIR",
	decode:      decodeClaude,
	answer:      answerClaude,
	form: formReply{
		warns: true, context: []string{hook.After, hook.Start, hook.Prompt, hook.SubagentStart}, stops: []string{hook.Stop, hook.SubagentStop},
		asks: true,
	},
	TellsUser:  true,
	CanAsk:     true,
	Transcript: claudeTranscript,
	Package:    Package{Name: "/claude-code", Oldest: "2.1.101", Proven: "2.1.332"},
	Settings: []Settings{
		{Scope: "project", Path: ".claude/settings.json", Events: claudeHooks, Entry: claudeEntry},
		{Scope: "user", Path: ".claude/settings.json", MovedBy: "CLAUDE_CONFIG_DIR=.claude", Events: claudeHooks, Entry: claudeEntry},
	},
	ExtraSettings: []Settings{{Scope: "project", Path: ".claude/settings.local.json", Events: claudeHooks, Entry: claudeEntry}},
	Plugin:        claudePlugin,
	Signs:         Signs{Programs: []string{"claude"}, Project: []string{".claude", "CLAUDE.md"}, User: []string{".claude"}},
	Servers:       []Settings{{Scope: "project", Path: ".mcp.json"}, {Scope: "user", Path: ".claude.json", MovedBy: "CLAUDE_CONFIG_DIR="}},
	Bypass: Bypass{
		Programs:  []string{"claude-code"},
		Words:     []string{"--settings", "--setting-sources", "--bare", "--safe-mode", "config set disableAllHooks*", "plugin disable witness*", "plugin uninstall witness*", "plugin remove witness*", "plugins disable witness*", "plugins uninstall witness*", "plugin marketplace remove witness*", "plugin marketplace rm witness*"},
		Off:       []string{"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"},
		Overrides: true, // with those of the user; it takes HOME and XDG_* from no project (2.1.330, measured)
		SetIn:     []Settings{{Scope: "user", Path: ".claude/settings.json", MovedBy: "CLAUDE_CONFIG_DIR=.claude"}},
		Settings: []Settings{
			{Scope: "user", Path: ".claude/settings.local.json", MovedBy: "CLAUDE_CONFIG_DIR=.claude"},
			{Scope: "user", Path: ".claude/plugins/installed_plugins.json", MovedBy: "CLAUDE_CONFIG_DIR=.claude"},
			{Scope: "system", Path: claudeSystemFolder() + "/managed-settings.json"},
		},
		Folders: []Settings{
			{Scope: "user", Path: ".claude/plugins/cache/witness", MovedBy: "CLAUDE_CONFIG_DIR=.claude"},
			{Scope: "user", Path: ".claude/plugins/marketplaces/witness", MovedBy: "CLAUDE_CONFIG_DIR=.claude"},
			{Scope: "system", Path: claudeSystemFolder() + "/managed-settings.d"},
		},
		Keys: []string{"disableAllHooks", "allowManagedHooksOnly", "strictPluginOnlyCustomization", "enabledPlugins", "plugins"},
	},
	Probe:    `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"$COMMAND","description":"witness doctor"},"tool_use_id":"doctor"}`,
	RunsOnce: true,
	Diagnose: diagnoseClaude,
}

// claudeEntry is one hook. The line works in sh, dash, bash, zsh and fish. It exits with status 0
// whatever happens to witness, because status 2, that of a Go panic, would block the call. fish
// gives up on an unknown command, so env runs witness. cat reads the rest of the payload if
// witness is missing, for clients that write into a closed pipe.
const claudeEntry = `[{"hooks":[{"type":"command","command":"env witness hook claude 2>/dev/null || cat >/dev/null","timeout":10}]}]`

// claudePermission is for tools by their names in Claude Code. Copilot, which runs these hooks too and refuses a call if that one fails, calls
// its own otherwise.
const claudePermission = "PermissionRequest:^([A-Z]|mcp__)"

const claudeHooks = "SessionStart UserPromptSubmit PreToolUse PreSkillShellCommand PostToolUse PostToolUseFailure PostToolBatch " +
	claudePermission + " PermissionDenied DirectoryAdded SubagentStart SubagentStop TaskCompleted TeammateIdle PreCompact Stop SessionEnd"

// A claudePayload is the payload of any hook. Response and Batch are decoded only for the hooks that have them: encoding/json prepares the
// types of all members anew in each process, before it reads the first, and those of results are the largest.
type claudePayload struct {
	formPayload
	AgentType string          `json:"agent_type"`
	Timestamp json.RawMessage `json:"timestamp"` // sent by Copilot only
	Response  claudeResponse  `json:"-"`         // see claudeEnded
	Batch     []claudeBatched `json:"-"`         // PostToolBatch
	Directory string          `json:"directory"` // DirectoryAdded
}

// A claudeEnded is the payload of a hook at the end of a call.
type claudeEnded struct {
	*claudePayload
	Result *claudeResponse `json:"tool_response"`
}

// A claudeBatched is one call in a PostToolBatch payload.
type claudeBatched struct {
	claudeCall
	Response string `json:"tool_response"` // the text the model reads; a list of content blocks is skipped
}

func decodeClaude(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p claudePayload
	form := formCaller(&p)
	if momentOf(stringMembers(payload, "hook_event_name")["hook_event_name"]) == hook.After {
		form = &claudeEnded{&p, &p.Response}
	}
	events, err := a.decodeForm(payload, getenv, form)
	if err != nil || len(p.Timestamp) > 0 && getenv("COPILOT_CLI") != "" {
		// Copilot runs the hooks of .claude/settings.json too. Its payloads have the members
		// of Claude's with other contents: a failed command would be recorded as a success.
		return nil, err
	}
	base := hook.Event{Session: p.Session, Agent: "claude", Actor: p.Actor, Name: p.Hook, Hook: p.Hook, CWD: p.CWD, Project: getenv("CLAUDE_PROJECT_DIR")}
	switch p.Hook {
	case "PostToolBatch":
		if calls := rawMember(payload, "tool_calls"); len(calls) > 0 {
			err = decodePayload(a.Name, calls, &p.Batch)
		}
		return p.batchEvents(base), err
	case "PermissionRequest": // a dialog is on the screen; it has no id of the call
		base.Moment, base.Asked = hook.Before, true
		p.setCall(&base, a.Tools)
		return []hook.Event{base}, nil
	case "PermissionDenied": // by the automatic mode; what a rule refuses is in PostToolBatch alone
		base.Moment = hook.After
		p.setCall(&base, a.Tools)
		base.Outcome, base.Reason = hook.Denied, hook.ByMode
		return []hook.Event{base}, nil
	case "DirectoryAdded":
		base.Moment, base.Tool, base.Outcome, base.Folders = hook.After, hook.Other, hook.OK, []string{p.Directory}
		return []hook.Event{base}, nil
	}
	if len(events) == 0 {
		return nil, nil
	}
	switch e := events[0]; {
	case e.Moment == hook.Before && e.Name == "Skill":
		return p.skillEvents(e, getenv), nil
	case e.Moment == hook.Stop:
		e.Running = runningTasks(payload)
		return append(p.backgroundEnds(base), e), nil
	case e.Moment == hook.Before:
		return append(p.backgroundEnds(base), e), nil
	case e.Moment != hook.Prompt:
	case e.Source == "":
		return withAttached(e, mentionedFiles(string(p.Prompt))), nil
	default:
		base.Name = ""
		if end, ok := backgroundEnd(base, string(p.Prompt)); ok {
			return []hook.Event{end, e}, nil
		}
	}
	return events, nil
}

func (p *claudePayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	switch {
	case e.Moment == hook.Prompt && strings.HasPrefix(string(p.Prompt), claudeNotified):
		e.Source = "task-notification" // written by the client, not the user
	case e.Moment == hook.Prompt && slices.Contains(claudeWriters, p.Source):
		e.Source = p.Source
	case p.Hook == "SubagentStop" && p.AgentType == "":
		return e, false // the client's own summariser, at a compaction
	}
	return e, ok
}

// claudeWriters are who writes a prompt besides a person, who is user or sdk: a turn of the machine, or what a schedule says again.
var claudeWriters = []string{"system", "loop_wakeup", "schedule_wakeup", "poll_event"}

// otherClientVars are variables that other clients with payloads of the same shape set for their
// hooks. A new client needs an entry only if its payload does not identify it.
var otherClientVars = []string{"COPILOT_CLI", "CURSOR_VERSION", "GEMINI_SESSION_ID", "QWEN_PROJECT_DIR", "DROID_PROJECT_DIR"}

// identifyClaude goes by the path of the session file. If the user has moved it
// (CLAUDE_CONFIG_DIR), the environment decides, but only if it shows no other client: every
// client's shell passes its variables on to the clients that are started in it.
func identifyClaude(getenv func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" || p["transcript_path"] == "" {
		return NoMatch
	}
	if pathContains(p["transcript_path"], "/.claude/") {
		return ByPayload
	}
	if getenv("CLAUDECODE") == "1" && !slices.ContainsFunc(otherClientVars, func(other string) bool { return getenv(other) != "" }) {
		return ByEnvironment
	}
	return NoMatch
}
