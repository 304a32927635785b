package agent

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"witness/engine/hook"
	"witness/engine/regular"
)

// The sizes of the tails of a rollout file that are searched, one after the other. Little follows
// the record of a call, except if calls run in parallel; the short tail is enough for nearly all.
const (
	codexShortTail = 256 << 10
	codexLongTail  = 4 << 20
)

// The marks of a truncated output, in tool_response and in the rollout.
const (
	codexTruncatedResponse = "Warning: truncated output (original token count: "
	codexTruncatedRollout  = "\n... command output truncated for persistence ...\n"
)

// A codexItem is a line of the rollout file about a call that ended.
type codexItem struct {
	Payload struct {
		Item struct {
			ID       string        `json:"id"`
			Type     string        `json:"type"`
			Output   string        `json:"aggregated_output"`
			Exit     optional[int] `json:"exit_code"`
			Duration struct {
				Seconds     int64 `json:"secs"`
				Nanoseconds int64 `json:"nanos"`
			} `json:"duration"`
		} `json:"item"`
	} `json:"payload"`
}

// setCommandResult sets the result of a command from the rollout file, or without an exit code if
// the command is not found there.
func (p *codexPayload) setCommandResult(e *hook.Event) {
	e.Outcome, e.Output = hook.Unknown, string(p.Response)
	e.Cut = strings.HasPrefix(e.Output, codexTruncatedResponse)
	found, ok := readCodexItem(p.Transcript, p.ID)
	if !ok {
		return
	}
	item := found.Payload.Item
	e.Output, e.Cut = item.Output, strings.Contains(item.Output, codexTruncatedRollout)
	e.Duration = item.Duration.Seconds*1000 + item.Duration.Nanoseconds/1_000_000
	if item.Exit.value != nil {
		setExit(e, *item.Exit.value)
	}
}

// readCodexItem returns the record of the end of a command from the rollout file, and false if
// the file cannot be read or the call is not in its tail.
func readCodexItem(path, id string) (codexItem, bool) {
	if path == "" || id == "" {
		return codexItem{}, false
	}
	f, info, err := regular.Open(path)
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

// findCodexItem searches lines backwards.
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
