package agent

import (
	"cmp"

	"witness/engine/hook"
)

// Vibe is Mistral Vibe (mistral-vibe of PyPI), measured with version 3.0.3.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   hook_specific_output.additional_context, behind the result
//	ask                    not supported
//	block                  decision "deny" with a reason, which becomes the tool's result
//	prevent stopping       the same, at most three times a turn
//
// Peculiarities:
//
//   - There is no hook for the start of a session, a prompt or a compaction: a session begins with its first call.
//   - The settings are TOML. Those of a project count only in a folder that is trusted.
//   - Nothing says that a stop was kept back before.
//   - tool_output is an object; that of a command has its exit code. Tools are named by their module, file_system.bash.
//   - A subagent has a session of its own, which names its parent's. Only a program of the tool run_typescript can start one. The hooks
//     of the calls that such a program makes are called, and those of the tool itself are not.
var Vibe = Agent{
	Name:        "vibe",
	Identify:    identifyVibe,
	Tools:       vibeTools,
	payload:     func() formCaller { return &vibePayload{} },
	answer:      answerVibe,
	BriefsLate:  true,
	Programmed:  "typescript:",
	NoContextAt: []string{hook.Before, hook.Start, hook.Prompt, hook.SubagentStart, hook.Compact, hook.End},
	Package:     Package{Name: "mistral_vibe", Oldest: "3.0.0", Proven: "3.0.3"},
	Settings: []Settings{
		{Scope: "project", Path: ".vibe/hooks.toml", Block: vibeHooks, Note: "Mistral Vibe reads the hooks of a project only in a folder that you trust: start vibe and accept, or start it with --trust."},
		{Scope: "user", Path: ".vibe/hooks.toml", Block: vibeHooks},
	},
	Signs: Signs{Programs: []string{"vibe"}, Project: []string{".vibe"}, User: []string{".vibe"}},
	Bypass: Bypass{
		Variables: []string{"VIBE_HOME"},
		Settings:  []Settings{{Scope: "user", Path: ".vibe/trusted_folders.toml"}},
	},
	Probe: `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","parent_session_id":null,"hook_event_name":"pre_tool","tool_name":"file_system.bash","tool_call_id":"doctor","tool_input":{"command":"$COMMAND"}}`,
}

// vibeHooks are the tables that are added to the settings. Each line exits with status 0 whatever happens to witness.
const (
	vibeHooks = blockBegin +
		"[[hooks]]\nname = \"witness-pre-tool\"\ntype = \"pre_tool\"\n" + vibeLine +
		"[[hooks]]\nname = \"witness-post-tool\"\ntype = \"post_tool\"\n" + vibeLine +
		"[[hooks]]\nname = \"witness-post-agent\"\ntype = \"post_agent\"\n" + vibeLine +
		blockEnd
	vibeLine = "command = \"env witness hook vibe 2>/dev/null || cat >/dev/null\"\ntimeout = 10.0\n\n"
)

const vibeTools toolTable = `
read   file_system.read_file file_system.read
edit   file_system.search_replace file_system.edit
write  file_system.write_file
run    file_system.bash process.start
search file_system.grep file_system.glob file_system.list_directory
fetch  web.fetch web.search web_fetch web_search
task   agents.task agents.spawn task
other  process.read process.output process.write process.stop process.list agents.list agents.list_configs agents.send_message agents.interrupt self.wait self.sleep skill.read todo ask_user_question skill exit_plan_mode`

// A vibePayload is the payload of any hook.
type vibePayload struct {
	formPayload
	Parent string `json:"parent_session_id"`
	Status string `json:"tool_status"`
	Fault  string `json:"tool_error"`
	Text   string `json:"tool_output_text"`
	Output struct {
		Exit      optional[int] `json:"returncode"`
		Stdout    string        `json:"stdout"`
		Stderr    string        `json:"stderr"`
		TimedOut  bool          `json:"timed_out"`
		Truncated bool          `json:"was_truncated"`
		Content   string        `json:"content"` // of a read
		Existed   *bool         `json:"file_existed"`
	} `json:"tool_output"`
}

func (p *vibePayload) event(agent, _ string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, p.CWD)
	if p.Parent != "" {
		e.Session, e.Actor = p.Parent, p.Session
		if e.Moment == hook.Stop {
			e.Moment = hook.SubagentStop
		}
	}
	return e, ok
}

func (p *vibePayload) setResult(e *hook.Event) {
	out := &p.Output
	e.Duration = p.Duration
	if p.Status != "success" {
		setFailed(e, cmp.Or(p.Fault, p.Text))
		return
	}
	e.Outcome = hook.OK
	switch {
	case e.Tool == hook.Read && len(e.Files) == 1 && !out.Truncated && p.Input.whole():
		e.Files[0].Content = out.Content
	case e.Tool == hook.Write && len(e.Files) == 1:
		e.Files[0].Existed = out.Existed
	case e.Tool == hook.Run:
		e.Outcome, e.Output, e.Cut = hook.Unknown, out.Stdout, out.Truncated
		if out.Stderr != "" {
			e.Output += "\n" + out.Stderr
		}
		if out.TimedOut {
			e.Reason, e.Cut = hook.TimedOut, true
		} else if out.Exit.value != nil {
			setExit(e, *out.Exit.value)
		}
	}
}

func answerVibe(a Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "", e.Moment == hook.After && a.programmed(e):
	case e.Moment == hook.After:
		return replyJSON(map[string]any{"hook_specific_output": map[string]string{"additional_context": all}})
	case e.Moment == hook.Before && v.Severity() != hook.Warn, e.Moment == hook.Stop, e.Moment == hook.SubagentStop:
		return replyJSON(hookReply{Decision: "deny", Reason: all})
	}
	return nil
}

// identifyVibe goes by the names of its hooks.
func identifyVibe(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name")
	name := p["hook_event_name"]
	return byPayload(p["session_id"] != "" && (name == "pre_tool" || name == "post_tool" || name == "post_agent"))
}
