package agent

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"

	"witness/engine"
)

// codexLongTail is how much of the end of a rollout file is searched: what follows the
// call's own line is little, except where calls run in parallel. codexShortTail is enough
// for nearly all of them.
const (
	codexShortTail = 256 << 10
	codexLongTail  = 4 << 20
)

// What the client leaves out of an output, it says in these words.
const (
	codexTruncatedResponse = "Warning: truncated output (original token count: "
	codexTruncatedRollout  = "\n... command output truncated for persistence ...\n"
)

// A codexItem is a line of the rollout file about a call that ended.
type codexItem struct {
	Payload struct {
		Item struct {
			ID       string `json:"id"`
			Type     string `json:"type"`
			Output   string `json:"aggregated_output"`
			Exit     *int   `json:"exit_code"`
			Duration struct {
				Seconds     int64 `json:"secs"`
				Nanoseconds int64 `json:"nanos"`
			} `json:"duration"`
		} `json:"item"`
	} `json:"payload"`
}

// setCommandResult adds the end of a command: from the rollout file, or without an exit code
// if that does not tell.
func (p *codexPayload) setCommandResult(e *engine.Event) {
	e.Outcome, e.Output = engine.Unknown, string(p.Response)
	e.Cut = strings.HasPrefix(e.Output, codexTruncatedResponse)
	found, ok := readCodexItem(p.Transcript, p.ID)
	if !ok {
		return
	}
	item := found.Payload.Item
	e.Output, e.Cut = item.Output, strings.Contains(item.Output, codexTruncatedRollout)
	e.Duration = item.Duration.Seconds*1000 + item.Duration.Nanoseconds/1_000_000
	if e.Exit = item.Exit; e.Exit == nil {
		return
	}
	e.Outcome = engine.OK
	if *e.Exit != 0 {
		e.Outcome = engine.Failed
	}
}

// readCodexItem finds the line about the end of a command in the rollout file. A file that
// cannot be read, and a call that is not among its last lines, are not found.
func readCodexItem(path, id string) (codexItem, bool) {
	if path == "" || id == "" {
		return codexItem{}, false
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return codexItem{}, false
	}
	f, err := os.Open(path)
	if err != nil {
		return codexItem{}, false
	}
	defer f.Close()
	for _, look := range []int64{codexShortTail, codexLongTail} {
		from := max(0, info.Size()-look)
		end := make([]byte, info.Size()-from)
		if _, err := io.ReadFull(io.NewSectionReader(f, from, info.Size()-from), end); err != nil {
			return codexItem{}, false
		}
		if item, ok := findCodexItem(end, id); ok || from == 0 {
			return item, ok
		}
	}
	return codexItem{}, false
}

// findCodexItem looks for the line from the end.
func findCodexItem(lines []byte, id string) (codexItem, bool) {
	for len(lines) > 0 {
		lines = bytes.TrimSuffix(lines, []byte("\n"))
		begin := bytes.LastIndexByte(lines, '\n') + 1
		line := lines[begin:]
		lines = lines[:begin]
		if !bytes.Contains(line, []byte(id)) || !bytes.Contains(line, []byte(`"CommandExecution"`)) {
			continue
		}
		var item codexItem
		if json.Unmarshal(line, &item) == nil && item.Payload.Item.ID == id && item.Payload.Item.Type == "CommandExecution" {
			return item, true
		}
	}
	return codexItem{}, false
}
