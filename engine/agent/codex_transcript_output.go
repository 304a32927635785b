package agent

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// A codexOutputText is what the model reads of a command.
type codexOutputText struct {
	text     string
	cut      bool   // text is incomplete
	failed   bool   // the command ended with a status that is not 0, and the text does not say which
	exit     *int   // nil if the command has not ended, or the text does not say
	process  string // the process that goes on, "" if there is none
	duration int64  // in milliseconds
}

// parseCodexOutput decodes the text, which has one of these forms. It returns false if it has
// another one.
//
//	{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}      (shell)
//	{"chunk_id":"…","wall_time_seconds":0.1,"exit_code":0,"output":"…"}   (a result in code mode)
//
//	Command: /bin/zsh -lc pwd                (Codex 0.118 only; it can have several lines)
//	Chunk ID: 24449d                         (exec_command, write_stdin)
//	Wall time: 0.0000 seconds
//	Process exited with code 0               (or: Process running with session ID 7)
//	Original token count: 12
//	Output:
//	…
//
//	Exit code: 0                             (shell_command, apply_patch)
//	Wall time: 0.2 seconds
//	Output:
//	…
//
// or, up to Codex 0.47, that of a command which failed: see parseCodexSandboxed.
func parseCodexOutput(text string) (out codexOutputText, ok bool) {
	if strings.HasPrefix(text, "{") {
		return parseCodexResult([]byte(text))
	}
	if rest, ok := strings.CutPrefix(text, "failed in sandbox"); ok {
		return parseCodexSandboxed(rest)
	}
	rest := text
	if strings.HasPrefix(text, "Command: ") {
		if i := strings.Index(text, "\nChunk ID: "); i >= 0 {
			rest = text[i+1:]
		}
	}
	for {
		line, after, more := strings.Cut(rest, "\n")
		if line == "Output:" {
			out.text = after
			break
		}
		name, value, _ := strings.Cut(line, ":")
		switch {
		case name == "Exit code":
			out.exit = codexExit(value)
		case name == "Wall time":
			seconds, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " seconds"), 64)
			out.duration = toldDuration(seconds)
		case strings.HasPrefix(line, "Process exited with code "):
			out.exit = codexExit(strings.TrimPrefix(line, "Process exited with code "))
		case strings.HasPrefix(line, "Process running with session ID "):
			out.process = strings.TrimPrefix(line, "Process running with session ID ")
		case name == "Chunk ID", name == "Original token count", name == "Total output lines":
		default:
			return codexOutputText{}, false
		}
		if !more {
			break
		}
		rest = after
	}
	out.trim()
	return out, out.exit != nil || out.process != ""
}

// toldDuration returns a duration in milliseconds, at least one: Codex rounds to tenths of a second, and 0 would mean that it is not known.
func toldDuration(seconds float64) int64 { return max(1, int64(seconds*1000)) }

// parseCodexResult decodes a result that is JSON.
func parseCodexResult(text []byte) (out codexOutputText, ok bool) {
	var r struct {
		Output   *string           `json:"output"`
		Exit     optional[int]     `json:"exit_code"`
		Process  json.Number       `json:"session_id"`
		Seconds  optional[float64] `json:"wall_time_seconds"`
		Metadata struct {
			Exit    optional[int]     `json:"exit_code"`
			Seconds optional[float64] `json:"duration_seconds"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(text, &r); err != nil && !isTypeMismatch(err) || r.Output == nil {
		return out, false
	}
	out = codexOutputText{text: *r.Output, exit: r.Exit.value}
	if seconds := cmp.Or(r.Seconds.value, r.Metadata.Seconds.value); seconds != nil {
		out.duration = toldDuration(*seconds)
	}
	if out.exit == nil {
		out.exit = r.Metadata.Exit.value
	}
	if out.exit == nil {
		out.process = r.Process.String()
	}
	out.trim()
	return out, out.exit != nil || out.process != ""
}

// parseCodexSandboxed decodes what follows "failed in sandbox" in the result of a command. Codex before 0.48 took each command
// in its sandbox that ended with a status other than 0 for one that the sandbox refused: the command ran, and failed. The text is
// one of these; the second form, of Codex 0.45 to 0.47, has the standard error alone.
//
//	 MacosSeatbelt with execution error: sandbox denied exec error, exit code: 1, stdout: …, stderr: …
//	: …
func parseCodexSandboxed(text string) (out codexOutputText, ok bool) {
	if rest, ok := strings.CutPrefix(text, ": "); ok {
		if strings.HasPrefix(rest, "sandbox error: ") {
			rest = "" // the client's own words, such as that a signal ended it
		}
		return codexOutputText{text: rest, cut: true, failed: true}, true
	}
	_, rest, ok := strings.Cut(text, "sandbox denied exec error, exit code: ")
	code, printed, named := strings.Cut(rest, ", stdout: ")
	if out.exit = codexExit(code); !ok || !named || out.exit == nil {
		return codexOutputText{}, false
	}
	out.text = printed
	if i := strings.LastIndex(printed, ", stderr: "); i >= 0 {
		out.text = strings.TrimPrefix(printed[:i]+"\n"+printed[i+len(", stderr: "):], "\n")
	}
	return out, true
}

// codexExit decodes an exit code, nil if it is none.
func codexExit(text string) *int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return nil
	}
	return &n
}

// trim removes the client's own lines from the beginning of a shortened output. The client leaves
// out the middle and says so there.
func (out *codexOutputText) trim() {
	for _, head := range []string{codexTruncatedResponse, "Total output lines: "} {
		if strings.HasPrefix(out.text, head) {
			_, out.text, _ = strings.Cut(out.text, "\n")
			out.cut = true
		}
	}
	if out.cut {
		out.text = strings.TrimPrefix(out.text, "\n")
	}
	for _, mark := range []string{" tokens truncated…", " chars truncated…", "[... omitted ", codexTruncatedRollout} {
		out.cut = out.cut || strings.Contains(out.text, mark)
	}
}
