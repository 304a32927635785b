package facts

import (
	"bytes"
	"context"
	"io"
	"os"

	"witness/engine/agent"
	"witness/engine/store"
)

// maxTranscript is how many bytes of a transcript one call reads at most. The rest is read by the next calls.
const maxTranscript = 4 << 20

// Tokens returns what the recording tells.
func (d *Recorded) Tokens(_ context.Context, c *Call) (tokens int64, known bool) {
	if c.Event.Tokens == nil {
		return 0, false
	}
	return *c.Event.Tokens, true
}

// Tokens reads what was added to the client's transcript since it was last read. The table transcripts keeps how far
// that was, and what it told.
func (d *Live) Tokens(ctx context.Context, c *Call) (tokens int64, known bool) {
	client, _ := agent.Find(c.Agent)
	if c.Transcript == "" || client.Transcript == nil || client.Transcript.Tokens == nil {
		return 0, false
	}
	var m agent.TokenMeter
	var from int64
	a := store.Args{"session": c.Session, "actor": c.Actor}
	if d.DB.Each(ctx, "SELECT read, tokens, message, counted FROM transcripts WHERE session = :session AND actor = :actor", a, func(_ []string, row []store.Value) error {
		from, _ = row[0].(int64)
		m.Tokens, _ = row[1].(int64)
		m.Message = store.Text(row[2])
		m.Counted, _ = row[3].(int64)
		return nil
	}) != nil {
		return 0, false
	}
	text, from, err := readFrom(c.Transcript, from)
	if err != nil {
		return m.Tokens, m.Tokens > 0
	}
	if from == 0 {
		m = agent.TokenMeter{}
	}
	end := bytes.LastIndexByte(text, '\n') + 1 // the last line may not be complete
	if end == 0 && len(text) == maxTranscript {
		end = len(text) // a line of this length tells no tokens
	}
	if end == 0 {
		return m.Tokens, from > 0
	}
	for line := range bytes.Lines(text[:end]) {
		if count, ok := client.Transcript.Tokens(line); ok {
			m.Add(count)
		}
	}
	// If it cannot be kept, the next call reads the same lines again.
	_, _ = d.DB.Exec(ctx, "INSERT OR REPLACE INTO transcripts (session, actor, read, tokens, message, counted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
		c.Session, c.Actor, from+int64(end), m.Tokens, m.Message, m.Counted)
	return m.Tokens, true
}

// readFrom reads a part of a regular file. A file that is shorter than where the part begins was written anew, and is read
// from its beginning.
func readFrom(path string, from int64) (text []byte, began int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, os.ErrInvalid
	}
	if info.Size() < from {
		from = 0
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.NewSectionReader(f, from, maxTranscript))
	return text, from, err
}
