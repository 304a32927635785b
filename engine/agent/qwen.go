package agent

import (
	_ "embed"

	"witness/engine/hook"
)

//go:embed clients/qwen.txt
var qwenFile clientFile

// Qwen is Qwen Code, a fork of the Gemini CLI: see clients/qwen.txt.
var Qwen = Agent{
	Name:       "qwen",
	clientFile: qwenFile,
	Identify:   identifyQwen,
	payload:    func() formCaller { return &qwenPayload{} },
	Transcript: &Transcript{Tokens: readTokens(qwenTokens), Pauses: qwenPause},
	Diagnose:   diagnoseQwen,
}

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
