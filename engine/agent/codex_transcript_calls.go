package agent

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"witness/engine/hook"
)

// A codexCall is a call without an end.
type codexCall struct {
	codexPayload
	shell   string // the language of the command, "" or "powershell"
	printed string // what the model has read of a command that goes on
	cut     bool   // printed is incomplete

	arguments json.RawMessage // of a tool of an MCP server
	mcp       *codexMCPResult // its result, nil if that is not recorded
}

// toolCall handles a call of the model.
func (r *codexReader) toolCall(here position, rec *codexRecord) []Step {
	p := rec.Payload
	id := cmp.Or(p.Call, p.ID)
	if strings.HasPrefix(p.Namespace, "mcp__") {
		p.Name = p.Namespace + "__" + strings.TrimPrefix(p.Name, "_")
	}
	var in codexArguments
	if p.Type == "custom_tool_call" {
		in.Input = p.Input
	} else {
		in = parseCodexArguments([]byte(p.Arguments))
	}
	switch {
	case p.Type == "local_shell_call":
		in.Command, in.Dir = p.Action.Command, p.Action.Dir
		p.Name = "shell"
	case p.Name == "exec" && p.Type == "custom_tool_call":
		r.scripts[id] = r.newScript(here, id, in.Input)
		return nil
	case p.Name == "wait":
		if s := r.cells[in.Cell]; s != nil {
			r.scripts[id] = s
		}
		return nil
	case p.Name == "write_stdin": // a poll is not a call of its own
		if in.Process != "" {
			r.polls[id] = in.Process.String()
		}
		return nil
	}
	call := r.newCall(p.Name, id, in)
	if call == nil {
		return nil
	}
	r.calls[id] = call
	if call.Tool == "apply_patch" {
		r.patches[id] = true
	}
	return []Step{here.step(r.beforeEvent(call))}
}

// patchOutput notes which file of a patch was missing before it, as a hook would have seen.
func (r *codexReader) patchOutput(id, text string) {
	delete(r.patches, id)
	_, path, _ := strings.Cut(text, "Failed to read file to update ")
	path, _, missing := strings.Cut(path, ": ")
	if !missing || !strings.Contains(text, "(os error 2)") { // ENOENT, ERROR_FILE_NOT_FOUND
		return
	}
	for i := range r.held {
		for j, f := range r.held[i].Event.Files {
			if r.held[i].Event.Call == id && (path == f.Path || strings.HasSuffix(path, "/"+f.Path)) {
				r.held[i].Event.Files[j].Existed = new(false)
			}
		}
	}
}

// beforeEvent returns the event before a call.
func (r *codexReader) beforeEvent(call *codexCall) hook.Event {
	e := r.base
	e.Moment, e.Hook, e.CWD = hook.Before, "PreToolUse", call.CWD
	call.setCall(&e, codexFile)
	e.Shell = call.shell
	setMCP(&e, call.arguments, "")
	return e
}

// afterEvent returns the event after a call that succeeded.
func (r *codexReader) afterEvent(call *codexCall) hook.Event {
	e := r.base
	e.Moment, e.Hook, e.CWD, e.Outcome = hook.After, "PostToolUse", call.CWD, hook.OK
	call.setCall(&e, codexFile)
	setTodos(&e, call.arguments)
	e.Shell = call.shell
	return e
}

// toolOutput handles the output of a call that the model reads.
func (r *codexReader) toolOutput(here position, id, text string) []Step {
	if process, ok := r.polls[id]; ok {
		delete(r.polls, id)
		id = r.processCall[process]
	}
	r.patchOutput(id, text)
	call := r.calls[id]
	if call == nil {
		return nil
	}
	if item, ok := r.unreadEnds[id]; ok && call.Tool == "Bash" {
		return r.commandEnd(here, id, item)
	}
	out, ok := parseCodexOutput(text)
	switch {
	case call.Tool == "Bash" && ok:
		return r.commandOutput(here, id, out)
	case call.Tool == "Bash":
		return nil // denied, or the client failed to start it
	}
	delete(r.calls, id)
	if strings.HasPrefix(call.Tool, "mcp__") {
		return r.mcpOutput(here, call, text)
	}
	if call.Tool == "view_image" && text != "" || call.Tool == codexPlan && text != "Plan updated" {
		return nil // denied, or unknown to the client; an image has no text
	}
	e := r.afterEvent(call)
	setAnswers(&e, call.arguments, json.RawMessage(text))
	if call.Tool == "apply_patch" && (out.exit == nil || *out.exit != 0) {
		setFailed(&e, text) // no hook reports that
	}
	return []Step{here.step(e)}
}

// commandOutput handles what the model reads of a command: its end, or a part of its output.
func (r *codexReader) commandOutput(here position, id string, out codexOutputText) []Step {
	call := r.calls[id]
	call.printed += out.text
	call.cut = call.cut || out.cut
	if out.process != "" {
		r.processCall[out.process] = id
		return nil
	}
	e := r.afterEvent(call)
	e.Output, e.Cut, e.Outcome, e.Duration = call.printed, call.cut, hook.Unknown, out.duration
	if out.exit != nil {
		setExit(&e, *out.exit)
	}
	if out.failed {
		e.Outcome = hook.Failed
	}
	delete(r.calls, id)
	return []Step{here.step(e)}
}

// commandEnd returns the event after a command, with the result that the hook reads from the
// rollout.
func (r *codexReader) commandEnd(here position, id string, item codexRecordItem) []Step {
	e := r.afterEvent(r.calls[id])
	e.Output, e.Cut = item.Output, strings.Contains(item.Output, codexTruncatedRollout)
	e.Outcome = hook.Unknown
	if item.Exit.value != nil {
		setExit(&e, *item.Exit.value)
	}
	delete(r.calls, id)
	delete(r.unreadEnds, id)
	return []Step{here.step(e)}
}

// itemCompleted handles an item: the end of a command or of a patch, or a prompt.
func (r *codexReader) itemCompleted(here position, item codexRecordItem) []Step {
	switch item.Type {
	case "UserMessage":
		r.itemized = true
		return r.prompt(here, contentText(item.Content))
	case "HookPrompt":
		steps := r.turnEnd(here)
		r.stopBlocked = true
		return steps
	case "CommandExecution":
		r.itemized = true
		if r.calls[item.ID] != nil {
			r.unreadEnds[item.ID] = item
			r.processCall[item.Process] = item.ID
			return nil
		}
		call := r.newCall("shell", item.ID, codexArguments{Command: item.Command, Dir: strings.TrimPrefix(item.CWD, "file://")})
		if call == nil {
			return nil
		}
		r.calls[item.ID] = call
		return append([]Step{here.step(r.beforeEvent(call))}, r.commandEnd(here, item.ID, item)...)
	case "FileChange":
		r.itemized = true
		if r.calls[item.ID] != nil || item.Status != "completed" {
			return nil
		}
		call := r.newCall("apply_patch", item.ID, codexArguments{Input: item.patch()})
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
