package agent

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/antigravity.txt
var antigravityFile clientFile

// Antigravity is Google Antigravity, of which only recorded sessions are read: what its hooks send is not known, so it is not in All.
var Antigravity = Agent{
	Name:       "antigravity",
	clientFile: antigravityFile,
	Identify:   func(func(string) string, []byte) Match { return NoMatch },
	Transcript: &Transcript{
		Files: []string{".gemini/antigravity*/brain/*/.system_generated/logs/transcript*.jsonl"},
		Head:  antigravityHead,
		Read: func() func(int, []byte) []Step {
			r := &antigravityReader{base: hook.Event{Agent: "antigravity"}}
			return r.line
		},
	},
}

// Recorded returns the agents whose recorded sessions can be read: All, and those that have no hooks.
func Recorded() []*Agent {
	return append(slices.Clip(All), &ClineTask, &MiniSWE, &OpenHands, &Antigravity)
}

// An antigravityStep is one line: what the user wrote, a message of the model with its calls, or the result of one.
type antigravityStep struct {
	Index  *int              `json:"step_index"`
	Source string            `json:"source"` // USER_EXPLICIT, MODEL, SYSTEM
	Type   string            `json:"type"`
	Status string            `json:"status"` // DONE, RUNNING, ERROR
	At     string            `json:"created_at"`
	Text   string            `json:"content"`
	Calls  []antigravityCall `json:"tool_calls"`
}

// An antigravityCall has its arguments by name, each of them as JSON, and in some versions as JSON in a string.
type antigravityCall struct {
	Name string                     `json:"name"`
	Args map[string]json.RawMessage `json:"args"`
}

// arg returns an argument, "" if the call does not have it or the client has cut it off.
func (c antigravityCall) arg(name string) string {
	text := stringValue(c.Args[name])
	if strings.HasPrefix(text, `"`) || strings.HasPrefix(text, `[`) {
		inner := json.RawMessage(text)
		if !json.Valid(inner) {
			return ""
		}
		if text[0] == '"' {
			return stringValue(inner)
		}
	}
	return text
}

// parseAntigravityStep decodes a line. It returns false if the line is not a step.
func parseAntigravityStep(line []byte) (s antigravityStep, ok bool) {
	err := json.Unmarshal(line, &s)
	return s, (err == nil || isTypeMismatch(err)) && s.Index != nil && s.Type != "" && s.Source != ""
}

// antigravityHead implements Transcript.Head. No line names the session, so its beginning does; the folder is that of its first command.
func antigravityHead(_ string, line []byte) (Head, bool) {
	s, ok := parseAntigravityStep(line)
	h := Head{Session: "antigravity-" + s.At, Time: s.At}
	for _, c := range s.Calls {
		h.CWD = c.arg("Cwd")
	}
	return h, ok
}

// An antigravityReader reads one file. Results follow the message with the calls, in their order, and do not name them.
type antigravityReader struct {
	base  hook.Event
	calls []hook.Event // that have begun, without a result
	count int
}

// line implements the function that Transcript.Read returns.
func (r *antigravityReader) line(n int, line []byte) []Step {
	s, ok := parseAntigravityStep(line)
	if !ok {
		return nil
	}
	here := position{n, s.At}
	var steps []Step
	if r.base.Session == "" {
		r.base.Session = "antigravity-" + s.At
		steps = append(steps, here.event(r.base, hook.Start, "start", "startup"))
	}
	switch {
	case s.Type == "USER_INPUT":
		steps = append(steps, r.prompt(here, antigravityRequest(s.Text)))
	case s.Type == "CHECKPOINT":
		steps = append(steps, here.event(r.base, hook.Compact, "checkpoint", ""))
	case s.Type == "SYSTEM_MESSAGE":
		if e, ok := r.taskEnd(s.Text); ok {
			steps = append(steps, here.step(e))
		}
	case s.Type == "PLANNER_RESPONSE":
		r.calls = nil
		for _, c := range s.Calls {
			e := r.begin(c)
			r.calls = append(r.calls, e)
			steps = append(steps, here.step(e))
		}
		if len(s.Calls) == 0 && s.Text != "" {
			stop := here.event(r.base, hook.Stop, "stop", "")
			stop.Event.Message = s.Text
			steps = append(steps, stop)
		}
	case s.Source == "MODEL" || s.Type == "ERROR_MESSAGE":
		steps = append(steps, r.result(here, &s)...)
	}
	return steps
}

// prompt returns what the user wrote.
func (r *antigravityReader) prompt(here position, text string) Step {
	step := here.event(r.base, hook.Prompt, "prompt", "")
	step.Event = prompted(step.Event, text)
	return step
}

// antigravityRequest returns what the user wrote, with the comments on a document of the model's and without what the client adds.
func antigravityRequest(text string) string {
	comments, _, _ := strings.Cut(text, "<USER_REQUEST>")
	if strings.Contains(comments, "The user has approved this document.") {
		comments = "The plan is approved."
	}
	return strings.TrimSpace(comments + "\n" + strings.TrimSpace(tagged(text, "USER_REQUEST")))
}

// begin returns the event before a call.
func (r *antigravityReader) begin(c antigravityCall) hook.Event {
	e := r.base
	r.count++
	e.Moment, e.Name, e.Hook, e.Call = hook.Before, c.Name, "before", fmt.Sprintf("call-%d", r.count)
	e.Tool = antigravityFile.tool(c.Name)
	if e.Tool == "" {
		e.Tool = hook.Other
	}
	file := hook.File{Path: c.arg("TargetFile"), Kind: e.Tool}
	switch e.Tool {
	case hook.Read:
		file.Path = c.arg("AbsolutePath")
	case hook.Write:
		file.Content = c.arg("CodeContent")
	case hook.Edit:
		file.Replaced = antigravityReplacements(c)
	case hook.Run:
		e.Command = c.arg("CommandLine")
		if dir := c.arg("Cwd"); dir != "" {
			e.CWD, r.base.CWD = dir, dir
		}
		if onWindows(e.CWD) {
			e.Shell = "powershell"
		}
	}
	if file.Path != "" {
		e.Files = []hook.File{file}
	}
	return e
}

// antigravityReplacements returns what an edit replaces, nil if the client has cut off a part of it.
func antigravityReplacements(c antigravityCall) (list []hook.Replacement) {
	if old := c.arg("TargetContent"); old != "" {
		return []hook.Replacement{{Old: old, New: c.arg("ReplacementContent"), All: c.arg("AllowMultiple") == "true"}}
	}
	var chunks []struct{ TargetContent, ReplacementContent string }
	_ = json.Unmarshal([]byte(c.arg("ReplacementChunks")), &chunks)
	for _, one := range chunks {
		list = append(list, hook.Replacement{Old: one.TargetContent, New: one.ReplacementContent})
	}
	return list
}

// result returns the end of the first call that has none. A call that the client could not read is answered by its error message.
func (r *antigravityReader) result(here position, s *antigravityStep) (steps []Step) {
	if len(r.calls) == 0 {
		return nil
	}
	e := r.calls[0]
	r.calls = r.calls[1:]
	e.Moment, e.Hook, e.Outcome = hook.After, "after", hook.OK
	text := antigravityBody(s.Text)
	switch {
	case s.Type == "ERROR_MESSAGE":
		e.Outcome, e.Reason = hook.Failed, hook.NotStarted
	case s.Status == "ERROR":
		e.Outcome = hook.Failed
		if _, words, ok := strings.Cut(text, "user denied permission for "); ok {
			e.Outcome, e.Reason = hook.Denied, hook.ByUser
			if _, said, ok := strings.Cut(words, "provided by the user as an alternative: "); ok {
				steps = append(steps, r.prompt(here, said))
			}
		}
	case e.Tool == hook.Run && s.Status == "RUNNING":
		_, rest, _ := strings.Cut(text, "task id: ")
		e.Source, _, _ = strings.Cut(rest, "\n")
		e.Outcome, e.Background = hook.Unknown, true
	case e.Tool == hook.Run:
		setAntigravityExit(&e, text)
	default:
		setFound(&e, text)
	}
	if e.Outcome == hook.Denied || e.Outcome == hook.Failed && e.Exit == nil && e.Tool == hook.Run { // it did not run
		e.Files, e.Command = nil, ""
	}
	return append([]Step{here.step(e)}, steps...)
}

// taskEnd returns the end of a command in the background that a message of the client tells of.
func (r *antigravityReader) taskEnd(text string) (hook.Event, bool) {
	_, rest, ok := strings.Cut(text, `content=Task id "`)
	id, result, ended := strings.Cut(rest, `" finished with result:`)
	e := r.base
	e.Moment, e.Tool, e.Name, e.Source, e.Told = hook.After, hook.Run, "task-notification", id, true
	result, _, _ = strings.Cut(result, "\n\nLog: file://")
	setAntigravityExit(&e, result)
	return e, ok && ended && e.Exit != nil
}

// antigravityBody removes the two times before a result.
func antigravityBody(text string) string {
	if strings.HasPrefix(text, "Created At: ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	if strings.HasPrefix(text, "Completed At: ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

// setAntigravityExit sets how a command ended: "The command completed successfully.", "exited with code 0." or "failed with exit code: 1",
// and then what it printed.
func setAntigravityExit(e *hook.Event, text string) {
	said, output, found := strings.Cut(text, "Output:\n")
	if !found {
		said, output, _ = strings.Cut(text, "Stdout:\n")
	}
	e.Outcome, e.Output = hook.Unknown, strings.TrimLeft(output, "\t")
	e.Cut = strings.HasPrefix(e.Output, "<truncated ")
	var code int
	switch _, number, found := strings.Cut(said, "code"); {
	case strings.Contains(said, "completed successfully"):
		setExit(e, 0)
	case found:
		if n, _ := fmt.Sscanf(strings.TrimLeft(number, ": "), "%d", &code); n == 1 {
			setExit(e, code)
		}
	}
}
