package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/hook"
)

// MiniSWE is mini-swe-agent, the successor of SWE-agent, of which only recorded sessions are read: it has no hooks. A trajectory (format
// mini-swe-agent-1.1, version 2.4.6, measured) is a document with messages in the form of the model's API, whose member extra has what was
// run, how it ended, and when.
//
// Peculiarities:
//
//   - It has one tool, a shell that is new for each command. Several commands of a message have their results in the same order.
//   - The user's words are filled into a template, which the document has.
//   - It ends with a message of the role exit.
var MiniSWE = Agent{Name: "mini-swe-agent", Identify: func(func(string) string, []byte) Match { return NoMatch }, Transcript: &Transcript{
	Files: []string{configFolder + "/mini-swe-agent/*.traj.json"},
	Head:  miniSWEHead,
	Read: func() func(int, []byte) []Step {
		return (&miniSWEReader{base: hook.Event{Agent: "mini-swe-agent"}}).line
	},
}}

// A miniSWERecord is the document without its messages, or one of these.
type miniSWERecord struct {
	Format string `json:"trajectory_format"`
	Info   struct {
		Config struct {
			Agent struct {
				Template string `json:"instance_template"`
			} `json:"agent"`
			Environment struct {
				CWD string `json:"cwd"`
			} `json:"environment"`
		} `json:"config"`
	} `json:"info"`

	Role    string          `json:"role"` // system, user, assistant, tool, exit
	Content json.RawMessage `json:"content"`
	Extra   struct {
		Actions []struct {
			Command string `json:"command"`
			Call    string `json:"tool_call_id"`
		} `json:"actions"`
		Code   *int    `json:"returncode"`
		Output string  `json:"raw_output"`
		At     float64 `json:"timestamp"` // seconds since 1970
	} `json:"extra"`
}

// miniSWEHead decodes the document without its messages. A session is named after its file, as it has no other name.
func miniSWEHead(path string, line []byte) (Head, bool) {
	var rec miniSWERecord
	if json.Unmarshal(line, &rec) != nil || !strings.HasPrefix(rec.Format, "mini-swe-agent-") {
		return Head{}, false
	}
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return Head{Session: name, CWD: rec.Info.Config.Environment.CWD}, true
}

// A miniSWEReader reads one document.
type miniSWEReader struct {
	base     hook.Event
	template string
	begun    bool
	waiting  []hook.Event // calls without a result, in their order
}

// line implements the function that Transcript.Read returns.
func (r *miniSWEReader) line(n int, line []byte) (steps []Step) {
	var rec miniSWERecord
	if json.Unmarshal(line, &rec) != nil {
		return nil
	}
	if rec.Format != "" {
		r.template = rec.Info.Config.Agent.Template
		return nil
	}
	here := position{line: n}
	if at := rec.Extra.At; at > 0 {
		here.at = time.UnixMilli(int64(at * 1000)).UTC().Format(time.RFC3339Nano)
	}
	switch {
	case rec.Role == "assistant":
		for i, action := range rec.Extra.Actions {
			e := r.base
			e.Moment, e.Name, e.Hook, e.Tool, e.Command = hook.Before, "bash", "before", hook.Run, action.Command
			e.Call = cmp.Or(action.Call, fmt.Sprintf("%d.%d", n, i)) // a command in the text has no id
			steps = append(steps, here.step(e))
			r.waiting = append(r.waiting, e)
		}
	case rec.Extra.Code != nil && len(r.waiting) > 0:
		e := r.waiting[0]
		r.waiting = r.waiting[1:]
		e.Moment, e.Hook, e.Output = hook.After, "after", rec.Extra.Output
		setExit(&e, *rec.Extra.Code)
		return append(steps, here.step(e))
	case rec.Role == "user" && !r.begun:
		r.begun = true
		steps = here.begun(r.base, "start", "startup")
		return append(steps, here.spoken(r.base, "user", r.task(contentText(rec.Content)), "task", "")...)
	case rec.Role == "exit":
		return append(steps, here.event(r.base, hook.Stop, "exit", ""))
	}
	return steps
}

// task returns what the user wrote, without the text of the template around it.
func (r *miniSWEReader) task(text string) string {
	before, after, ok := strings.Cut(r.template, "{{task}}")
	if !ok {
		return text
	}
	text = strings.TrimPrefix(text, before)
	if first, _, _ := strings.Cut(strings.TrimSpace(after), "\n"); first != "" {
		text, _, _ = strings.Cut(text, first)
	}
	return strings.TrimSpace(text)
}
