package agent

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"witness/engine/hook"
)

// mcpExitText finds the exit code that a server writes before or behind the output of a command: "Exit
// code: 1", "exited with code 1", "Return code: 1", "Process completed with exit code 0". It is compiled at
// its first use, so that it costs nothing otherwise.
var mcpExitText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:exit(?:ed)?|return(?:ed)?|completed|terminated)[ _]?(?:with )?(?:exit )?(?:code|status)["']?(?:[:=]| is)? *(-?\d{1,3})\b`)
})

// mcpExitLines is how many lines at either end of a text are searched for the exit code.
const mcpExitLines = 2

// setMCPResult sets the result of a command that a tool of an MCP server ran, from what the model reads:
// JSON with the exit code and the output as members, or a text that names the exit code at one of its
// ends. Without either it is not known how the command ended.
func setMCPResult(e *hook.Event, text string) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "<untrusted_context>\n"), "\n</untrusted_context>") // Gemini CLI
	e.Output, e.Exit, e.Reason = text, nil, ""
	if e.Outcome == hook.OK || e.Outcome == "" {
		e.Outcome = hook.Unknown
	}
	if code, output, ok := mcpJSONResult(text); ok {
		e.Output = output
		setExit(e, code)
		return
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if i >= mcpExitLines && i < len(lines)-mcpExitLines {
			continue
		}
		m := mcpExitText().FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		if code, err := strconv.Atoi(m[1]); err == nil {
			setExit(e, code)
			return
		}
	}
}

// mcpJSONResult reads a result in JSON.
func mcpJSONResult(text string) (code int, output string, ok bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return 0, "", false
	}
	eachMember([]byte(text), func(name string, value []byte) bool {
		switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
		case "exitcode", "exit", "returncode", "exitstatus", "code":
			if n, err := strconv.Atoi(string(value)); err == nil {
				code, ok = n, true
			}
		case "stdout", "stderr", "output":
			if part := stringValue(value); part != "" {
				output += strings.TrimSuffix(part, "\n") + "\n"
			}
		}
		return true
	})
	return code, output, ok
}

// foundLines returns what a search found as lines. Serena's is a JSON object: the lines found in each file, with
// marks before their numbers.
func foundLines(text string) string {
	if !strings.HasPrefix(text, "{") {
		return text
	}
	var b strings.Builder
	eachMember([]byte(text), func(name string, value []byte) bool {
		if found := mcpStrings(value); len(found) > 0 {
			b.WriteString(name + "\n")
			for _, part := range found {
				for line := range strings.Lines(part) {
					b.WriteString(strings.TrimLeft(strings.TrimSuffix(line, "\n"), " .>") + "\n")
				}
			}
		}
		return true
	})
	if b.Len() == 0 {
		return text
	}
	return b.String()
}
