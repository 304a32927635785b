package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// A copilotResult is the result of a call. Fields with a 2 are those of Claude's form.
type copilotResult struct {
	Type  string `json:"resultType"`
	Type2 string `json:"result_type"`
	Text  string `json:"textResultForLlm"`
	Text2 string `json:"text_result_for_llm"`
}

// copilotToolNames returns Copilot's names of tools by those of Claude's form. Edit is
// apply_patch if its input is a string.
func copilotToolNames() map[string]string {
	return map[string]string{
		"Read": "view", "Edit": "edit", "Write": "create", "Bash": "bash", "PowerShell": "powershell",
		"Grep": "grep", "Glob": "glob", "WebFetch": "web_fetch", "WebSearch": "web_search", "Agent": "task", "Task": "task",
	}
}

// args returns the arguments of the call without white space between them: an object, or a string with a
// patch. Versions of April 2026 send the object as JSON in a string.
func (p *copilotPayload) args() json.RawMessage {
	args := p.Args
	if len(args) == 0 {
		args = p.Args2
	}
	if inner := strings.TrimSpace(stringValue(args)); strings.HasPrefix(inner, "{") && json.Valid([]byte(inner)) {
		args = json.RawMessage(inner)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, args) == nil {
		return compact.Bytes()
	}
	return args
}

// setCall sets what the call is to do.
func (p *copilotPayload) setCall(e *hook.Event) {
	args, patch := p.args(), ""
	patched := len(args) > 0 && json.Unmarshal(args, &patch) == nil
	e.Name = p.Tool
	if e.Name == "" {
		e.Name = cmp.Or(copilotToolNames()[p.Tool2], p.Tool2)
		if patched && p.Tool2 == "Edit" {
			e.Name = "apply_patch"
		}
	}
	e.Tool = cmp.Or(copilotFile.tool(e.Name), hook.Other)
	if patched {
		if e.Tool == hook.Edit {
			e.Files = patchFiles(patch)
		}
		return
	}
	var in struct {
		Path    string `json:"path"`
		Text    string `json:"file_text"`
		Command string `json:"command"`
		Input   string `json:"input"` // a patch, for models whose tools take objects only
	}
	_ = json.Unmarshal(args, &in) // arguments of another form leave the fields empty
	if e.Name == "str_replace_editor" {
		e.Tool = cmp.Or(editorAction(in.Command), e.Tool)
	}
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write:
		if e.Name == "apply_patch" {
			e.Files = patchFiles(in.Input)
		} else if in.Path != "" {
			e.Files = []hook.File{{Path: in.Path, Kind: e.Tool, Content: in.Text}}
		}
	case hook.Run:
		e.Command = in.Command
		if e.Name == "powershell" {
			e.Shell = "powershell"
		}
	}
}

// errorText returns the text of postToolUseFailure's error, which is a string or an object with a
// message.
func (p *copilotPayload) errorText() string {
	if text := stringValue(p.Error); text != "" {
		return text
	}
	return stringMembers(p.Error, "message")["message"]
}

// setResult sets the result that postToolUse reports.
func (p *copilotPayload) setResult(e *hook.Event) {
	r := p.Result
	if r == nil {
		r = p.Result2
	}
	text := cmp.Or(r.Text, r.Text2)
	switch cmp.Or(r.Type, r.Type2) {
	case "success":
		e.Outcome = hook.OK
	case "denied", "rejected":
		e.Outcome, e.Reason = hook.Denied, cmp.Or(failureReason(text), hook.ByUser)
		return
	case "failure":
		setFailed(e, text)
	default:
		e.Outcome = hook.Unknown
	}
	if e.Tool != hook.Run || e.Outcome == hook.Denied {
		return
	}
	e.Outcome, e.Output = hook.Unknown, text
	if strings.HasPrefix(e.Output, "<command started in background with shellId: ") {
		e.Background, e.Output = true, ""
		return
	}
	at := strings.LastIndexByte(e.Output, '<')
	if at < 0 {
		return
	}
	// "<shellId: 1 completed with exit code 3>", in older versions "<exited with exit code 3>".
	_, code, ok := strings.Cut(e.Output[at:], "ed with exit code ")
	exit, err := strconv.Atoi(strings.TrimRight(code, ">\n"))
	if !ok || err != nil {
		return
	}
	e.Output, e.Cut = fullCopilotOutput(e.Output[:at])
	e.Reason = ""
	setExit(e, exit)
}

// fullCopilotOutput returns the output of a command, and whether it is incomplete. The text has
// the first 500 characters of an output of more than 20 KB, and the path of a file with all of
// it, which exists until the session ends (Copilot CLI 1.0.102, measured).
func fullCopilotOutput(text string) (output string, cut bool) {
	line, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(line, "Output too large to read at once (") {
		return text, false
	}
	_, path, _ := strings.Cut(line, "Saved to: ")
	if !strings.Contains(filepath.Base(path), "-copilot-tool-output-") {
		return text, true
	}
	if all, ok := readSavedOutput(path); ok {
		return all, false
	}
	return text, true
}
