package agent

import (
	"strconv"
	"strings"
)

// A geminiShellText is what the text for the model says of a command.
type geminiShellText struct {
	text string
	exit *int // nil if the command has not ended
}

// parseGeminiShellText decodes the text for the model of older versions, and false if it has another
// form:
//
//	Command: go test ./...
//	Directory: (root)
//	Output: …                    (before: Stdout: …, and Stderr: …)
//	Error: (none)
//	Exit Code: 1                 ((none) if it was killed)
//	Signal: (none)
//	Background PIDs: (none)
//	Process Group PGID: 26593
func parseGeminiShellText(text string) (out geminiShellText, ok bool) {
	if !strings.HasPrefix(text, "Command: ") {
		return out, false
	}
	_, rest, ok := strings.Cut(text, "\nDirectory: ")
	at := strings.LastIndex(rest, "\nExit Code: ")
	if !ok || at < 0 {
		return out, false
	}
	_, printed, _ := strings.Cut(rest[:at], "\n")
	if e := strings.LastIndex(printed, "\nError: "); e >= 0 {
		printed = printed[:e]
	}
	if output, ok := strings.CutPrefix(printed, "Output: "); ok {
		printed = geminiPrinted(output)
	} else if output, ok := strings.CutPrefix(printed, "Stdout: "); ok {
		printed = geminiPrinted(output)
		if s := strings.LastIndex(output, "\nStderr: "); s >= 0 {
			printed = geminiPrinted(output[:s]) + geminiPrinted(output[s+len("\nStderr: "):])
		}
	}
	out.text = printed
	for line := range strings.Lines(rest[at+1:]) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
		case name == "Exit Code":
			out.exit = &n
		case name == "Signal" && n > 0:
			n += 128
			out.exit = &n
		}
	}
	return out, true
}

// geminiPrinted returns an output with a line break at its end; "(empty)" stands for none.
func geminiPrinted(text string) string {
	if text == "(empty)" || text == "" {
		return ""
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}
