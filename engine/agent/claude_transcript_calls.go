package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine"
)

// A claudeToolUse is a call and what became of it.
type claudeToolUse struct {
	call   claudePayload
	start  position
	cwd    string
	end    position // its line is 0 while there is no result
	result claudeBlock
	detail json.RawMessage
}

// finish gives the calls of a message in the order in which the client ran them. Calls
// that only look run side by side; every other one waits for those before it, and those
// behind it wait for it.
func (r *claudeReader) flushCalls() []Step {
	var steps []Step
	done, barrier := "", "" // when the latest result came, and that of the latest call that waited
	for _, c := range r.calls {
		wait := done
		if alone := !slices.Contains([]string{engine.Read, engine.Search, engine.Fetch, engine.Task}, claudeTools()[c.call.Tool]); !alone {
			wait = barrier
		} else {
			barrier = max(barrier, c.end.at)
		}
		c.start.at = max(c.start.at, wait)
		done = max(done, c.end.at)
		steps = append(steps, c.steps(r.base)...)
	}
	r.calls = nil
	// An end comes before a beginning of the same moment that waited for it; calls of one
	// moment stay in their order.
	slices.SortStableFunc(steps, func(a, b Step) int { return strings.Compare(a.At, b.At) })
	return steps
}

// steps are what the hooks were told of the call.
func (c *claudeToolUse) steps(e engine.Event) []Step {
	e.CWD = c.cwd
	var steps []Step
	text := contentText(c.result.Content)
	rejected := c.result.Failed && strings.HasPrefix(text, "<tool_use_error>")
	if !rejected {
		b := e
		b.Moment, b.Name, b.Hook = engine.Before, c.call.Tool, "PreToolUse"
		c.call.setCall(&b)
		c.setExisted(&b, text)
		steps = append(steps, c.start.step(b))
	}
	if c.end.line == 0 {
		return steps
	}
	e.Moment, e.Hook = engine.After, "PostToolUse"
	switch {
	case !c.result.Failed:
		c.call.setCall(&e)
		c.fillResponse(text)
		c.call.setSuccess(&e)
	case strings.HasPrefix(text, "Exit code ") || !rejected && !claudeBlockedByHook(text) && !slices.Contains([]string{engine.Run, engine.Edit, engine.Write}, claudeTools()[c.call.Tool]):
		e.Hook = "PostToolUseFailure"
		c.call.Error = text
		c.call.setCall(&e)
		c.call.setFailure(&e)
	default: // rejected, denied or interrupted: only the batch tells of it
		e.Hook = "PostToolBatch"
		c.call.Batch = []claudeBatched{{c.call.claudeCall, text}}
		e = c.call.batchEvents(e)[0]
	}
	return append(steps, c.end.step(e))
}

// claudeBlockedByHook tells whether a call was refused by a hook, and not by its tool. A person's
// refusal is worded in many ways; what matters is that it passes for no edit and no run.
func claudeBlockedByHook(text string) bool {
	return strings.HasPrefix(text, "[witness] ") || strings.HasPrefix(text, "PreToolUse:")
}

// respond fills in what the hook was told as tool_response.
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

// existed tells of a Write whether there was a file before, which the result says.
func (c *claudeToolUse) setExisted(e *engine.Event, text string) {
	if e.Tool != engine.Write || len(e.Files) != 1 || c.end.line == 0 || c.result.Failed {
		return
	}
	existed := !strings.HasPrefix(text, "File created successfully")
	e.Files[0].Existed = &existed
}
