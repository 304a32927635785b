package agent

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// geminiTranscript reads the chats in ~/.gemini/tmp, as Gemini CLI 0.61.0 writes them (measured):
// a file per session, and next to it a folder of the same name with a file per subagent. Until
// about 0.25 a chat is one JSON document with the same members (measured); replay splits it into
// records.
//
// Peculiarities:
//
//   - A message is written again, with its calls, when all of these have ended; the lines in
//     between only say when the file was last changed.
//   - A call that a hook denied and one that the client itself rejects are errors like any other,
//     distinguished by their text only.
//   - The context that a hook added follows the output, in <hook_context>.
var geminiTranscript = &Transcript{
	Files: []string{".gemini/tmp/*/chats/**/*.jsonl", ".gemini/tmp/*/chats/**/*.json"},
	Head:  geminiFileHead,
	Read: func() func(int, []byte) []Step {
		r := &geminiReader{seen: map[string]bool{}}
		return r.line
	},
	Tokens: readTokens(geminiTokens),
	Pauses: geminiPause,
	Said:   geminiSaid,
}

// parseGeminiRecord decodes a line. It returns false if the line is not a record.
func parseGeminiRecord(line []byte) (rec geminiRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, err == nil || isTypeMismatch(err)
}

// geminiFileHead implements Transcript.Head. The working directory is in the first line, or in
// the first message of the client to the model.
func geminiFileHead(path string, line []byte) (Head, bool) {
	rec, ok := parseGeminiRecord(line)
	if !ok {
		return Head{}, false
	}
	if cwd := rec.workspace(); cwd != "" {
		return Head{CWD: cwd}, true
	}
	h := Head{Session: rec.Session, Time: rec.Start, Subagent: rec.Kind == "subagent"}
	if h.Subagent {
		h.Session = filepath.Base(filepath.Dir(path)) // the folder is named after the parent's session
	}
	if len(rec.Directories) > 0 {
		h.CWD = rec.Directories[0]
	}
	return h, rec.Session != "" && rec.Project != ""
}

// workspace returns the working directory that the client names to the model, "" if the record
// does not have it.
func (rec *geminiRecord) workspace() string {
	for _, m := range rec.Set.Messages {
		if _, list, ok := strings.Cut(contentText(m.Content), "**Workspace Directories:**\n  - "); ok {
			dir, _, _ := strings.Cut(list, "\n")
			return strings.TrimSpace(dir)
		}
	}
	return ""
}

// A geminiReader reads one file.
type geminiReader struct {
	base        hook.Event      // fields that all events of the file share
	subagent    bool            // the file is a subagent's; its calls count for the main agent
	seen        map[string]bool // ids of the calls that were returned
	said        string          // the model's last message
	pendingStop position        // of that message, if it had no calls; a stop follows it
	stopBlocked bool            // a hook prevented a stop
}

// line implements the function that Transcript.Read returns.
func (r *geminiReader) line(n int, line []byte) []Step {
	if line == nil {
		return r.flushStop()
	}
	rec, ok := parseGeminiRecord(line)
	if !ok {
		return nil
	}
	if rec.Session != "" && rec.Project != "" && r.base.Session == "" {
		r.base, r.subagent = hook.Event{Session: rec.Session, Agent: "gemini"}, rec.Kind == "subagent"
		if len(rec.Directories) > 0 {
			r.base.CWD = rec.Directories[0]
		}
		if r.subagent {
			return nil
		}
		start := r.base
		start.Moment, start.Name, start.Hook, start.Source = hook.Start, "SessionStart", "SessionStart", "startup"
		return []Step{position{n, rec.Start}.step(start)}
	}
	if cwd := rec.workspace(); cwd != "" && r.base.CWD == "" {
		r.base.CWD = cwd
	}
	here := position{n, rec.At}
	switch rec.Type {
	case "user":
		return r.userMessage(here, contentText(rec.Content))
	case "gemini":
		r.said, r.pendingStop = contentText(rec.Content), here
		if len(rec.Calls) > 0 {
			r.pendingStop = position{}
			return r.toolCalls(here, &rec)
		}
	}
	return nil
}

// userMessage handles a prompt. Results of calls are user messages, too, and have no text.
func (r *geminiReader) userMessage(here position, text string) []Step {
	if text == "" || r.subagent {
		r.pendingStop = position{}
		return nil
	}
	steps := r.flushStop()
	e := r.base
	e.Moment, e.Name, e.Hook = hook.Prompt, "BeforeAgent", "BeforeAgent"
	r.stopBlocked = hook.Spoken(text)
	if r.stopBlocked {
		e.Source = "hook"
	}
	for _, e := range withAttached(prompted(e, text), attachedToChat(text)) {
		steps = append(steps, here.step(e))
	}
	return steps
}

// flushStop returns the stop that follows the model's last message, if that had no calls.
func (r *geminiReader) flushStop() []Step {
	if r.pendingStop.line == 0 || r.subagent {
		return nil
	}
	e := r.base
	e.Moment, e.Name, e.Hook, e.Active = hook.Stop, "AfterAgent", "AfterAgent", r.stopBlocked
	e.Message = r.said
	step := r.pendingStop.step(e)
	r.pendingStop = position{}
	return []Step{step}
}

// toolCalls returns the events of the calls of a message. The calls run concurrently.
func (r *geminiReader) toolCalls(here position, rec *geminiRecord) (steps []Step) {
	var ends []Step
	for _, c := range rec.Calls {
		text, failure := c.result()
		key := rec.ID + " " + c.ID // an id may come again in another message
		if r.seen[key] || c.Status != "success" && c.Status != "error" && c.Status != "cancelled" {
			continue
		}
		r.seen[key] = true
		if geminiRejected(c.Name, failure) {
			continue // it reached no hook
		}
		p := geminiPayload{formPayload: formPayload{CWD: r.base.CWD, Tool: c.Name, Input: c.Args.formInput}, Response: &geminiResponse{}}
		e := r.base
		e.Moment, e.Hook, e.Call = hook.Before, "BeforeTool", c.ID
		p.setCall(&e, geminiFile)
		setMCP(&e, c.Args.all, "")
		_ = json.Unmarshal(c.Display, &p.Response.Display) // UnmarshalJSON never fails
		if e.Tool == hook.Write && len(e.Files) == 1 && c.Status == "success" {
			existed := !strings.HasPrefix(text, "Successfully created and wrote to new file")
			e.Files[0].Existed = &existed
		}
		steps = append(steps, here.step(e))
		if c.Status == "cancelled" || strings.HasPrefix(failure, "Tool execution blocked: ") {
			continue
		}
		after := e
		after.Moment, after.Hook, after.Files, after.Command, after.CWD = hook.After, "AfterTool", nil, "", r.base.CWD
		p.setCall(&after, geminiFile) // sets Files anew: Existed is for the event before the call only
		p.Response.Content = lenientString(geminiFullText(text, p.Response.Display.Text))
		switch out, old := parseGeminiShellText(text); {
		case c.Status == "error":
			after.Outcome, after.Output = hook.Failed, failure
		case old && after.Tool == hook.Run:
			after.Output, after.Outcome = out.text, hook.Unknown
			if out.exit != nil {
				setExit(&after, *out.exit)
			}
		default:
			p.setResult(&after)
		}
		setMCP(&after, c.Args.all, text+failure)
		setFound(&after, text)
		setReadLines(&after, c.Args.all, false)
		ends = append(ends, position{here.line, max(here.at, c.At)}.step(after))
	}
	return append(steps, ends...)
}

// geminiRejected reports whether the client itself rejected a call.
func geminiRejected(tool, failure string) bool {
	for _, words := range []string{`Tool "` + tool + `" not found`, "params", "Path not in workspace: "} {
		if strings.HasPrefix(failure, words) {
			return true
		}
	}
	return false
}

// geminiFullText returns the text for the model with the whole output in it. The model reads only
// the beginning and the end of a long output, while the user is shown all of it.
func geminiFullText(text, shown string) string {
	short, ok := strings.CutPrefix(text, "Output too large. ")
	end := shown[max(0, len(shown)-200):]
	i := strings.LastIndex(short, end)
	if !ok || shown == "" || i < 0 {
		return text
	}
	return "<untrusted_context>\nOutput: " + shown + short[i+len(end):]
}
