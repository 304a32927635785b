package agent

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
)

// toolCall handles a call of the model.
func (r *codexReader) toolCall(here position, rec *codexRecord) []Step {
	p := rec.Payload
	call := &codexPayload{Tool: p.Name, ID: p.Call}
	cwd := r.base.CWD
	switch p.Name {
	case "exec", "write_stdin":
		// Commands of code mode are recorded when they end, and a poll is not a call of its own.
		var poll struct {
			Process json.Number `json:"session_id"`
		}
		if json.Unmarshal([]byte(p.Arguments), &poll) == nil && poll.Process != "" {
			r.polls[p.Call] = poll.Process.String()
		}
		return nil
	case "exec_command":
		var a struct {
			Command string `json:"cmd"`
			Dir     string `json:"workdir"`
		}
		if err := json.Unmarshal([]byte(p.Arguments), &a); err != nil && !isTypeMismatch(err) || a.Command == "" {
			return nil
		}
		call.Tool, call.Input.Command = "Bash", a.Command
		if filepath.IsAbs(a.Dir) {
			cwd = a.Dir
		} else if a.Dir != "" {
			cwd = filepath.Join(cwd, a.Dir)
		}
	case "apply_patch":
		call.Input.Command = p.Input
	default:
		if codexTools()[p.Name] == "" && !strings.HasPrefix(p.Name, "mcp__") {
			return nil // no hook fires for it
		}
		var a struct {
			Path string `json:"path"`
		}
		_ = json.Unmarshal([]byte(p.Arguments), &a) // only view_image has a path
		call.Input.Path = a.Path
	}
	call.CWD = cwd
	r.calls[p.Call] = call
	return []Step{here.step(r.beforeEvent(call))}
}

// beforeEvent returns the event before a call.
func (r *codexReader) beforeEvent(call *codexPayload) hook.Event {
	e := r.base
	e.Moment, e.Hook, e.CWD = hook.Before, "PreToolUse", call.CWD
	call.setCall(&e)
	return e
}

// afterEvent returns the event after a call that succeeded.
func (r *codexReader) afterEvent(call *codexPayload) hook.Event {
	e := r.base
	e.Moment, e.Hook, e.CWD, e.Outcome = hook.After, "PostToolUse", call.CWD, hook.OK
	call.setCall(&e)
	return e
}

// toolOutput handles the output of a call that the model reads.
func (r *codexReader) toolOutput(here position, id, text string) []Step {
	if process, ok := r.polls[id]; ok {
		id = r.processCall[process]
	}
	call := r.calls[id]
	if call == nil {
		return nil
	}
	if call.Tool == "Bash" {
		if item, ok := r.unreadEnds[id]; ok {
			return r.commandEnd(here, id, item)
		}
		return nil // denied, or still running
	}
	delete(r.calls, id)
	if call.Tool == "apply_patch" && !strings.HasPrefix(text, "Exit code: 0\n") || call.Tool == "view_image" && text != "" {
		return nil // denied, or it did not apply; an image has no text
	}
	return []Step{here.step(r.afterEvent(call))}
}

// commandEnd returns the event after a command, with the result that the hook reads from the
// rollout.
func (r *codexReader) commandEnd(here position, id string, item codexRecordItem) []Step {
	e := r.afterEvent(r.calls[id])
	e.Output, e.Cut = item.Output, strings.Contains(item.Output, codexTruncatedRollout)
	e.Outcome = hook.Unknown
	if item.Exit != nil {
		setExit(&e, *item.Exit)
	}
	delete(r.calls, id)
	delete(r.unreadEnds, id)
	return []Step{here.step(e)}
}

// itemCompleted handles an item: the end of a command or of a patch, or a prompt.
func (r *codexReader) itemCompleted(here position, item codexRecordItem) []Step {
	switch item.Type {
	case "UserMessage":
		e := r.base
		e.Moment, e.Name, e.Hook = hook.Prompt, "UserPromptSubmit", "UserPromptSubmit"
		if e.Actor != "" {
			e.Source = "agent"
		}
		return []Step{here.step(e)}
	case "HookPrompt":
		steps := r.turnEnd(here)
		r.stopBlocked = true
		return steps
	case "CommandExecution":
		if r.calls[item.ID] != nil {
			r.unreadEnds[item.ID] = item
			r.processCall[item.Process] = item.ID
			return nil
		}
		if len(item.Command) == 0 {
			return nil
		}
		call := &codexPayload{Tool: "Bash", ID: item.ID, CWD: strings.TrimPrefix(item.CWD, "file://")}
		call.Input.Command = item.Command[len(item.Command)-1]
		r.calls[item.ID] = call
		return append([]Step{here.step(r.beforeEvent(call))}, r.commandEnd(here, item.ID, item)...)
	case "FileChange":
		if r.calls[item.ID] != nil || item.Status != "completed" {
			return nil
		}
		call := &codexPayload{Tool: "apply_patch", ID: item.ID, CWD: r.base.CWD}
		call.Input.Command = item.patch()
		return []Step{here.step(r.beforeEvent(call)), here.step(r.afterEvent(call))}
	}
	return nil
}

// patch returns the file headers of the patch that made the changes.
func (item codexRecordItem) patch() string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(item.Changes)) {
		c := item.Changes[path]
		switch c.Type {
		case "add":
			b.WriteString("*** Add File: " + path + "\n")
		case "delete":
			b.WriteString("*** Delete File: " + path + "\n")
		default:
			b.WriteString("*** Update File: " + path + "\n")
			if c.Move != nil && *c.Move != "" {
				b.WriteString("*** Move to: " + *c.Move + "\n")
			}
		}
	}
	return b.String()
}
