package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// A claudeToolUse is a call and its result.
type claudeToolUse struct {
	call   claudePayload
	start  position
	cwd    string
	branch string
	input  json.RawMessage
	claudeEnd
}

// A claudeEnd is the result of a call.
type claudeEnd struct {
	end    position // line 0 while there is no result
	result claudeBlock
	detail json.RawMessage
}

// maxEarly is the number of results without a call that are kept.
const maxEarly = 16

// endCall ends the call that a result is of. If there is none, the result is kept for it.
func (r *claudeReader) endCall(end claudeEnd) {
	i := slices.IndexFunc(r.calls, func(c *claudeToolUse) bool { return c.call.ID == end.result.Of && c.end.line == 0 })
	switch {
	case i >= 0: // the first without an end: an id may come again
		r.calls[i].claudeEnd = end
	case len(r.early) < maxEarly:
		r.early = append(r.early, end)
	}
}

// takeEarly ends a call whose result was read before it, and lets it begin there, unless other calls came between.
func (r *claudeReader) takeEarly(use *claudeToolUse) {
	for _, end := range r.early {
		if end.result.Of == use.call.ID {
			use.claudeEnd, use.start = end, end.end
		}
	}
	r.early = nil
}

// flushCalls returns the events of the calls of a message in the order in which the client ran
// them, with those of the subagents that worked in the meantime. Calls that only read run concurrently; any other call waits for those before it, and
// those after it wait for it, unless one of them has ended first.
func (r *claudeReader) flushCalls() []Step {
	r.endCutOffWrites()
	var steps []Step
	done, barrier := "", "" // time of the latest result, and of the latest result of a call that ran alone
	for i, c := range r.calls {
		wait := done
		alone := !slices.Contains([]string{hook.Read, hook.Search, hook.Fetch, hook.Task}, claudeFile.tool(c.call.Tool))
		if !alone {
			wait = barrier
		}
		c.start.at = max(c.start.at, wait)
		steps = append(steps, c.steps(r.base)...)
		if slices.ContainsFunc(r.calls[i+1:], func(later *claudeToolUse) bool { return later.end.line > 0 && later.end.at < c.end.at }) {
			continue // nothing waited for it
		}
		done = max(done, c.end.at)
		if alone {
			barrier = max(barrier, c.end.at)
		}
	}
	r.calls = nil
	return sortedSteps(append(r.subagentSteps(), steps...)) // the end of a call precedes the start of a call that waited for it
}

// endCutOffWrites ends each Write without a result whose file is written again, if that shows that the
// first one was done.
func (r *claudeReader) endCutOffWrites() {
	for i, c := range r.calls {
		if c.end.line > 0 || claudeFile.tool(c.call.Tool) != hook.Write {
			continue
		}
		for _, again := range r.calls[i+1:] {
			if again.call.Tool == c.call.Tool && again.call.Input.File == c.call.Input.File && again.start != c.start {
				if text := contentText(again.result.Content); again.end.line > 0 && !again.result.Failed && !strings.HasPrefix(text, "File created successfully") {
					c.end = again.start
				}
				break
			}
		}
	}
}

// steps returns the events that the hooks of the call received.
func (c *claudeToolUse) steps(e hook.Event) []Step {
	e.CWD, e.Branch = c.cwd, c.branch
	var steps []Step
	text := contentText(c.result.Content)
	rejected := c.result.Failed && strings.HasPrefix(text, "<tool_use_error>")
	if !rejected {
		b := e
		b.Moment, b.Name, b.Hook = hook.Before, c.call.Tool, "PreToolUse"
		c.call.setCall(&b, claudeFile)
		setMCP(&b, c.input, "")
		setAround(&b, nil, func() json.RawMessage { return c.input })
		setParts(&b, c.input)
		c.setExisted(&b, text)
		steps = append(steps, c.start.step(b))
	}
	if c.end.line == 0 {
		return steps
	}
	e.Moment, e.Hook = hook.After, "PostToolUse"
	switch {
	case !c.result.Failed:
		c.call.setCall(&e, claudeFile)
		c.fillResponse(text)
		c.call.setSuccess(&e)
		c.setReplaced(&e)
		setMCP(&e, c.input, text)
	case strings.HasPrefix(text, "Exit code ") || !rejected && failureReason(text) == "" && !slices.Contains([]string{hook.Edit, hook.Write}, claudeFile.tool(c.call.Tool)): // 2.0.1 gives no exit code
		e.Hook = "PostToolUseFailure"
		c.call.Error = anyText(text)
		c.call.setCall(&e, claudeFile)
		c.call.setFailure(&e)
		setMCP(&e, c.input, text)
	default: // rejected, denied or interrupted: reported by PostToolBatch alone
		e.Hook = "PostToolBatch"
		c.call.Batch = []claudeBatched{{c.call.call(), text}}
		e = c.call.batchEvents(e)[0]
	}
	setAround(&e, nil, func() json.RawMessage { return c.input })
	setPlan(&e, c.input)
	setAnswers(&e, c.input, c.detail)
	if e.Output == "" && e.Moment == hook.After && (e.Tool == hook.Fetch || e.Tool == hook.Other) {
		e.Output = text
	}
	return append(steps, c.end.step(e))
}

// fillResponse sets what the hook received as tool_response.
func (c *claudeToolUse) fillResponse(text string) {
	if bytes.HasPrefix(bytes.TrimSpace(c.detail), []byte("{")) {
		if err := json.Unmarshal(c.detail, &c.call.Response); err == nil || isTypeMismatch(err) {
			return
		}
	}
	if text == "(Bash completed with no output)" {
		text = ""
	}
	if id, ok := strings.CutPrefix(text, "Command running in background with ID: "); ok {
		c.call.Response.Background, text = id, ""
	}
	if strings.HasPrefix(text, "<persisted-output>") {
		c.call.Response.Persisted = "<persisted-output>"
	}
	c.call.Response.Stdout = &text
}

// setExisted sets whether the file of a Write existed before, which the result says.
func (c *claudeToolUse) setExisted(e *hook.Event, text string) {
	if e.Tool != hook.Write || len(e.Files) != 1 || c.result.Type == "" || c.result.Failed {
		return
	}
	existed := !strings.HasPrefix(text, "File created successfully")
	e.Files[0].Existed = &existed
}
