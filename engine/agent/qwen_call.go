package agent

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// setResult sets the result of a call that has ended.
func (p *qwenPayload) setResult(e *hook.Event) {
	if e.Hook == "PostToolUseFailure" {
		p.setFailure(e)
		return
	}
	r := p.Response
	if r == nil {
		e.Outcome = hook.Unknown
		return
	}
	e.Outcome = hook.OK
	setGeminiContent(e, string(r.Content), r.Display, p.Input.Content)
	if e.Tool == hook.Run {
		p.setCommandResult(e)
	}
}

// setFailure sets the result that PostToolUseFailure reports: of a command that failed (from Qwen Code 0.24
// on), of one that did not end, or of another tool.
func (p *qwenPayload) setFailure(e *hook.Event) {
	if e.Tool == hook.Run && p.setCommandText(e, string(p.Error)) {
		return
	}
	if setFailed(e, string(p.Error)); e.Tool != hook.Run {
		e.Output = string(p.Error)
	}
	if p.Interrupted {
		e.Outcome, e.Reason, e.Exit = hook.Unknown, hook.Interrupted, nil
	}
}

// setCommandResult sets the result of a command that PostToolUse reports. Without the text of a command
// that ended it runs in the background, was cancelled or timed out.
func (p *qwenPayload) setCommandResult(e *hook.Event) {
	text := string(p.Response.Content)
	if p.setCommandText(e, text) {
		return
	}
	e.Outcome, e.Output, e.Cut = hook.Unknown, p.Response.Display.Text, true
	if p.Input.Background || p.Tool == "monitor" {
		e.Background, e.Output = true, ""
	} else {
		e.Reason = failureReason(text)
	}
}

// setCommandText decodes the result of a command from the text for the model, and reports whether the text
// has the form of a command that ended:
//
//	Command: echo bad; exit 3
//	Directory: (root)
//	Output: what it printed, or (empty)
//	Error: (none)
//	Exit Code: 3
//	Signal: (none)
//	Process Group PGID: 17815
//
// The first line is absent in code mode. A command that was killed has its signal, and "(none)" or, until
// version 0.15, 0 as its exit code; that becomes 128 plus the signal, as in a shell. A long text has lost
// its middle and follows a notice with the path of a file that has all of it (0.24).
func (p *qwenPayload) setCommandText(e *hook.Event, text string) bool {
	if notice, shown, ok := strings.Cut(text, "\nTruncated part of the output:\n"); ok && strings.HasPrefix(notice, "Tool output was too large and has been truncated.\n") {
		text, e.Cut = shown, true
		_, path, _ := strings.Cut(notice, "\nThe full output has been saved to: ")
		path, _, _ = strings.Cut(path, "\n")
		if all, ok := readSavedOutput(path); ok && strings.HasPrefix(filepath.Base(path), "run_shell_command_") {
			text, e.Cut = all, false
		}
	}
	text = strings.TrimPrefix(text, "Command: "+p.Input.Command+"\n")
	begin, end := strings.Index(text, "\nOutput: "), strings.LastIndex(text, "\nExit Code: ")
	if !strings.HasPrefix(text, "Directory: ") || begin < 0 || end < begin {
		return false
	}
	var exitText, signalText string
	if n, _ := fmt.Sscanf(text[end:], "\nExit Code: %s\nSignal: %s\n", &exitText, &signalText); n != 2 {
		return false
	}
	exit, errExit := strconv.Atoi(exitText)
	signal, errSignal := strconv.Atoi(signalText)
	if errSignal == nil && signal != 0 {
		exit = 128 + signal
	} else if errExit != nil {
		return false
	}
	printed := text[begin+len("\nOutput: ") : end]
	if i := strings.LastIndex(printed, "\nError: "); i >= 0 {
		printed = printed[:i]
	}
	if e.Output = printed; printed == "(empty)" {
		e.Output = ""
	}
	setExit(e, exit)
	return true
}
