package agent

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"witness/engine/hook"
)

// ClineTask reads the tasks of Cline's extension for editors, and of Roo Code, a fork of it. A task is a folder with a document
// api_conversation_history.json: a JSON list of messages in the form of Anthropic's API. Measured on a recording of April 2026, the older form on
// exports of 2025 and 2026.
//
// Peculiarities:
//
//   - A message of the user holds the results of calls, what the client says of itself, and in elements (<task>, <feedback>, <answer>,
//     <user_message>) what the user wrote.
//   - A result is a text that begins with the tool and its subject, as in "[execute_command for 'ls'] Result:"; newer versions of Roo Code write
//     the API's results. Calls are the API's, or elements in the text of the model.
//   - A turn ends with a call: of the tool that hands over, that asks, or that answers in plan mode.
//
// It is an agent of its own, because doctor compares the recordings of a client with the hooks that it ran, and Roo Code runs none.
var ClineTask = Agent{Name: "cline-task", clientFile: clineFile, Identify: func(func(string) string, []byte) Match { return NoMatch }, Transcript: &Transcript{
	Files: []string{
		configFolder + "/*/User/globalStorage/*/tasks/*/api_conversation_history.json",
		".vscode-server/data/User/globalStorage/*/tasks/*/api_conversation_history.json",
	},
	Head: clineTaskHead,
	Read: func() func(int, []byte) []Step { return (&clineTaskReader{}).line },
}}

// clineTaskHead decodes the first message of a task.
func clineTaskHead(path string, line []byte) (h Head, ok bool) {
	var rec clineRecord
	if json.Unmarshal(line, &rec) != nil || rec.Role != "user" {
		return h, false
	}
	text := contentText(rec.Content)
	if !strings.HasPrefix(text, "<task>") {
		return h, false
	}
	h.Session, h.Time = filepath.Base(filepath.Dir(path)), rec.time()
	if name := filepath.Base(path); !strings.HasPrefix(name, "api_conversation_history.json") {
		h.Session, _, _ = strings.Cut(name, ".") // a copy has a name of its own
	}
	for _, folder := range []string{"# Current Working Directory (", "# Current Workspace Directory ("} {
		if _, rest, found := strings.Cut(text, folder); found {
			h.CWD, _, _ = strings.Cut(rest, ")")
		}
	}
	return h, true
}

// time returns when a message was written, "" if it does not say.
func (r *clineRecord) time() string {
	if r.At == 0 {
		return ""
	}
	return millisecondsText(r.At)
}

// A clineTaskReader reads one task.
type clineTaskReader struct {
	begun bool
	calls []clineCall // of the latest message of the model
}

// line implements the function that Transcript.Read returns.
func (r *clineTaskReader) line(n int, line []byte) (steps []Step) {
	var rec clineRecord
	if json.Unmarshal(line, &rec) != nil {
		return nil
	}
	here := position{n, rec.time()}
	base := hook.Event{Agent: "cline"}
	if !r.begun {
		r.begun = true
		steps = here.begun(base, "TaskStart", "startup")
	}
	var blocks []clineBlock
	if json.Unmarshal(rec.Content, &blocks) != nil {
		blocks = []clineBlock{{Type: "text", Text: contentText(rec.Content)}}
	}
	if rec.Role == "assistant" {
		return append(steps, r.answer(here, base, blocks)...)
	}
	return append(steps, r.results(here, base, blocks)...)
}

// A clineBlock is a part of a message.
type clineBlock struct {
	clineCall
	Type   string          `json:"type"` // text, tool_use, tool_result
	Text   string          `json:"text"`
	Of     string          `json:"tool_use_id"`
	Failed bool            `json:"is_error"`
	Result json.RawMessage `json:"content"`
}

// answer returns the calls of a message of the model, and the end of the turn if one of them is it.
func (r *clineTaskReader) answer(here position, base hook.Event, blocks []clineBlock) (steps []Step) {
	r.calls = nil
	for _, b := range blocks {
		call, ok := b.clineCall, b.Type == "tool_use"
		if b.Type == "text" {
			call, ok = clineElement(b.Text)
		}
		if ok {
			r.calls = append(r.calls, call)
		}
	}
	var said string
	for _, call := range r.calls {
		var in struct{ Result, Response, Question string }
		_ = json.Unmarshal(call.Input, &in) // an input of another form ends no turn
		said = cmp.Or(said, in.Result, in.Response, in.Question)
		e := base
		e.Moment, e.Hook = hook.Before, "PreToolUse"
		for _, e := range call.events(e) {
			steps = append(steps, here.step(e))
		}
	}
	return append(steps, here.spoken(base, "assistant", said, "", "TaskComplete")...)
}

// results returns the ends of calls that a message of the user holds, and what the user wrote in it.
func (r *clineTaskReader) results(here position, base hook.Event, blocks []clineBlock) (steps []Step) {
	var words []string
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		tool, text, ok := clineResult(b.Text)
		switch {
		case b.Type == "tool_result":
			text = contentText(b.Result)
		case !ok:
			words = append(words, clineWords(b.Text)...)
			continue
		case text == "" && i+1 < len(blocks):
			i++
			text = blocks[i].Text // the result is a part of its own
		}
		at := slices.IndexFunc(r.calls, func(c clineCall) bool { return b.Of != "" && c.ID == b.Of || b.Of == "" && c.Name == tool })
		if at < 0 {
			continue
		}
		call := r.calls[at]
		r.calls = slices.Delete(r.calls, at, at+1)
		if strings.HasPrefix(text, "The user ") || slices.Contains([]string{"ask_followup_question", "attempt_completion", "plan_mode_respond"}, call.Name) {
			words = append(words, clineWords(text)...) // any other result may be a file with such elements
		}
		e := base
		e.Moment, e.Hook = hook.After, "PostToolUse"
		for _, e := range call.events(e) {
			setTaskResult(&e, text, b.Failed)
			steps = append(steps, here.step(e))
		}
	}
	return append(steps, here.spoken(base, "user", strings.Join(words, "\n"), "UserPromptSubmit", "")...)
}

// clineWords returns what the user wrote in a text of the client.
func clineWords(text string) (words []string) {
	for _, element := range []string{"task", "feedback", "answer", "user_message"} {
		if word := strings.TrimSpace(tagged(text, element)); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// clineResult returns the tool and the text of a result, and whether the text is one.
func clineResult(text string) (tool, result string, ok bool) {
	head, result, ok := strings.Cut(text, "] Result:")
	if !ok || !strings.HasPrefix(head, "[") {
		return "", "", false
	}
	tool, _, _ = strings.Cut(head[1:], " ")
	return tool, strings.TrimLeft(result, " \n"), true
}

// clineExit is the exit status of a command in the first lines of its result.
var clineExit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bexit code:? (\d+)`) })

// setTaskResult sets the outcome of a call from the text of its result.
func setTaskResult(e *hook.Event, text string, failed bool) {
	head, output, _ := strings.Cut(text, "\nOutput:\n")
	if failed || strings.HasPrefix(text, "The user denied") || strings.HasPrefix(text, "The tool execution failed") || strings.HasPrefix(text, "<error") {
		setRecordedFailure(e, text)
		return
	}
	if e.Tool != hook.Run {
		e.Outcome = hook.OK
		return
	}
	e.Outcome, e.Output = hook.Unknown, output
	if exit := clineExit().FindStringSubmatch(head); exit != nil {
		if code, err := strconv.Atoi(exit[1]); err == nil {
			setExit(e, code)
		}
	}
}
