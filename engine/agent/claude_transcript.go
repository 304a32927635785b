package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// claudeTranscript reads ~/.claude/projects, as Claude Code 2.1.197 writes it (measured): a file
// per session, and next to it a folder of the same name with a file per subagent.
//
// Peculiarities:
//
//   - All calls of a message precede the first of their results, even if the client ran them one
//     after the other.
//   - A call that the client itself rejects has its result in <tool_use_error> and reached no
//     hook.
//   - A subagent's results have no toolUseResult, only the text that the model reads.
//   - The file of a fork begins with copies of the records of the original session. They are
//     older than the file's first line and were not reported to the fork's hooks.
//   - A Write that a retry of the client's stream cut off has no result. The model writes the file again,
//     and the result of that says whether it was there.
//   - Until about 2.1.90 the calls of a subagent are in the session's own file, as lines of progress
//     (see claude_transcript_progress.go), and some are in a file of the subagent's as well.
//   - Of a file that the user attached (@file) there is only its name in the prompt, or an attachment.
//   - Nothing marks the start, the end or the resumption of a session, or a stop.
var claudeTranscript = &Transcript{
	Files: []string{".claude/projects/**/*.jsonl"},
	Head:  claudeFileHead,
	Read: func() func(int, []byte) []Step {
		r := &claudeReader{}
		return r.line
	},
	Tokens: readTokens(claudeTokens),
	Pauses: claudePause,
	Said:   claudeSaid,
}

// claudeFileHead implements Transcript.Head.
func claudeFileHead(_ string, line []byte) (Head, bool) {
	var r claudeRecord
	if err := json.Unmarshal(line, &r); err != nil && !isTypeMismatch(err) || r.Type == "" || r.Session == "" {
		return Head{}, false
	}
	return Head{Session: r.Session, CWD: r.CWD, Time: r.At, Subagent: r.Sidechain && r.Agent != ""}, true
}

// A claudeReader reads one file.
type claudeReader struct {
	base        hook.Event       // fields that all events of the file share
	calls       []*claudeToolUse // the calls of the latest message with calls
	startedAt   string           // when the file was created, "" if unknown
	forked      bool             // it has copies of another session's records
	pendingStop position         // of the model's last message without a call; a stop follows it
	pendingCWD  string           // its working directory
	said        string           // the model's last text
	stopBlocked bool             // a hook prevented a stop since the last prompt
	subagents   []*claudeSubagent
	working     []string    // the subagents in the background whose end was not told yet, as Event.Running names them
	early       []claudeEnd // results whose calls have not been read: a record of a call may follow that of its result
}

// line implements the function that Transcript.Read returns.
func (r *claudeReader) line(n int, line []byte) []Step {
	if line == nil {
		return r.flush()
	}
	var rec claudeRecord
	if err := json.Unmarshal(line, &rec); err != nil && !isTypeMismatch(err) {
		return nil
	}
	if r.startedAt == "" && r.base.Session == "" && rec.Type == "queue-operation" {
		r.startedAt = rec.At
	}
	if rec.At != "" && rec.At < r.startedAt {
		r.forked = r.forked || rec.Type == "assistant" // what was attached to the first prompt is a little older than the file, too
		return nil
	}
	return r.record(&rec, position{n, rec.At})
}

// record handles one record.
func (r *claudeReader) record(rec *claudeRecord, here position) []Step {
	var steps []Step
	if r.base.Session == "" && rec.Session != "" && rec.CWD != "" {
		r.base = hook.Event{Session: rec.Session, Agent: "claude", CWD: rec.CWD}
		start := r.base
		start.Moment, start.Source, start.Name = hook.Start, "startup", "SessionStart"
		if r.forked {
			start.Source = "resume"
		}
		if rec.Sidechain {
			r.base.Actor = rec.Agent
			start = r.base
			start.Moment, start.Name = hook.SubagentStart, "SubagentStart"
		}
		start.Hook = start.Name
		steps = append(steps, here.step(start))
	}
	// A record of the model may be written when its call has begun, with the folder that the shell is in by then.
	if rec.CWD != "" && (rec.Type != "assistant" || r.base.CWD == "") {
		r.base.CWD = rec.CWD
	}
	if rec.Branch != "" && rec.Branch != "HEAD" {
		r.base.Branch = rec.Branch
	}
	if rec.Mode != "" {
		r.base.Mode = permissionMode(rec.Mode)
	}
	switch rec.Type {
	case "assistant":
		return append(steps, r.assistantMessage(rec, here)...)
	case "user":
		return append(steps, r.userMessage(rec, here)...)
	case "progress":
		r.subagentMessage(rec, here)
	case "attachment":
		if path := rec.Attachment.path(); path != "" {
			if !r.hasOpenCalls() {
				steps = append(steps, r.flushCalls()...)
			}
			return append(steps, here.step(attached(r.base, hook.File{Path: path, Kind: hook.Read})))
		}
		end, ok := backgroundEnd(r.base, rec.Attachment.notification())
		if !ok {
			end, ok = r.notifiedEnd(rec.Attachment.notification())
		}
		if ok {
			if !r.hasOpenCalls() {
				steps = append(steps, r.flushCalls()...)
			}
			return append(steps, here.step(end))
		}
	case "system":
		if rec.Subtype == "compact_boundary" {
			return append(steps, r.compactBoundary(rec, here)...)
		}
	}
	return steps
}

// assistantMessage handles a message of the model or a part of one: each call is a record.
func (r *claudeReader) assistantMessage(rec *claudeRecord, here position) (steps []Step) {
	var blocks []claudeBlock
	if json.Unmarshal(rec.Message.Content, &blocks) != nil {
		return nil
	}
	for _, b := range blocks {
		if b.Type == "text" {
			r.said = b.Text
		}
		if b.Type != "tool_use" {
			continue
		}
		if !r.hasOpenCalls() {
			steps = append(steps, r.flushCalls()...)
		}
		use := &claudeToolUse{start: here, cwd: r.base.CWD, branch: r.base.Branch, input: b.Input}
		use.call.Tool, use.call.ID = b.Name, b.ID
		// A field of an unexpected type is skipped, as in a payload.
		if err := json.Unmarshal(b.Input, &use.call.Input); err != nil && !isTypeMismatch(err) {
			continue
		}
		r.takeEarly(use)
		r.calls = append(r.calls, use)
		r.pendingStop, r.said = position{}, "" // what was said before a call is not what the turn ends with
	}
	if !r.hasOpenCalls() && !rec.APIError && rec.Message.Model != "<synthetic>" {
		r.pendingStop, r.pendingCWD = here, r.base.CWD
	}
	return steps
}

// hasOpenCalls reports whether a call has no result yet.
func (r *claudeReader) hasOpenCalls() bool {
	return slices.ContainsFunc(r.calls, func(c *claudeToolUse) bool { return c.end.line == 0 })
}

// userMessage handles what the model receives: the results of its calls or a prompt.
func (r *claudeReader) userMessage(rec *claudeRecord, here position) []Step {
	var blocks []claudeBlock
	_ = json.Unmarshal(rec.Message.Content, &blocks) // a string is no list, and leaves it empty
	results := false
	for _, b := range blocks {
		if b.Type != "tool_result" {
			continue
		}
		results = true
		r.endCall(claudeEnd{here, b, rec.Result})
		r.subagentEnd(b.Of, here)
	}
	if results {
		r.pendingStop = position{}
		if start, ok := r.launched(blocks[0].Of, rec.Result); ok {
			return []Step{here.step(start)}
		}
		return nil
	}
	text := contentText(rec.Message.Content)
	switch {
	case rec.Meta && (strings.HasPrefix(text, "Stop hook feedback:") || strings.HasPrefix(text, "SubagentStop hook feedback:")):
		steps := r.flush()
		r.stopBlocked = true
		return steps
	case strings.HasPrefix(text, "[Request interrupted by user"):
		r.pendingStop = position{}
		return r.flushCalls()
	case rec.Meta || rec.Summary || r.base.Actor != "" || rec.Sidechain || strings.HasPrefix(text, "<command-") || strings.HasPrefix(text, "<local-command-"):
		return nil // not from the user, or from a parent agent to its subagent
	}
	steps := r.flush()
	r.stopBlocked = false
	e := r.base
	e.Moment, e.Name, e.Hook, e.Source = hook.Prompt, "UserPromptSubmit", "UserPromptSubmit", rec.writer()
	if strings.HasPrefix(text, claudeNotified) {
		e.Source = "task-notification"
		if end, ok := backgroundEnd(r.base, text); ok {
			steps = append(steps, here.step(end))
		} else if end, ok := r.notifiedEnd(text); ok {
			steps = append(steps, here.step(end))
		}
	}
	for _, e := range withAttached(prompted(e, text), mentionedFiles(text)) {
		steps = append(steps, here.step(e))
	}
	return steps
}

// flush returns the events of the calls, and the stop that follows them.
func (r *claudeReader) flush() []Step {
	return sortedSteps(append(r.flushCalls(), r.flushStop()...))
}

// flushStop returns the stop that follows the model's last message, if that had no calls.
func (r *claudeReader) flushStop() []Step {
	if r.pendingStop.line == 0 {
		return nil
	}
	e := r.base
	e.Moment, e.Name, e.CWD, e.Active, e.Message = hook.Stop, "Stop", r.pendingCWD, r.stopBlocked, r.said
	if r.base.Actor != "" {
		e.Moment, e.Name = hook.SubagentStop, "SubagentStop"
	}
	e.Hook, e.Running = e.Name, slices.Clone(r.working)
	step := r.pendingStop.step(e)
	r.pendingStop = position{}
	return []Step{step}
}

// compactBoundary returns the events of a compaction: the context was compacted and starts anew.
func (r *claudeReader) compactBoundary(rec *claudeRecord, here position) []Step {
	steps := r.flush()
	e := r.base
	e.Moment, e.Name, e.Hook, e.Source = hook.Compact, "PreCompact", "PreCompact", rec.Compact.Trigger
	steps = append(steps, here.step(e))
	e.Moment, e.Name, e.Hook, e.Source = hook.Start, "SessionStart", "SessionStart", "compact"
	return append(steps, here.step(e))
}
