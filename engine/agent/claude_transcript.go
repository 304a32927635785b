package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine"
)

// claudeTranscript reads ~/.claude/projects, as Claude Code 2.1.197 writes it: a file for each
// session, and beside it a folder of its name with a file for each subagent.
//
// What a reader would guess wrong:
//
//   - All calls of a message stand before the first of their results, even where the client
//     ran them one after the other.
//   - A call that the client itself rejects has its result in <tool_use_error> and never came
//     to a hook.
//   - A subagent's results have no toolUseResult, only the text that the model reads.
//   - The file of a fork begins with the records of the session that it left, as its own.
//     They are older than the file's first line, and its hooks were never told of them.
//   - Nothing marks the start, the end or the resumption of a session, nor a stop.
var claudeTranscript = &Transcript{
	Files: []string{".claude/projects/**/*.jsonl"},
	Head:  claudeFileHead,
	Read: func() func(int, []byte) []Step {
		r := &claudeReader{}
		return r.line
	},
}

// A claudeRecord is one line.
type claudeRecord struct {
	Type      string `json:"type"` // user, assistant, system, attachment, …
	Subtype   string `json:"subtype"`
	Session   string `json:"sessionId"`
	Agent     string `json:"agentId"`
	Sidechain bool   `json:"isSidechain"`
	Meta      bool   `json:"isMeta"`
	Summary   bool   `json:"isCompactSummary"`
	APIError  bool   `json:"isApiErrorMessage"`
	At        string `json:"timestamp"`
	CWD       string `json:"cwd"`
	Message   struct {
		Model   string          `json:"model"` // <synthetic> is the client itself
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Result  json.RawMessage `json:"toolUseResult"`
	Compact struct {
		Trigger string `json:"trigger"`
	} `json:"compactMetadata"`
}

// A claudeBlock is a part of a message.
type claudeBlock struct {
	Type    string          `json:"type"` // text, tool_use, tool_result, …
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	Of      string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
	Failed  bool            `json:"is_error"`
}

func claudeFileHead(_ string, line []byte) (Head, bool) {
	var r claudeRecord
	if err := json.Unmarshal(line, &r); err != nil && !isTypeMismatch(err) || r.Type == "" || r.Session == "" {
		return Head{}, false
	}
	return Head{Session: r.Session, CWD: r.CWD, At: r.At, Part: r.Sidechain && r.Agent != ""}, true
}

// A claudeReader reads one file.
type claudeReader struct {
	base        engine.Event     // what all events of the file share
	calls       []*claudeToolUse // of the latest message that has calls
	startedAt   string           // when the file was begun, "" if it does not say
	pendingStop position         // of what the model said last without a call; line 0 if a stop does not follow
	pendingCWD  string           // the directory of that
	stopBlocked bool             // a hook kept the agent from stopping since the user spoke
}

func (r *claudeReader) line(n int, line []byte) []Step {
	if line == nil {
		return append(r.flushCalls(), r.flushStop()...)
	}
	var rec claudeRecord
	if err := json.Unmarshal(line, &rec); err != nil && !isTypeMismatch(err) {
		return nil
	}
	if r.startedAt == "" && r.base.Session == "" && rec.Type == "queue-operation" {
		r.startedAt = rec.At
	}
	if rec.At != "" && rec.At < r.startedAt {
		return nil
	}
	here := position{n, rec.At}
	var steps []Step
	if r.base.Session == "" && rec.Session != "" && rec.CWD != "" {
		r.base = engine.Event{Session: rec.Session, Agent: "claude", CWD: rec.CWD}
		start := r.base
		start.Moment, start.Source, start.Name = engine.Start, "startup", "SessionStart"
		if rec.Sidechain {
			r.base.Actor = rec.Agent
			start = r.base
			start.Moment, start.Name = engine.SubagentStart, "SubagentStart"
		}
		start.Hook = start.Name
		steps = append(steps, here.step(start))
	}
	if rec.CWD != "" {
		r.base.CWD = rec.CWD
	}
	switch rec.Type {
	case "assistant":
		return append(steps, r.assistantMessage(&rec, here)...)
	case "user":
		return append(steps, r.userMessage(&rec, here)...)
	case "system":
		if rec.Subtype == "compact_boundary" {
			return append(steps, r.compactBoundary(&rec, here)...)
		}
	}
	return steps
}

// said is a message of the model, or a part of one: each of its calls is a record.
func (r *claudeReader) assistantMessage(rec *claudeRecord, here position) (steps []Step) {
	var blocks []claudeBlock
	if json.Unmarshal(rec.Message.Content, &blocks) != nil {
		return nil
	}
	for _, b := range blocks {
		if b.Type != "tool_use" {
			continue
		}
		if !r.hasOpenCalls() {
			steps = append(steps, r.flushCalls()...)
		}
		use := &claudeToolUse{start: here, cwd: r.base.CWD}
		use.call.Tool, use.call.ID = b.Name, b.ID
		// A field of the wrong type is passed over, as in a payload.
		if err := json.Unmarshal(b.Input, &use.call.Input); err != nil && !isTypeMismatch(err) {
			continue
		}
		r.calls = append(r.calls, use)
		r.pendingStop = position{}
	}
	if !r.hasOpenCalls() && !rec.APIError && rec.Message.Model != "<synthetic>" {
		r.pendingStop, r.pendingCWD = here, r.base.CWD
	}
	return steps
}

// waiting tells whether a call has no result yet.
func (r *claudeReader) hasOpenCalls() bool {
	return slices.ContainsFunc(r.calls, func(c *claudeToolUse) bool { return c.end.line == 0 })
}

// heard is what the model is told: the results of its calls, or the words of the user.
func (r *claudeReader) userMessage(rec *claudeRecord, here position) []Step {
	var blocks []claudeBlock
	_ = json.Unmarshal(rec.Message.Content, &blocks) // a string, if it is no list
	results := false
	for _, b := range blocks {
		if b.Type != "tool_result" {
			continue
		}
		results = true
		for _, c := range r.calls {
			if c.call.ID == b.Of && c.end.line == 0 {
				c.end, c.result, c.detail = here, b, rec.Result
			}
		}
	}
	if results {
		r.pendingStop = position{}
		return nil
	}
	text := contentText(rec.Message.Content)
	switch {
	case rec.Meta && (strings.HasPrefix(text, "Stop hook feedback:") || strings.HasPrefix(text, "SubagentStop hook feedback:")):
		steps := append(r.flushCalls(), r.flushStop()...)
		r.stopBlocked = true
		return steps
	case strings.HasPrefix(text, "[Request interrupted by user"):
		r.pendingStop = position{}
		return r.flushCalls()
	case rec.Meta || rec.Summary || r.base.Actor != "" || strings.HasPrefix(text, "<command-") || strings.HasPrefix(text, "<local-command-"):
		return nil // not the user's words to the model, or a parent's to its subagent
	}
	steps := append(r.flushCalls(), r.flushStop()...)
	r.stopBlocked = false
	e := r.base
	e.Moment, e.Name, e.Hook = engine.Prompt, "UserPromptSubmit", "UserPromptSubmit"
	if strings.HasPrefix(text, "<task-notification>") {
		e.Source = "task-notification"
	}
	return append(steps, here.step(e))
}

// stop is the end of a turn, if the model's last word was no call.
func (r *claudeReader) flushStop() []Step {
	if r.pendingStop.line == 0 {
		return nil
	}
	e := r.base
	e.Moment, e.Name, e.CWD, e.Active = engine.Stop, "Stop", r.pendingCWD, r.stopBlocked
	if r.base.Actor != "" {
		e.Moment, e.Name = engine.SubagentStop, "SubagentStop"
	}
	e.Hook = e.Name
	step := r.pendingStop.step(e)
	r.pendingStop = position{}
	return []Step{step}
}

// compacted is a boundary: the context was compacted, and begins anew.
func (r *claudeReader) compactBoundary(rec *claudeRecord, here position) []Step {
	steps := append(r.flushCalls(), r.flushStop()...)
	e := r.base
	e.Moment, e.Name, e.Hook, e.Source = engine.Compact, "PreCompact", "PreCompact", rec.Compact.Trigger
	steps = append(steps, here.step(e))
	e.Moment, e.Name, e.Hook, e.Source = engine.Start, "SessionStart", "SessionStart", "compact"
	return append(steps, here.step(e))
}
