package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"witness/engine/agent"
)

// A recording is one recorded session.
type recording struct {
	client *agent.Agent // the agent that wrote the transcript; nil for hook payloads
	head   agent.Head
	files  []string // the main transcript, then those of the subagents
}

// size returns the size of the files in bytes.
func (r recording) size() (bytes int64) {
	for _, path := range r.files {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// heads are the results of headOf by path. Each file that is named has the files beside it looked at for its subagents.
type heads map[string]headResult

// A headResult is what headOf returned.
type headResult struct {
	r     recording
	known bool
	err   error
}

// of is headOf, once for each path.
func (h heads) of(path string) (recording, bool, error) {
	result, ok := h[path]
	if !ok {
		result.r, result.known, result.err = headOf(path)
		h[path] = result
	}
	return result.r, result.known, result.err
}

// headLines is the number of lines that are examined to determine the format of a file.
const headLines = 40

// headOf determines the format of a file: a transcript, hook payloads, or neither (known is false).
func headOf(path string) (r recording, known bool, err error) {
	in, err := openLines(path, func(int) {})
	if err != nil {
		return r, false, err
	}
	defer in.Close()
	r.files = []string{path}
	for range headLines {
		line, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return r, known, fmt.Errorf("%s:%d: %w", path, in.n, err)
		}
		if r.client == nil && !known {
			for _, a := range agent.Recorded() {
				if a.Detect(func(string) string { return "" }, line) {
					return r, true, nil
				}
				if a.Transcript == nil || a.Transcript.Head == nil {
					continue
				}
				if h, ok := a.Transcript.Head(path, line); ok && h.Session != "" {
					r.client, r.head, known = a, h, true
					break
				}
			}
			if !known && isPayload(line) {
				return r, true, nil
			}
		} else if h, ok := r.client.Transcript.Head(path, line); ok {
			r.head.CWD = cmp.Or(r.head.CWD, h.CWD)
			r.head.Time = cmp.Or(r.head.Time, h.Time)
			r.head.Subagent = r.head.Subagent || h.Subagent
		}
		if r.head.CWD != "" {
			break
		}
	}
	return r, known, nil
}

// isPayload reports whether a line is a hook payload in the form that most clients share with Claude Code, whose it is then: a copy of
// payloads may name a transcript anywhere, or none.
func isPayload(line []byte) bool {
	var p struct {
		Moment  string `json:"hook_event_name"`
		Session string `json:"session_id"`
	}
	return json.Unmarshal(line, &p) == nil && p.Moment != "" && p.Session != ""
}

// isRecording reports whether a file of a directory may be a recording, by its name.
func isRecording(path string) bool {
	path = strings.TrimSuffix(path, ".gz")
	return strings.HasSuffix(path, ".jsonl") || strings.HasSuffix(path, ".json")
}
