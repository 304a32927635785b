package agent

import (
	"cmp"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A codexArguments holds the arguments of the tools that matter. The names of the tools and of
// their arguments differ from version to version.
type codexArguments struct {
	Command codexWords  `json:"command"` // shell, shell_command, local_shell
	Cmd     codexWords  `json:"cmd"`     // exec_command, container.exec
	Dir     string      `json:"workdir"`
	Input   string      `json:"input"` // apply_patch; also the text of a custom tool
	Path    string      `json:"path"`  // view_image
	Process json.Number `json:"session_id"`
	Cell    string      `json:"cell_id"`

	all json.RawMessage
}

// A codexWords is a command: a line, which becomes a single word, or a list of words.
type codexWords []string

// UnmarshalJSON decodes a string or a list of strings. A value of another type leaves w empty.
func (w *codexWords) UnmarshalJSON(b []byte) error {
	var line string
	if json.Unmarshal(b, &line) == nil {
		*w = codexWords{line}
		return nil
	}
	var words []string
	if json.Unmarshal(b, &words) == nil {
		*w = words
	}
	return nil
}

// parseCodexArguments decodes the arguments of a call. Arguments of another form leave the fields
// empty.
func parseCodexArguments(text []byte) (a codexArguments) {
	_ = json.Unmarshal(text, &a)
	a.all = text
	return a
}

// codexPlan is the tool that keeps the agent's list of tasks. Codex 0.169.0 knows it and does not offer it to every model.
const codexPlan = "update_plan"

// newCall returns a call of a tool, nil if it is of no interest.
func (r *codexReader) newCall(tool, id string, in codexArguments) *codexCall {
	call := &codexCall{codexPayload: codexPayload{formPayload: formPayload{CWD: r.base.CWD, Tool: tool, ID: id}}}
	switch tool {
	case "shell", "shell_command", "local_shell", "container.exec", "exec_command":
		words := in.Command
		if len(words) == 0 {
			words = in.Cmd
		}
		if len(words) == 0 || words[0] == "" {
			return nil
		}
		if filepath.IsAbs(in.Dir) || onWindows(in.Dir) {
			call.CWD = in.Dir
		} else if in.Dir != "" {
			call.CWD = filepath.Join(call.CWD, in.Dir)
		}
		call.Tool = "Bash"
		call.Input.Command, call.shell = words.line()
		if len(words) == 1 && onWindows(call.CWD) {
			call.shell = "powershell"
		}
		if len(words) == 2 && (words[0] == "apply_patch" || words[0] == "applypatch") {
			call.Tool, call.Input.Command, call.shell = "apply_patch", words[1], ""
		}
	case "apply_patch":
		call.Input.Command = in.Input
	default:
		if slices.Contains([]string{"", "other"}, codexFile.tool(tool)) && !strings.HasPrefix(tool, "mcp__") && tool != codexPlan && !slices.Contains(askTools, tool) {
			return nil
		}
		call.Input.Path, call.arguments = in.Path, in.all
	}
	return call
}

// line returns the shell line of a command and its language, "" or "powershell". A shell that is
// given the line as an argument is left out; words without a shell are quoted. A cmdlet, such as Get-Content, is PowerShell's.
func (w codexWords) line() (line, shell string) {
	if len(w) == 1 {
		return w[0], ""
	}
	name := strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(w[0], `\`, "/"))), ".exe")
	last := w[len(w)-1]
	switch {
	case slices.Contains([]string{"bash", "sh", "zsh", "dash", "ksh", "fish"}, name) && slices.Contains([]string{"-lc", "-c", "-ic", "-lic"}, w[1]) && len(w) == 3:
		return last, ""
	case (name == "powershell" || name == "pwsh") && slices.ContainsFunc(w, func(s string) bool { return strings.EqualFold(s, "-command") || s == "-c" }):
		return last, "powershell"
	case name == "cmd" && strings.EqualFold(w[1], "/c"):
		return strings.Join(w[2:], " "), ""
	}
	escaped := `'\''`
	if isCmdlet(w[0]) {
		shell, escaped = "powershell", "''"
	}
	quoted := make([]string, len(w))
	for i, word := range w {
		quoted[i] = cmp.Or(word, "''")
		if strings.ContainsAny(word, " \t\n'\"`$&|;<>()*?[]#~\\{}!") {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", escaped) + "'"
		}
	}
	return strings.Join(quoted, " "), shell
}

// isCmdlet reports whether a word has the form of a cmdlet's name, Verb-Noun.
func isCmdlet(word string) bool {
	verb, noun, ok := strings.Cut(word, "-")
	return ok && verb != "" && noun != "" && verb[0] >= 'A' && verb[0] <= 'Z' && noun[0] >= 'A' && noun[0] <= 'Z'
}
