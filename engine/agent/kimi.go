package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// Kimi is Kimi Code (@moonshot-ai/kimi-code), measured with version 2.1.0.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   not supported: the client does not wait for the hook
//	context at a prompt    message
//	ask                    not supported: the call runs
//	block                  permissionDecision "deny"; the reason becomes the tool's result
//	prevent stopping       the same, once a turn
//
// Peculiarities:
//
//   - The settings are TOML and for the user only: a [[hooks]] table per event. Another key than event, matcher, command and
//     timeout is an error.
//   - A warning waits until the next prompt or stop.
//   - A command that fails sends PostToolUseFailure, whose error is an object, and whose message ends with "Command failed
//     with exit code: 1.". tool_output has at most 2,000 characters.
//   - A command that takes longer than its timeout, a minute by default, moves to the background: it sends PostToolUse with a
//     text that begins with its task_id. Its end comes as a prompt, <notification id="task:…">.
//   - A subagent's calls are not marked, and it fires Stop like the main agent: what it does counts for the main agent.
//   - The payload has no path of a session file.
//   - The archived Kimi CLI (kimi-cli of PyPI) has other settings, tools and replies: its payloads have no client_type, and
//     are refused.
var Kimi = Agent{
	Name:        "kimi",
	Identify:    identifyKimi,
	Tools:       kimiTools,
	payload:     func() formCaller { return &kimiPayload{} },
	decode:      decodeKimi,
	answer:      answerKimi,
	BriefsLate:  true,
	NoContextAt: []string{hook.Before, hook.After, hook.Start, hook.SubagentStart, hook.SubagentStop, hook.Compact, hook.End},
	Package:     Package{Name: "/kimi-code", Oldest: "2.0.0", Proven: "2.1.0"},
	Settings: []Settings{{
		Scope: "user", Path: ".kimi-code/config.toml", MovedBy: "KIMI_CODE_HOME=.kimi-code", Block: kimiHooks,
		Note: "These are hooks of Kimi Code, npm install -g @moonshot-ai/kimi-code. The archived Kimi CLI (kimi-cli) is not supported.",
	}},
	Signs:    Signs{Programs: []string{"kimi"}, User: []string{".kimi-code"}},
	Bypass:   Bypass{Programs: []string{"kimi-code"}, Words: []string{"--config", "--config-file"}},
	Probe:    `{"hook_event_name":"PreToolUse","session_id":"doctor","cwd":"$CWD","client_type":"kimi_code_cli","tool_name":"Bash","tool_input":{"command":"$COMMAND"},"tool_call_id":"doctor"}`,
	Diagnose: diagnoseKimi,
}

// kimiHooks are the tables that are added to the settings. Each line exits with status 0 whatever
// happens to witness.
const (
	kimiHooks = blockBegin +
		"[[hooks]]\nevent = \"SessionStart\"\n" + kimiLine +
		"[[hooks]]\nevent = \"UserPromptSubmit\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PreToolUse\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PostToolUse\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PostToolUseFailure\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PreCompact\"\n" + kimiLine +
		"[[hooks]]\nevent = \"Stop\"\n" + kimiLine +
		"[[hooks]]\nevent = \"SessionEnd\"\n" + kimiLine +
		blockEnd
	kimiLine = "command = \"env witness hook kimi 2>/dev/null || cat >/dev/null\"\ntimeout = 10\n\n"
)

const kimiTools toolTable = `
read   Read ReadMediaFile
edit   Edit
write  Write
run    Bash
search Grep Glob
fetch  FetchURL WebSearch
task   Agent AgentSwarm
other  AskUserQuestion CreateGoal CronCreate CronDelete CronList EnterPlanMode ExitPlanMode GetGoal SetGoalBudget Skill
other  TaskList TaskOutput TaskStop TodoList UpdateGoal WaitFor select_tools`

// A kimiPayload is the payload of any hook.
type kimiPayload struct {
	formPayload
	Client string        `json:"client_type"`
	Output lenientString `json:"tool_output"`
}

// errKimi is the error of a hook that the archived client calls.
var errKimi = errors.New("kimi payload: the archived Kimi CLI (kimi-cli) sent this; witness supports its successor, Kimi Code: npm install -g @moonshot-ai/kimi-code, then witness init --user kimi")

func decodeKimi(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	p := &kimiPayload{}
	events, err := a.decodeForm(payload, getenv, p)
	if err == nil && p.Client == "" {
		return nil, errKimi
	}
	return events, err
}

func (p *kimiPayload) event(agent, _ string) (hook.Event, bool) {
	return p.formPayload.event(agent, p.CWD)
}

// kimiOutputLimit is the length from which on an output was cut.
const kimiOutputLimit = 2000

func (p *kimiPayload) setResult(e *hook.Event) {
	text := string(p.Output)
	if e.Hook == "PostToolUseFailure" {
		text = string(p.Error)
		setFailed(e, text)
		at := strings.LastIndex(text, "Command failed with exit code: ")
		code := 0
		if n, _ := fmt.Sscanf(text[max(at, 0):], "Command failed with exit code: %d.", &code); e.Tool == hook.Run && n == 1 {
			e.Output, e.Reason = text[:at], ""
			setExit(e, code)
		}
		return
	}
	e.Outcome = hook.OK
	if e.Tool != hook.Run {
		return
	}
	if e.Background = p.Input.InBack || strings.HasPrefix(text, "task_id: ") && strings.Contains(text, "\nstatus: running\n"); e.Background {
		e.Outcome = hook.Unknown
		return
	}
	e.Output, e.Cut = strings.TrimPrefix(text, "Command executed successfully."), len(text) >= kimiOutputLimit
	setExit(e, 0)
}

func answerKimi(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
	case e.Moment == hook.Before && v.Severity() != hook.Warn, e.Moment == hook.Stop && !e.Active:
		return formReply{}.decide(e.Hook, v)
	case e.Moment == hook.Prompt:
		return replyJSON(map[string]string{"message": all})
	}
	return nil
}

// identifyKimi goes by a member that only Kimi Code sends.
func identifyKimi(_ func(string) string, payload []byte) Match {
	return byPayload(stringMembers(payload, "client_type")["client_type"] == "kimi_code_cli")
}

// diagnoseKimi looks for hooks that an earlier version of witness wrote for the archived Kimi CLI.
func diagnoseKimi(_ Agent, w Machine, _ Settings) []Problem {
	old := filepath.Join(w.Home, ".kimi", "config.toml")
	text, err := os.ReadFile(old)
	if err != nil || !strings.Contains(string(text), "witness hook kimi") {
		return nil
	}
	return []Problem{{"these hooks are for the archived Kimi CLI (kimi-cli), which witness does not support: use Kimi Code", old, "remove the tables with witness from " + old}}
}
