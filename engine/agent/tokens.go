package agent

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"witness/engine/hook"
	"witness/engine/regular"
)

// A TokenCount is what one line of a transcript tells of tokens: those that the model read anew and wrote. What
// it read from the provider's cache does not count, because each request repeats the whole conversation.
type TokenCount struct {
	Message string // the message that they were used for; a later line of the same message replaces an earlier one
	Tokens  int64
	Total   bool // they are those of the whole conversation so far
}

// A TokenMeter adds up what the lines of one transcript tell.
type TokenMeter struct {
	Tokens  int64  // all of them
	Message string // the latest message that was counted,
	Counted int64  // and its share
	Read    int64  // how many bytes of the transcript were read
}

// maxTranscript is how many bytes of a transcript Measure reads at most. The rest is read the next time.
const maxTranscript = 4 << 20

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
	}
	m.Read += int64(end)
	return nil
}

// Add adds what a line tells.
func (m *TokenMeter) Add(c TokenCount) {
	switch {
	case c.Total:
		m.Tokens, m.Message, m.Counted = c.Tokens, "", 0
	case c.Message != "" && c.Message == m.Message:
		m.Tokens += c.Tokens - m.Counted
		m.Counted = c.Tokens
	default:
		m.Tokens += c.Tokens
		m.Message, m.Counted = c.Message, c.Tokens
	}
}

// claudeTokens implements Transcript.Tokens. Each part of a message has a line of its own with what is known by then.
func claudeTokens(line []byte) (TokenCount, bool) {
	var r struct {
		Type    string `json:"type"`
		Message struct {
			ID    string `json:"id"`
			Usage struct {
				Input   int64 `json:"input_tokens"`
				Created int64 `json:"cache_creation_input_tokens"`
				Output  int64 `json:"output_tokens"`
			} `json:"usage"`
		} `json:"message"`
	}
	if !bytes.Contains(line, []byte(`"usage"`)) || json.Unmarshal(line, &r) != nil || r.Type != "assistant" {
		return TokenCount{}, false
	}
	u := r.Message.Usage
	return TokenCount{Message: r.Message.ID, Tokens: u.Input + u.Created + u.Output}, true
}

// codexTokens implements Transcript.Tokens. The lines tell the total.
func codexTokens(line []byte) (TokenCount, bool) {
	var r struct {
		Payload struct {
			Type string `json:"type"`
			Info struct {
				Total *struct {
					Input  int64 `json:"input_tokens"`
					Cached int64 `json:"cached_input_tokens"`
					Output int64 `json:"output_tokens"`
				} `json:"total_token_usage"`
			} `json:"info"`
		} `json:"payload"`
	}
	if !bytes.Contains(line, []byte(`"token_count"`)) || json.Unmarshal(line, &r) != nil || r.Payload.Type != "token_count" || r.Payload.Info.Total == nil {
		return TokenCount{}, false
	}
	u := r.Payload.Info.Total
	return TokenCount{Tokens: u.Input - u.Cached + u.Output, Total: true}, true
}

// geminiTokens implements Transcript.Tokens. A message is written again when its calls have ended.
func geminiTokens(line []byte) (TokenCount, bool) {
	var r struct {
		ID     string `json:"id"`
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
	return TokenCount{Message: r.ID, Tokens: u.Input - u.Cached + u.Output + u.Thoughts + u.Tool}, true
}

// setTranscript sets the file to which the client writes the conversation of the one who acts, if its tokens can be read.
func (a Agent) setTranscript(e *hook.Event, payload []byte) {
	if a.Transcript == nil || a.Transcript.Tokens == nil {
		return
	}
	e.Transcript = stringMembers(payload, "transcript_path")["transcript_path"]
	if e.Actor != "" && e.Agent == Claude.Name {
		// The payload names the file of the main agent. Those of subagents are in a folder beside it.
		e.Transcript = strings.TrimSuffix(e.Transcript, ".jsonl") + "/subagents/agent-" + e.Actor + ".jsonl"
	}
}
