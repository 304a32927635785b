package agent

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// A geminiResponse is the result of a tool. The text for the model is empty if it is a list of
// parts, as that of MCP tools and subagents.
type geminiResponse struct {
	Content lenientString `json:"llmContent"`    // for the model
	Display geminiDisplay `json:"returnDisplay"` // for the user
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// A geminiDisplay is what the user is shown: a text, or the new content of a changed file.
type geminiDisplay struct {
	Text       string
	NewContent *string
}

// UnmarshalJSON decodes a string or an object. A value of another type leaves d unchanged.
func (d *geminiDisplay) UnmarshalJSON(b []byte) error {
	var object struct {
		NewContent *string `json:"newContent"`
	}
	if json.Unmarshal(b, &d.Text) != nil && json.Unmarshal(b, &object) == nil {
		d.NewContent = object.NewContent
	}
	return nil
}

// setGeminiContent sets the content of the file that a call of either client has read or written. written is what the
// model wrote.
func setGeminiContent(e *hook.Event, content string, display geminiDisplay, written string) {
	switch {
	case len(e.Files) != 1:
	case e.Tool == hook.Read:
		// If only a part of the file was read, the display says which one.
		if display.Text == "" && display.NewContent == nil {
			e.Files[0].Content = content
		}
	case e.Tool == hook.Write:
		if display.NewContent == nil || *display.NewContent != written {
			e.Files[0].Content = "" // the user changed it: the file is not what the model wrote
		}
	}
}

// setResult sets the result of the call.
func (p *geminiPayload) setResult(e *hook.Event) {
	r := p.Response
	if r == nil {
		e.Outcome = hook.Unknown
		return
	}
	if r.Error != nil {
		e.Output = r.Error.Message
		setFailed(e, e.Output)
		return
	}
	e.Outcome = hook.OK
	setGeminiContent(e, string(r.Content), r.Display, p.Input.Content)
	if e.Tool == hook.Run {
		p.setCommandResult(e)
	}
}

// setCommandResult decodes the result of a command from the text for the model:
//
//	<untrusted_context>
//	Output: what it printed, or (empty)
//	Exit Code: 3
//	Process Group PGID: 23245
//	</untrusted_context>
//
// A command that was killed has "Signal: 9" instead of an exit code, which becomes 137 as in a
// shell. A text of another form means that the command did not end: it runs in the background or
// was cancelled.
func (p *geminiPayload) setCommandResult(e *hook.Event) {
	e.Outcome, e.Output = hook.Unknown, p.Response.Display.Text
	text := string(p.Response.Content)
	if inner, ok := strings.CutPrefix(text, "<untrusted_context>\n"); ok {
		text = strings.TrimSuffix(inner, "\n</untrusted_context>")
	}
	printed, ok := strings.CutPrefix(text, "Output: ")
	if !ok {
		e.Cut = true
		if p.Input.Background || strings.HasPrefix(text, "Command moved to background") {
			e.Background, e.Output = true, ""
		}
		return
	}
	// The display is the output alone, if there was any. It shows where the output ends: a
	// command may print "Exit Code: 3" itself. The screen of a terminal is shown as rows of cells
	// instead, which are no text.
	behind, ok := strings.CutPrefix(printed, "(empty)\n")
	if ok {
		e.Output = ""
	} else if e.Output == "" {
		e.Output, behind = cutGeminiTrailer(printed)
	} else if behind, ok = strings.CutPrefix(printed, e.Output+"\n"); !ok {
		e.Cut = true
		return
	}
	exit := 0
	for line := range strings.Lines(behind) {
		line = strings.TrimSuffix(line, "\n")
		if code, ok := strings.CutPrefix(line, "Exit Code: "); ok {
			n, err := strconv.Atoi(code)
			if err != nil {
				return
			}
			exit = n
		} else if signal, ok := strings.CutPrefix(line, "Signal: "); ok {
			n, err := strconv.Atoi(signal)
			if err != nil {
				return
			}
			exit = 128 + n
		}
	}
	setExit(e, exit)
}

// geminiTrailer are the beginnings of the client's own lines behind an output, in their order.
var geminiTrailer = []string{"Error: ", "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "}

// cutGeminiTrailer splits an output from the client's lines behind it. They are looked for from the end, each once, so
// that none of the client's is missed; a command that ends its own output with such a line can only look worse.
func cutGeminiTrailer(printed string) (output, trailer string) {
	end := len(printed)
	for _, name := range slices.Backward(geminiTrailer) {
		begin := strings.LastIndex(printed[:end], "\n") + 1
		if begin > 0 && strings.HasPrefix(printed[begin:end], name) {
			end = begin - 1
		}
	}
	return printed[:end], strings.TrimPrefix(printed[end:], "\n")
}
