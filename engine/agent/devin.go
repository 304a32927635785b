package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"

	"witness/engine/hook"
)

//go:embed clients/devin.txt
var devinFile clientFile

// Devin is the Devin CLI: see clients/devin.txt.
var Devin = Agent{
	Name:       "devin",
	clientFile: devinFile,
	Identify:   identifyDevin,
	decode:     decodeDevin,
}

// A devinPayload is the payload of any hook.
type devinPayload struct {
	formPayload
	Response struct {
		Success *bool  `json:"success"`
		Output  string `json:"output"`
		Error   string `json:"error"`
	} `json:"tool_response"`
}

func decodeDevin(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	return a.decodeForm(payload, func(name string) string { return cmp.Or(getenv(name), getenv("PWD")) }, &devinPayload{})
}

func (p *devinPayload) event(agent, project string) (hook.Event, bool) {
	p.CWD = project
	return p.formPayload.event(agent, project)
}

// setResult sets the result of the call.
func (p *devinPayload) setResult(e *hook.Event) {
	e.Outcome = hook.Unknown
	if ok := p.Response.Success; ok != nil && !*ok {
		setFailed(e, p.Response.Error)
	} else if ok != nil && e.Tool != hook.Run {
		e.Outcome = hook.OK
	}
	if e.Tool != hook.Run {
		return
	}
	e.Output = p.Response.Output
	if p.Response.Error != "" {
		e.Output += "\n" + p.Response.Error
	}
}

// identifyDevin goes by the environment, because no member of the payload is Devin's own, and by
// the members that the payload lacks: agents that are started in Devin's shell inherit the
// environment.
func identifyDevin(getenv func(string) string, payload []byte) Match {
	if getenv("DEVIN_PROJECT_DIR") == "" {
		return NoMatch
	}
	var p map[string]json.RawMessage
	if json.Unmarshal(payload, &p) != nil || p["hook_event_name"] == nil || p["session_id"] == nil {
		return NoMatch
	}
	if p["cwd"] == nil && p["transcript_path"] == nil && (p["prompt_id"] != nil || p["tool_use_id"] != nil) {
		return ByEnvironment
	}
	return NoMatch
}
