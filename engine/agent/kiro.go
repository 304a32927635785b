package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"

	"witness/engine/hook"
)

//go:embed clients/kiro.txt
var kiroFile clientFile

// Kiro is Kiro, command line 3 and IDE 1.0: see clients/kiro.txt.
var Kiro = Agent{
	Name:       "kiro",
	clientFile: kiroFile,
	Identify:   func(func(string) string, []byte) Match { return NoMatch }, // no member of the payload is Kiro's own
	payload:    func() formCaller { return &kiroPayload{} },
	answer:     answerKiro,
}

// A kiroPayload is the payload of any hook.
type kiroPayload struct {
	formPayload
	Input struct {
		formInput        // Command is the shell command, or what fs_write is to do
		Text      string `json:"file_text"`
		Many      []struct {
			Path string `json:"path"`
		} `json:"operations"`
	} `json:"tool_input"`
	Response json.RawMessage `json:"tool_response"`
}

func (p *kiroPayload) event(agent, _ string) (hook.Event, bool) {
	p.Session = cmp.Or(p.Session, "kiro "+p.CWD)
	return p.formPayload.event(agent, p.CWD)
}

func (p *kiroPayload) setCall(e *hook.Event, tools clientFile) {
	in := &p.Input
	in.Content = cmp.Or(in.Text, in.Content)
	in.set(e, p.Tool, tools)
	if e.Tool == hook.Write && in.Command != "" && in.Command != "create" {
		e.Tool = hook.Edit // str_replace, insert, append
	}
	for i := range e.Files {
		e.Files[i].Kind = e.Tool
	}
	for _, f := range in.Many {
		e.Files = append(e.Files, hook.File{Path: f.Path, Kind: e.Tool})
	}
}

// setResult sets the result of the call as far as the response has it.
func (p *kiroPayload) setResult(e *hook.Event) {
	e.Outcome = hook.Unknown
	var r struct {
		Success *bool           `json:"success"`
		Result  json.RawMessage `json:"result"`
	}
	_ = json.Unmarshal(p.Response, &r) // a response of another form has no result
	if r.Success != nil && e.Tool != hook.Run {
		e.Outcome = hook.Failed
		if *r.Success {
			e.Outcome = hook.OK
		}
	}
	if e.Tool != hook.Run {
		return
	}
	var several []struct {
		Exit   string `json:"exit_status"`
		Stdout string `json:"stdout"`
		Stderr string `json:"stderr"`
	}
	_ = json.Unmarshal(r.Result, &several)
	for _, one := range several {
		e.Output += one.Stdout
		if one.Stderr != "" {
			e.Output += "\n" + one.Stderr
		}
		var code int
		if n, _ := fmt.Sscan(one.Exit, &code); n == 1 {
			setExit(e, code)
		}
	}
}

func answerKiro(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return []byte("deny " + all + "\n")
	case e.Moment == hook.Start, e.Moment == hook.Prompt:
		return []byte(all + "\n")
	}
	return nil
}
