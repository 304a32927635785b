package agent

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/kimi.txt
var kimiFile clientFile

// Kimi is Kimi Code (@moonshot-ai/kimi-code): see clients/kimi.txt.
var Kimi = Agent{
	Name:       "kimi",
	clientFile: kimiFile,
	Identify:   identifyKimi,
	payload:    func() formCaller { return &kimiPayload{} },
	decode:     decodeKimi,
	answer:     answerKimi,
	Diagnose:   diagnoseKimi,
}

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
