package disk

import (
	"context"

	"witness/engine/agent"
	"witness/engine/facts"
	"witness/engine/store"
)

// Tokens reads what was added to the client's transcript since it was last read. The table transcripts keeps how far
// that was, and what it told.
func (d *Live) Tokens(ctx context.Context, c *facts.Call) (tokens int64, known bool) {
	client, _ := agent.Find(c.Agent)
	if c.Transcript == "" || client.Transcript == nil || client.Transcript.Tokens == nil {
		return 0, false
	}
	var m agent.TokenMeter
	a := store.Args{"session": c.Session, "actor": c.Actor}
	if d.DB.Each(ctx, "SELECT read, tokens, message, counted FROM transcripts WHERE session = :session AND actor = :actor", a, func(_ []string, row []store.Value) error {
		m.Read, _ = row[0].(int64)
		m.Tokens, _ = row[1].(int64)
		m.Message = store.Text(row[2])
		m.Counted, _ = row[3].(int64)
		return nil
	}) != nil {
		return 0, false
	}
	before := m.Read
	if client.Transcript.Measure(c.Transcript, &m) == nil && m.Read != before {
		// If it cannot be kept, the next call reads the same lines again.
		_, _ = d.DB.Exec(ctx, "INSERT OR REPLACE INTO transcripts (session, actor, read, tokens, message, counted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			c.Session, c.Actor, m.Read, m.Tokens, m.Message, m.Counted)
	}
	return m.Tokens, m.Read > 0
}
