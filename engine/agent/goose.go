package agent

import (
	_ "embed"

	"witness/engine/hook"
)

//go:embed clients/goose.txt
var gooseFile clientFile

// Goose is goose from version 1.38 on, with the hooks of Open Plugins: see clients/goose.txt.
var Goose = Agent{
	Name:       "goose",
	clientFile: gooseFile,
	Identify:   identifyGoose,
	payload:    func() formCaller { return &goosePayload{} },
	answer:     answerGoose,
}

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
	return a.form().answer(e, v)
}

// identifyGoose goes by the names of the members.
func identifyGoose(_ func(string) string, payload []byte) Match {
	m := stringMembers(payload, "event", "session_id", "working_dir")
	return byPayload(m["event"] != "" && m["session_id"] != "" && m["working_dir"] != "")
}
