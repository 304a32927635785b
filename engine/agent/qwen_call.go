package agent

import (
	"fmt"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// qwenTools returns what each tool does; tools that are not listed are hook.Other.
func qwenTools() map[string]string {
	return map[string]string{
		"read_file":         hook.Read,
		"edit":              hook.Edit,
		"write_file":        hook.Write,
		"run_shell_command": hook.Run,
		"monitor":           hook.Run, // always in the background
		"grep_search":       hook.Search,
		"glob":              hook.Search,
		"list_directory":    hook.Search,
		"web_fetch":         hook.Fetch,
		"agent":             hook.Task,
	}
}

// A qwenInput is the input of a tool.
type qwenInput struct {
	File       string `json:"file_path"`
	Content    string `json:"content"`
	Command    string `json:"command"`
	Dir        string `json:"directory"`
	Background bool   `json:"is_background"`
}

// A qwenResponse is the result of a tool. The text for the model is empty if it is a list of
// parts, as that of MCP tools and subagents.
type qwenResponse struct {
	Content lenientString `json:"llmContent"`    // for the model
	Display geminiDisplay `json:"returnDisplay"` // for the user
}

// setCall sets what the call is to do.
func (p *qwenPayload) setCall(e *hook.Event) {
	e.Call, e.Name, e.Tool = p.ID, p.Tool, qwenTools()[p.Tool]
	in := p.Input
	switch e.Tool {
	case hook.Read, hook.Edit:
		if in.File != "" {
			e.Files = []hook.File{{Path: in.File, Kind: e.Tool}}
		}
	case hook.Write:
		if in.File != "" {
			e.Files = []hook.File{{Path: in.File, Kind: hook.Write, Content: in.Content}}
		}
	case hook.Run:
		e.Command = in.Command
		if e.Project == "" {
			e.Project = p.CWD
		}
		switch {
		case filepath.IsAbs(in.Dir):
			e.CWD = in.Dir
		case in.Dir != "":
			e.CWD = filepath.Join(p.CWD, in.Dir)
		}
	case "":
		e.Tool = hook.Other
	}
}

// setSuccess sets the result of a call whose tool did not fail.
func (p *qwenPayload) setSuccess(e *hook.Event) {
	r := &p.Response
	e.Outcome = hook.OK
	switch e.Tool {
	case hook.Read:
		// If only a part of the file was read, the display says which one.
		if len(e.Files) == 1 && r.Display.Text == "" && r.Display.NewContent == nil {
			e.Files[0].Content = string(r.Content)
		}
	case hook.Write:
		if len(e.Files) == 1 && (r.Display.NewContent == nil || *r.Display.NewContent != p.Input.Content) {
			e.Files[0].Content = "" // the user changed it: the file is not what the model wrote
		}
	case hook.Run:
		p.setCommandResult(e)
	}
}

// setCommandResult decodes the result of a command from the text for the model:
//
//	Command: echo bad; exit 3
//	Directory: (root)
//	Output: what it printed, or (empty)
//	Error: (none)
//	Exit Code: 3
//	Signal: 0
//	Process Group PGID: 17815
//
// A command that was killed has its signal and "Exit Code: 0"; its exit code becomes 128 plus the
// signal, as in a shell. A text of another form means that the command did not end: it runs in
// the background, was cancelled or timed out. A long text has lost its middle and follows a
// notice about that.
func (p *qwenPayload) setCommandResult(e *hook.Event) {
	e.Outcome, e.Output = hook.Unknown, p.Response.Display.Text
	text := string(p.Response.Content)
	if strings.HasPrefix(text, "Tool output was too large and has been truncated.\n") {
		e.Cut = true
		_, text, _ = strings.Cut(text, "\nTruncated part of the output:\n")
	}
	text, ok := strings.CutPrefix(text, "Command: "+p.Input.Command+"\nDirectory: ")
	begin, end := strings.Index(text, "\nOutput: "), strings.LastIndex(text, "\nExit Code: ")
	var exit, signal int
	if ok && begin >= 0 && end > begin {
		_, err := fmt.Sscanf(text[end:], "\nExit Code: %d\nSignal: %d\n", &exit, &signal)
		ok = err == nil
	} else {
		ok = false
	}
	if !ok {
		e.Cut = true
		if p.Input.Background || p.Tool == "monitor" {
			e.Background, e.Output = true, ""
		}
		return
	}
	printed := text[begin+len("\nOutput: ") : end]
	if i := strings.LastIndex(printed, "\nError: "); i >= 0 {
		printed = printed[:i]
	}
	if e.Output = printed; printed == "(empty)" {
		e.Output = ""
	}
	if signal != 0 {
		exit = 128 + signal
	}
	setExit(e, exit)
}
