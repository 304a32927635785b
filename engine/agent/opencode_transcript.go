package agent

import (
	"encoding/json"
	"strings"
	"time"

	"witness/engine/hook"
)

// opencodeTranscript reads what "opencode export" writes, as opencode 1.2 to 1.18 does (measured): one
// JSON document with the session (info) and its messages. opencode keeps its sessions in a database,
// so there are no files to find.
//
// Peculiarities:
//
//   - A call and its result are one part of a message. The id of the part tells calls apart; that of
//     the call may come again.
//   - The session of a subagent is a document of its own. It is read as a session of its own, because
//     the document of its parent may be missing.
//   - A file that the user attached is a part of the prompt (file).
var opencodeTranscript = &Transcript{
	Head: func(_ string, line []byte) (Head, bool) {
		rec, ok := parseOpencodeRecord(line)
		return Head{Session: rec.Info.ID, CWD: rec.Info.Directory, Time: millisecondsText(rec.Info.Time.Created)},
			ok && rec.Info.Directory != "" && strings.HasPrefix(rec.Info.ID, "ses")
	},
	Read: func() func(int, []byte) []Step {
		r := &opencodeReader{}
		return r.line
	},
	Tokens: readTokens(opencodeTokens),
}

// An opencodeRecord is the document without its messages, or one of these.
type opencodeRecord struct {
	Info struct {
		ID        string `json:"id"`
		Directory string `json:"directory"`
		Role      string `json:"role"` // of a message
		Finish    string `json:"finish"`
		Summary   bool   `json:"summary"` // of a message that compacts the context
		Path      struct {
			CWD string `json:"cwd"`
		} `json:"path"`
		Time struct {
			Created   int64 `json:"created"`
			Completed int64 `json:"completed"`
		} `json:"time"`
	} `json:"info"`
	Parts []opencodePart `json:"parts"`
}

// An opencodePart is a part of a message.
type opencodePart struct {
	Type string `json:"type"` // text, tool, file, compaction, ...
	Text string `json:"text"`
	// Synthetic is a text that a plugin or the client has added.
	Synthetic bool   `json:"synthetic"`
	ID        string `json:"id"`
	Tool      string `json:"tool"`
	Source    struct {
		Path string `json:"path"`
	} `json:"source"` // of a file
	State struct {
		Status   string          `json:"status"` // pending, running, completed, error
		Input    json.RawMessage `json:"input"`
		Output   string          `json:"output"`
		Error    string          `json:"error"`
		Metadata json.RawMessage `json:"metadata"`
		Time     struct {
			Start int64 `json:"start"`
			End   int64 `json:"end"`
		} `json:"time"`
	} `json:"state"`
}

// parseOpencodeRecord decodes a record. It returns false if it is none.
func parseOpencodeRecord(line []byte) (rec opencodeRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Info.ID != ""
}

// An opencodeReader reads one document.
type opencodeReader struct {
	base hook.Event
}

// line implements the function that Transcript.Read returns.
func (r *opencodeReader) line(n int, line []byte) []Step {
	rec, ok := parseOpencodeRecord(line)
	if !ok {
		return nil
	}
	here := position{n, millisecondsText(rec.Info.Time.Created)}
	if r.base.Session == "" {
		r.base = hook.Event{Session: rec.Info.ID, Agent: "opencode", CWD: rec.Info.Directory}
		return []Step{here.event(r.base, hook.Start, "event:session.created", "startup")}
	}
	if rec.Info.Path.CWD != "" {
		r.base.CWD = rec.Info.Path.CWD
	}
	switch rec.Info.Role {
	case "user":
		return r.userMessage(here, rec.Parts)
	case "assistant":
		return r.assistantMessage(here, &rec)
	}
	return nil
}

// userMessage handles a prompt and the files that were attached to it.
func (r *opencodeReader) userMessage(here position, parts []opencodePart) []Step {
	steps := []Step{here.event(r.base, hook.Prompt, "chat.message", "")}
	for _, p := range parts {
		if p.Type == "text" && !p.Synthetic {
			steps[0].Event = prompted(steps[0].Event, strings.TrimPrefix(steps[0].Event.Prompt+"\n"+unquotedPrompt(p.Text), "\n"))
		}
		switch {
		case p.Type == "compaction":
			return []Step{here.event(r.base, hook.Compact, "session.compacting", "")}
		case p.Type == "file" && p.Source.Path != "":
			steps = append(steps, here.step(attached(r.base, hook.File{Path: p.Source.Path, Kind: hook.Read})))
		}
	}
	return steps
}

// assistantMessage handles the calls of a message, and the stop behind one without a call.
func (r *opencodeReader) assistantMessage(here position, rec *opencodeRecord) (steps []Step) {
	calls := 0
	for _, p := range rec.Parts {
		if p.Type == "tool" {
			calls++
			steps = append(steps, r.toolCall(here, p)...)
		}
	}
	if calls == 0 && rec.Info.Finish == "stop" && !rec.Info.Summary {
		steps = append(steps, position{here.line, millisecondsText(max(rec.Info.Time.Completed, rec.Info.Time.Created))}.event(r.base, hook.Stop, "event:session.idle", ""))
	}
	return sortedSteps(steps)
}

// toolCall returns the events of a call.
func (r *opencodeReader) toolCall(here position, part opencodePart) []Step {
	p := opencodePayload{Directory: r.base.CWD}
	p.Input.Tool = part.Tool
	p.Output.Text = part.State.Output
	_ = json.Unmarshal(part.State.Metadata, &p.Output.Metadata) // metadata of another form leave the fields empty
	p.Output.Metadata.Path = ""                                 // a file of another machine or time
	e := r.base
	e.Moment, e.Hook, e.Call = hook.Before, "tool.execute.before", part.ID
	setArguments(&e, p.Input.Tool, part.State.Input, opencodeFile)
	start, end := here, here
	if part.State.Time.Start > 0 {
		start.at = millisecondsText(part.State.Time.Start)
		end.at = millisecondsText(max(part.State.Time.Start, part.State.Time.End))
	}
	before := e
	setMCP(&before, part.State.Input, "")
	steps := []Step{start.step(before)}
	e.Moment, e.Hook, e.Outcome = hook.After, "tool.execute.after", hook.OK
	switch part.State.Status {
	case "completed":
		p.setResult(&e)
		setMCP(&e, part.State.Input, part.State.Output)
		setFound(&e, part.State.Output)
		setReadLines(&e, part.State.Input, true)
	case "error":
		setMCP(&e, part.State.Input, "")
		setRecordedFailure(&e, part.State.Error)
	default:
		return steps
	}
	return append(steps, end.step(e))
}

// millisecondsText returns a time in milliseconds since 1970 as RFC 3339 in UTC, "" for 0.
func millisecondsText(ms int64) string {
	if ms <= 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

// opencodeTokens is what each message of an exported session tells. The session itself tells their sum, which would count them twice.
var opencodeTokens = tokenForm{mark: `"tokens"`, is: "info.role=assistant", message: "info.id", model: "info.modelID", of: "info.tokens", input: "input", cached: "cache.read", written: "cache.write", output: "output reasoning"}

// opencodeCounts are the tokens of a message.
type opencodeCounts struct {
	Input     int64 `json:"input"`
	Output    int64 `json:"output"`
	Reasoning int64 `json:"reasoning"`
	Cache     struct {
		Read  int64 `json:"read"`
		Write int64 `json:"write"`
	} `json:"cache"`
}

func (c opencodeCounts) usage(model string) hook.Usage {
	return hook.Usage{Model: model, Input: c.Input, Cached: c.Cache.Read, Written: c.Cache.Write, Output: c.Output + c.Reasoning}
}
