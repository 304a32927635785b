package agent

import (
	_ "embed"
	"slices"

	"witness/engine/hook"
)

//go:embed clients/gemini.txt
var geminiFile clientFile

// Gemini is Google's Gemini CLI: see clients/gemini.txt.
var Gemini = Agent{
	Name:       "gemini",
	clientFile: geminiFile,
	Identify:   identifyGemini,
	decode:     decodeGemini,
	answer:     answerGemini,
	Transcript: geminiTranscript,
	Diagnose:   diagnoseGemini,
	Plugin:     geminiPlugin,
}

// geminiHookNames are the hooks that no other client has.
var geminiHookNames = []string{"BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "PreCompress", "BeforeModel", "AfterModel", "BeforeToolSelection"}

// A geminiPayload is the payload of any hook.
type geminiPayload struct {
	formPayload
	Timestamp string          `json:"timestamp"`
	Response  *geminiResponse `json:"tool_response"`

	payload []byte
}

func decodeGemini(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	p := geminiPayload{payload: payload}
	events, err := a.decodeForm(payload, getenv, &p)
	if err != nil || len(events) == 0 || events[0].Moment != hook.Prompt || events[0].Source != "" {
		return events, err
	}
	return withAttached(events[0], geminiReferenced(string(p.Prompt))), nil
}

func (p *geminiPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	if e.Moment == hook.Prompt && hook.Spoken(string(p.Prompt)) {
		e.Source = "hook" // the reason of a denied stop, not the user's prompt
	}
	return e, ok
}

func (p *geminiPayload) setCall(e *hook.Event, tools clientFile) {
	p.formPayload.setCall(e, tools)
	if p.Timestamp != "" {
		e.Call = fingerprint(string(p.payload))
	}
}

func answerGemini(a Agent, e hook.Event, v hook.Verdict) []byte {
	if toolFailed := e.Moment == hook.After && e.Outcome == hook.Failed && e.Exit == nil; toolFailed {
		if all := joinFindings(v, hook.Block, hook.Ask, hook.Warn); all != "" {
			return replyJSON(hookReply{Decision: "deny", Reason: e.Output + "\n" + all})
		}
	}
	return a.form().answer(e, v)
}

// identifyGemini goes by the payload. The environment does not decide: a client that was started
// in the shell of another one has the variables of both.
func identifyGemini(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	hook := p["hook_event_name"]
	return byPayload(p["session_id"] != "" && (slices.Contains(geminiHookNames, hook) || hook != "" && pathContains(p["transcript_path"], "/.gemini/")))
}
