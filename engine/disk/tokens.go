package disk

import (
	"context"

	"witness/engine/agent"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// Tokens reads what was added to the client's transcript since it was last read.
func (d *Live) Tokens(ctx context.Context, c *facts.Call) (tokens int64, known bool) {
	m, more := measure(ctx, d.DB, c)
	if m == nil {
		return 0, false
	}
	if more {
		_ = KeepUsage(ctx, d.DB, c, m) // if it cannot be kept, the next call reads the same lines again
	}
	return m.Tokens, m.Read > 0
}

// Used is what the event tells, and what the transcript does at the end of a turn.
func (d *Live) Used(ctx context.Context, c *facts.Call) *agent.TokenMeter {
	if len(c.Event.Used) > 0 || c.Interrupts+c.WaitedMS > 0 {
		return &agent.TokenMeter{Used: c.Event.Used, Interrupts: c.Interrupts, WaitedMS: c.WaitedMS}
	}
	switch c.Moment {
	case hook.Stop, hook.SubagentStop, hook.End:
		if m, more := measure(ctx, d.DB, c); more {
			return m
		}
	}
	return nil
}

// measure reads what was added to the client's transcript since it was last read, and reports whether that was anything. It returns nil
// for a transcript that does not tell the tokens.
func measure(ctx context.Context, db *store.DB, c *facts.Call) (m *agent.TokenMeter, more bool) {
	client, _ := agent.Find(c.Agent)
	if c.Transcript == "" || client.Transcript == nil || client.Transcript.Tokens == nil {
		return nil, false
	}
	m = &agent.TokenMeter{}
	a := store.Args{"session": c.Session, "actor": c.Actor}
	err := db.Each(ctx, "SELECT read, tokens, message, model, counted, cached, written, kept, output, at FROM transcripts WHERE session = :session AND actor = :actor", a, func(_ []string, row []store.Value) error {
		m.Read, _ = row[0].(int64)
		m.Tokens, _ = row[1].(int64)
		m.Message, m.Model, m.At = store.Text(row[2]), store.Text(row[3]), store.Text(row[9])
		u := &m.Counted
		for i, n := range []*int64{&u.Input, &u.Cached, &u.Written, &u.Kept, &u.Output} {
			*n, _ = row[4+i].(int64)
		}
		return nil
	})
	before := m.Read
	if err != nil || client.Transcript.Measure(c.Transcript, m) != nil {
		return nil, false
	}
	return m, m.Read != before
}

// KeepUsage records what a meter has read, and how far that was.
func KeepUsage(ctx context.Context, db *store.DB, c *facts.Call, m *agent.TokenMeter) error {
	if m.Read > 0 {
		u := m.Counted
		if _, err := db.Exec(ctx, `
			INSERT OR REPLACE INTO transcripts (session, actor, read, tokens, message, model, counted, cached, written, kept, output, at)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
			c.Session, c.Actor, m.Read, m.Tokens, m.Message, m.Model, u.Input, u.Cached, u.Written, u.Kept, u.Output, m.At); err != nil {
			return err
		}
	}
	if m.Interrupts+m.WaitedMS > 0 {
		if _, err := db.Exec(ctx, `
			INSERT INTO pauses (session, t, actor, interrupts, waited_ms) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT (session, t, actor) DO UPDATE SET interrupts = interrupts + excluded.interrupts, waited_ms = waited_ms + excluded.waited_ms`,
			c.Session, c.T, c.Actor, m.Interrupts, m.WaitedMS); err != nil {
			return err
		}
	}
	for _, u := range m.Take() {
		if _, err := db.Exec(ctx, `
			INSERT INTO usage (session, t, actor, model, input, cached, written, kept, output) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
			ON CONFLICT (session, t, actor, model) DO UPDATE SET input = input + excluded.input, cached = cached + excluded.cached,
				written = written + excluded.written, kept = kept + excluded.kept, output = output + excluded.output`,
			c.Session, c.T, c.Actor, u.Model, u.Input, u.Cached, u.Written, u.Kept, u.Output); err != nil {
			return err
		}
	}
	return nil
}
