package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/regular"
)

// A TokenCount is what one line of a transcript tells of tokens. A line that only names the model of those that follow has none.
type TokenCount struct {
	hook.Usage
	Message string // the message that they were used for; a later line of the same message replaces an earlier one
	At      string // when it was written, in RFC 3339, if the client may write a message again
	Total   bool   // they are those of the whole conversation so far
}

// A TokenMeter adds up what the lines of one transcript tell.
type TokenMeter struct {
	Read    int64        // how many bytes of the transcript were read
	Tokens  int64        // all of them, without what the provider had in its cache
	Message string       // the latest message that was counted,
	Counted hook.Usage   // and what it was counted with, or the total,
	At      string       // and when it was written
	Model   string       // the model that a line has named for those that follow
	Used    []hook.Usage // what was added by the lines that were read, by model

	Interrupts  int64 // how often the user has interrupted the agent in the lines that were read
	WaitedMS    int64 // and how long calls waited for the user's answer
	interrupted string
	asked       map[string]string
}

const (
	maxTranscript = 4 << 20 // bytes that Measure reads at once,
	maxReadings   = 4       // and how often. The rest is read the next time.
)

// Measure adds up what the lines tell that were added to a transcript since it was last read. A file that is shorter than it was
// then was written anew, and is read from its beginning.
func (t *Transcript) Measure(path string, m *TokenMeter) error {
	f, info, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() < m.Read {
		*m = TokenMeter{}
	}
	for range maxReadings {
		text, err := io.ReadAll(io.NewSectionReader(f, m.Read, maxTranscript))
		if err != nil {
			return err
		}
		end := bytes.LastIndexByte(text, '\n') + 1 // the last line may not be complete
		if end == 0 && len(text) == maxTranscript {
			end = len(text) // a line of this length tells no tokens
		}
		for line := range bytes.Lines(text[:end]) {
			if count, ok := t.Tokens(line); ok {
				m.Add(count)
			}
			if t.Pauses != nil {
				m.addPause(t.Pauses(line))
			}
		}
		if m.Read += int64(end); end == 0 || len(text) < maxTranscript {
			break
		}
	}
	return nil
}

// Add adds what a line tells. A message that is older than the latest one is there a second time: Claude Code writes a conversation
// again, with its times, when it is continued from an earlier point.
func (m *TokenMeter) Add(c TokenCount) {
	switch {
	case c.IsZero():
		m.Model = cmp.Or(c.Model, m.Model)
		return
	case c.At < m.At && c.Message != m.Message:
		return
	}
	more := c.Usage
	switch {
	case c.Total && c.Anew() < m.Counted.Anew():
		// The client has begun to count anew.
	case c.Total, c.Message != "" && c.Message == m.Message:
		more = c.Minus(m.Counted)
	}
	m.Message, m.Counted, m.At = c.Message, c.Usage, c.At
	m.Tokens += more.Anew()
	more.Model = cmp.Or(c.Model, m.Model)
	for i := range m.Used {
		if m.Used[i].Model == more.Model {
			m.Used[i].Add(more)
			return
		}
	}
	m.Used = append(m.Used, more)
}

// Take returns what was added since it was last called.
func (m *TokenMeter) Take() []hook.Usage {
	used := slices.DeleteFunc(m.Used, hook.Usage.IsZero)
	m.Used = nil
	return used
}

// claudeTokens implements Transcript.Tokens. Each part of a message has a line of its own with what is known by then.
func claudeTokens(line []byte) (TokenCount, bool) {
	var r struct {
		Type    string `json:"type"`
		At      string `json:"timestamp"`
		Message struct {
			ID    string `json:"id"`
			Model string `json:"model"`
			Usage struct {
				Input   int64 `json:"input_tokens"`
				Read    int64 `json:"cache_read_input_tokens"`
				Created int64 `json:"cache_creation_input_tokens"`
				Of      struct {
					Hour int64 `json:"ephemeral_1h_input_tokens"`
				} `json:"cache_creation"`
				Output int64 `json:"output_tokens"`
			} `json:"usage"`
		} `json:"message"`
	}
	if !bytes.Contains(line, []byte(`"usage"`)) || json.Unmarshal(line, &r) != nil || r.Type != "assistant" {
		return TokenCount{}, false
	}
	u := r.Message.Usage
	hour := min(u.Of.Hour, u.Created)
	return TokenCount{
		Message: r.Message.ID,
		At:      r.At,
		Usage:   hook.Usage{Model: r.Message.Model, Input: u.Input, Cached: u.Read, Written: u.Created - hour, Kept: hour, Output: u.Output},
	}, true
}

// codexTokens implements Transcript.Tokens. The lines tell the total, and the model of a turn before it begins.
func codexTokens(line []byte) (TokenCount, bool) {
	var r struct {
		Type    string `json:"type"`
		Payload struct {
			Type  string `json:"type"`
			Model string `json:"model"`
			Info  struct {
				Total *struct {
					Input  int64 `json:"input_tokens"`
					Cached int64 `json:"cached_input_tokens"`
					Output int64 `json:"output_tokens"`
				} `json:"total_token_usage"`
			} `json:"info"`
		} `json:"payload"`
	}
	counts, turn := bytes.Contains(line, []byte(`"token_count"`)), bytes.Contains(line, []byte(`"turn_context"`))
	if !counts && !turn || json.Unmarshal(line, &r) != nil {
		return TokenCount{}, false
	}
	u := r.Payload.Info.Total
	switch {
	case r.Type == "turn_context":
		return TokenCount{Usage: hook.Usage{Model: r.Payload.Model}}, true
	case r.Payload.Type != "token_count" || u == nil:
		return TokenCount{}, false
	}
	return TokenCount{Usage: hook.Usage{Input: u.Input - u.Cached, Cached: u.Cached, Output: u.Output}, Total: true}, true
}

// geminiTokens implements Transcript.Tokens. A message is written again when its calls have ended.
func geminiTokens(line []byte) (TokenCount, bool) {
	var r struct {
		ID     string `json:"id"`
		Model  string `json:"model"`
		Tokens *struct {
			Input    int64 `json:"input"`
			Output   int64 `json:"output"`
			Cached   int64 `json:"cached"`
			Thoughts int64 `json:"thoughts"`
			Tool     int64 `json:"tool"`
		} `json:"tokens"`
	}
	if !bytes.Contains(line, []byte(`"tokens"`)) || json.Unmarshal(line, &r) != nil || r.Tokens == nil {
		return TokenCount{}, false
	}
	u := r.Tokens
	return TokenCount{
		Message: r.ID,
		Usage:   hook.Usage{Model: r.Model, Input: u.Input - u.Cached + u.Tool, Cached: u.Cached, Output: u.Output + u.Thoughts},
	}, true
}

// qwenTokens implements Transcript.Tokens.
func qwenTokens(line []byte) (TokenCount, bool) {
	var r struct {
		ID    string `json:"uuid"`
		Model string `json:"model"`
		Usage *struct {
			Prompt   int64 `json:"promptTokenCount"`
			Output   int64 `json:"candidatesTokenCount"`
			Cached   int64 `json:"cachedContentTokenCount"`
			Thoughts int64 `json:"thoughtsTokenCount"`
			Total    int64 `json:"totalTokenCount"`
		} `json:"usageMetadata"`
	}
	if !bytes.Contains(line, []byte(`"usageMetadata"`)) || json.Unmarshal(line, &r) != nil || r.Usage == nil {
		return TokenCount{}, false
	}
	u := r.Usage
	output := u.Output // with some servers the thoughts are among them, as the total shows
	if u.Total >= u.Prompt+u.Output+u.Thoughts {
		output += u.Thoughts
	}
	return TokenCount{Message: r.ID, Usage: hook.Usage{Model: r.Model, Input: u.Prompt - u.Cached, Cached: u.Cached, Output: output}}, true
}

// copilotTokens implements Transcript.Tokens. Copilot CLI 1.0.102 writes a line for each request, 1.0.68 none.
func copilotTokens(line []byte) (TokenCount, bool) {
	var r struct {
		Type string `json:"type"`
		Data struct {
			Usage struct {
				Model   string `json:"model"`
				Input   int64  `json:"inputTokens"`
				Output  int64  `json:"outputTokens"`
				Read    int64  `json:"cacheReadTokens"`
				Written int64  `json:"cacheWriteTokens"`
				Call    string `json:"apiCallId"`
			} `json:"usage"`
		} `json:"data"`
	}
	if !bytes.Contains(line, []byte(`"session.usage_record"`)) || json.Unmarshal(line, &r) != nil || r.Type != "session.usage_record" {
		return TokenCount{}, false
	}
	u := r.Data.Usage
	return TokenCount{
		Message: u.Call,
		Usage:   hook.Usage{Model: u.Model, Input: max(0, u.Input-u.Read-u.Written), Cached: u.Read, Written: u.Written, Output: u.Output},
	}, true
}

// piTokens implements Transcript.Tokens.
func piTokens(line []byte) (TokenCount, bool) {
	var r struct {
		ID      string `json:"id"`
		Message struct {
			Model string `json:"model"`
			Usage *struct {
				Input  int64 `json:"input"`
				Output int64 `json:"output"`
				Read   int64 `json:"cacheRead"`
				Write  int64 `json:"cacheWrite"`
			} `json:"usage"`
		} `json:"message"`
	}
	if !bytes.Contains(line, []byte(`"usage"`)) || json.Unmarshal(line, &r) != nil || r.Message.Usage == nil {
		return TokenCount{}, false
	}
	u := r.Message.Usage
	return TokenCount{Message: r.ID, Usage: hook.Usage{Model: r.Message.Model, Input: u.Input, Cached: u.Read, Written: u.Write, Output: u.Output}}, true
}

// setTranscript sets the file to which the client writes the conversation of the one who acts, if its tokens can be read.
func (a Agent) setTranscript(e *hook.Event, payload []byte) {
	if a.Transcript == nil || a.Transcript.Tokens == nil {
		return
	}
	p := stringMembers(payload, "transcript_path", "transcriptPath")
	e.Transcript = cmp.Or(p["transcript_path"], p["transcriptPath"], stringValue(rawMember(payload, "ctx", "sessionFile")))
	switch {
	case e.Actor == "":
	case e.Agent == Claude.Name:
		// The payload names the file of the main agent. Those of subagents are in a folder beside it.
		e.Transcript = strings.TrimSuffix(e.Transcript, ".jsonl") + "/subagents/agent-" + e.Actor + ".jsonl"
	case e.Agent == Copilot.Name, e.Agent == Qwen.Name:
		e.Transcript = "" // that of the main agent has them
	}
}
