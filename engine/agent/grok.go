package agent

import (
	"cmp"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// Grok is Grok Build (@xai-official/grok), measured with version 1.0.41.
//
//	capability             how the reply expresses it
//	context before a call  hookSpecificOutput.additionalContext
//	context after a call   the same
//	ask                    not supported: with --always-approve the call runs
//	block                  permissionDecision "deny"; the model reads "Hook denied: " and the reason
//	prevent stopping       decision "block" with a reason, also of a subagent
//
// Peculiarities:
//
//   - Payloads have each member twice, in its own names (toolInput) and in those of Claude Code (tool_input); only toolResult
//     tells how a command ended. A command that fails sends PostToolUse.
//   - Hooks of a project run only in a folder that is trusted.
//   - In a trusted folder it also runs the hooks of .claude/settings.json and of .cursor/hooks.json.
//   - A subagent has a session of its own, whose events have subagentType. The parent's SubagentStart names it; a file in its
//     session's folder names the parent.
//   - Stop also fires when the session ends, with the reason "shutdown".
//   - A subagent in the background that has ended comes as a prompt whose promptId begins with "subagent-completed-".
var Grok = Agent{
	Name:        "grok",
	EnvMarkers:  []string{"GROK_SESSION_ID"},
	RunsHooksOf: []string{"claude", "cursor"},
	Identify:    identifyGrok,
	Tools:       grokTools,
	ProjectIn:   "GROK_WORKSPACE_ROOT",
	payload:     func() formCaller { return &grokPayload{} },
	form:        formReply{warns: true, context: []string{hook.After}, stops: []string{hook.Stop, hook.SubagentStop}},
	BriefsLate:  true,
	NoContextAt: []string{hook.Start, hook.Prompt, hook.SubagentStart, hook.Compact, hook.End},
	Package:     Package{Name: "/grok", Oldest: "1.0.0", Proven: "1.0.41"},
	Settings: []Settings{
		{Scope: "project", Path: ".grok/hooks/witness.json", Whole: grokHooks, Note: "Grok Build runs the hooks of a project only in a folder that you trust: start grok, type /hooks-trust."},
		{Scope: "user", Path: ".grok/hooks/witness.json", Whole: grokHooks},
	},
	Signs:  Signs{Programs: []string{"grok"}, Project: []string{".grok"}, User: []string{".grok"}},
	Bypass: Bypass{Settings: []Settings{{Scope: "user", Path: ".grok/trusted_folders.toml"}}},
	Probe:  `{"hookEventName":"pre_tool_use","sessionId":"doctor","cwd":"$CWD","workspaceRoot":"$CWD","toolName":"run_terminal_command","hook_event_name":"PreToolUse","session_id":"doctor","tool_name":"run_terminal_command","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor"}`,
}

// grokEntry is one hook. The line exits with status 0 whatever happens to witness.
const grokEntry = `[{"hooks": [{"type": "command", "command": "env witness hook grok 2>/dev/null || cat >/dev/null", "timeout": 10}]}]`

const grokHooks = `{
  "hooks": {
    "SessionStart": ` + grokEntry + `,
    "UserPromptSubmit": ` + grokEntry + `,
    "PreToolUse": ` + grokEntry + `,
    "PostToolUse": ` + grokEntry + `,
    "PostToolUseFailure": ` + grokEntry + `,
    "SubagentStart": ` + grokEntry + `,
    "SubagentStop": ` + grokEntry + `,
    "PreCompact": ` + grokEntry + `,
    "Stop": ` + grokEntry + `,
    "SessionEnd": ` + grokEntry + `
  }
}
`

const grokTools toolTable = `
read   read_file
edit   search_replace
write  write
run    run_terminal_command
search grep list_dir
fetch  web_fetch web_search x_search
task   spawn_subagent
other  use_tool search_tool get_command_or_subagent_output kill_command_or_subagent todo_write ask_user_question scheduler
other  scheduler_create scheduler_delete scheduler_list workflow wait_commands_or_subagents send_feedback
other  image_gen image_edit image_to_video reference_to_video monitor skill enter_plan_mode exit_plan_mode update_goal send_message`

// A grokPayload is the payload of any hook.
type grokPayload struct {
	formPayload
	Root     string `json:"workspaceRoot"`
	Stopping bool   `json:"stopHookActive"`
	Message  string `json:"lastAssistantMessage"`
	PromptID string `json:"promptId"`
	Kind     string `json:"subagentType"`
	Subagent string `json:"subagentId"`
	Back     bool   `json:"isBackgrounded"`
	Result   struct {
		Exit      optional[int] `json:"exit_code"`
		Output    []int         `json:"output"` // bytes
		Truncated bool          `json:"truncated"`
		TimedOut  bool          `json:"timed_out"`
		File      string        `json:"output_file"`
		Read      struct {
			Content string `json:"raw_output"`
		} `json:"FileContent"`
	} `json:"toolResult"`
}

func (p *grokPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, cmp.Or(project, p.Root))
	e.Message = p.Message
	if strings.HasPrefix(p.PromptID, "subagent-completed-") {
		e.Source = "task-notification" // written by the client, not the user
	}
	if p.Kind != "" && e.Moment != hook.SubagentStart {
		e.Session, e.Actor = cmp.Or(grokParent(p.Transcript), p.Session), p.Session
		ok = ok && p.Transcript != "" // its task comes before it has a file
	}
	switch e.Moment {
	case hook.Start:
		if e.Source == "new" {
			e.Source = "startup"
		}
	case hook.SubagentStart:
		e.Actor = p.Subagent
	case hook.Stop, hook.SubagentStop:
		e.Active = p.Stopping
		ok = p.Reason == "" || p.Reason == "end_turn"
	case hook.End:
		ok = p.Kind == ""
	}
	return e, ok
}

func (p *grokPayload) setResult(e *hook.Event) {
	r := &p.Result
	if e.Hook == "PostToolUseFailure" {
		setFailed(e, string(p.Error))
		return
	}
	e.Outcome = hook.OK
	if e.Tool == hook.Read && len(e.Files) == 1 && p.Input.whole() {
		e.Files[0].Content = r.Read.Content
	}
	if e.Tool != hook.Run {
		return
	}
	e.Outcome, e.Background = hook.Unknown, p.Back
	text := make([]byte, len(r.Output))
	for i, b := range r.Output {
		text[i] = byte(b)
	}
	e.Output, e.Cut = string(text), r.Truncated
	if all, ok := readSavedOutput(r.File); ok && r.Truncated {
		e.Output, e.Cut = all, false
	}
	switch {
	case r.TimedOut:
		e.Reason, e.Cut = hook.TimedOut, true
	case r.Exit.value != nil && !p.Back:
		setExit(e, *r.Exit.value)
	}
}

// identifyGrok goes by the members that it has in both forms.
func identifyGrok(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "hookEventName", "workspaceRoot", "hook_event_name")
	return byPayload(p["hookEventName"] != "" && p["workspaceRoot"] != "" && p["hook_event_name"] != "")
}

// grokParent returns the session that started the subagent's session of a file, "" if none is found: it has a folder for
// each of its subagents.
func grokParent(transcript string) string {
	folder := filepath.Dir(transcript)
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "*", "subagents", filepath.Base(folder)))
	if transcript == "" || len(found) != 1 {
		return ""
	}
	return filepath.Base(filepath.Dir(filepath.Dir(found[0])))
}
