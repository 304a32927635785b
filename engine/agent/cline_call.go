package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine/hook"
)

// A clineCall is a tool call with its result.
type clineCall struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Input    json.RawMessage `json:"input"`
	Output   json.RawMessage `json:"output"`
	Duration int64           `json:"durationMs"`
}

// A clineOutput is one result of a call: run_commands has one per command.
type clineOutput struct {
	Result  string         `json:"result"`
	Error   string         `json:"error"`
	Success optional[bool] `json:"success"`
}

// events returns the event of a call, or one event per command of a call with several, without
// results.
func (c *clineCall) events(e hook.Event) []hook.Event {
	var in struct {
		Path     string          `json:"path"`
		Absolute string          `json:"absolutePath"` // the extension's with models that get the path so
		Old      *string         `json:"old_text"`
		New      string          `json:"new_text"`
		Line     *int            `json:"insert_line"`
		Content  string          `json:"content"`
		Patch    string          `json:"input"`
		Command  string          `json:"command"`
		Commands json.RawMessage `json:"commands"`
		Files    []struct {
			Path string `json:"path"`
		} `json:"files"`
	}
	_ = json.Unmarshal(c.Input, &in) // an input of another form leaves the fields empty
	e.Call, e.Name, e.Tool, e.Duration = c.ID, c.Name, cmp.Or(clineFile.tool(c.Name), hook.Other), c.Duration
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write:
		in.Path = cmp.Or(in.Path, in.Absolute)
		for _, f := range in.Files {
			e.Files = append(e.Files, hook.File{Path: f.Path, Kind: e.Tool})
		}
		if c.Name == "apply_patch" {
			e.Files = patchFiles(in.Patch)
		} else if in.Path != "" {
			f := hook.File{Path: in.Path, Kind: e.Tool, Content: in.Content}
			if c.Name == "editor" && in.Old == nil && in.Line == nil {
				e.Tool, f.Kind, f.Content = hook.Write, hook.Write, in.New
			}
			e.Files = []hook.File{f}
		}
	case hook.Run:
		lines := clineCommands(in.Commands)
		if len(lines) == 0 {
			lines = []string{in.Command}
		}
		var all []hook.Event
		for i, line := range lines {
			run := e
			run.Command = line
			if i > 0 {
				run.Call = fmt.Sprintf("%s#%d", e.Call, i+1)
			}
			all = append(all, run)
		}
		return all
	}
	return []hook.Event{e}
}

// clineCommands decodes the commands of a call: a list of strings or one string.
func clineCommands(commands json.RawMessage) []string {
	var several []string
	if json.Unmarshal(commands, &several) == nil {
		return several
	}
	var one string
	if json.Unmarshal(commands, &one) == nil && one != "" {
		return []string{one}
	}
	return nil
}

// resultEvents returns the events of a call that ended.
func (c *clineCall) resultEvents(e hook.Event) []hook.Event {
	events := c.events(e)
	if string(c.Input) == "null" {
		for i := range events {
			events[i].Outcome, events[i].Reason = hook.Denied, hook.ByHook // a hook overrode the input, see answerCline
		}
		return events
	}
	var outputs []clineOutput
	if json.Unmarshal(c.Output, &outputs) != nil {
		var one clineOutput
		_ = json.Unmarshal(c.Output, &one) // an output of another form tells nothing
		outputs = []clineOutput{one}
	}
	for i := range events {
		if e := &events[i]; e.Tool != hook.Run {
			e.Outcome = hook.Unknown
			for _, o := range outputs {
				if e.Outcome = hook.Unknown; o.Success.value == nil {
					break
				}
				if e.Outcome = hook.OK; !*o.Success.value {
					setFailed(e, o.Error)
					break
				}
			}
		} else if len(outputs) == len(events) {
			outputs[i].setResult(e)
		} else {
			e.Outcome = hook.Unknown
		}
	}
	return events
}

// setResult sets the result of a command.
func (o clineOutput) setResult(e *hook.Event) {
	e.Outcome, e.Output = hook.Unknown, o.Result
	code := 0
	if o.Success.value == nil {
		return
	}
	if !*o.Success.value {
		if n, _ := fmt.Sscanf(o.Error, "Command exited with code %d", &code); n != 1 {
			return
		}
		e.Output = strings.TrimPrefix(e.Output, "["+o.Error+"]")
		e.Output = strings.TrimPrefix(e.Output, "\n")
	}
	e.Output = strings.Replace(e.Output, "\n[stderr]\n", "\n", 1)
	e.Cut = strings.Contains(e.Output, "\n[... output truncated: ")
	setExit(e, code)
}

// call converts the call to the form that the command line sends.
func (l *clineLegacy) call(p *clinePayload) *clineCall {
	c := &clineCall{Name: l.Tool, Input: l.Parameters}
	if p.Timestamp != "" {
		c.ID = fingerprint(p.Task, p.Timestamp, l.Tool, string(l.Parameters)) // the payload has no id
	}
	return c
}

// resultEvents returns the events of a call that ended. Success is that of the tool, not of the
// command.
func (l *clineLegacy) resultEvents(p *clinePayload, e hook.Event) []hook.Event {
	events := l.call(p).events(e)
	for i := range events {
		e := &events[i]
		switch {
		case e.Tool == hook.Run:
			e.Outcome, e.Output = hook.Unknown, l.Result
		case l.Success:
			e.Outcome = hook.OK
		default:
			setFailed(e, l.Result)
		}
	}
	return events
}
