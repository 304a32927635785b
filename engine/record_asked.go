package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
)

// recent is how many ticks back a call is looked for about which the client asks or has asked.
const recent = 50

// asked records that the client asks its user about a call that has begun: the latest one of this tool and command that has not ended.
func (r recorder) asked(ctx context.Context, c *facts.Call) error {
	_, err := r.db.Exec(ctx, `
		UPDATE events SET reason = ?5
		WHERE  session = ?1 AND moment = 'before' AND outcome = ''
		  AND  t = (SELECT max(b.t) FROM events b
		            WHERE  b.session = ?1 AND b.t > (SELECT max(t) FROM events WHERE session = ?1) - ?6
		              AND  b.moment = 'before' AND b.outcome = '' AND b.actor = ?2 AND b.name = ?3 AND b.command = ?4
		              AND  NOT EXISTS (SELECT 1 FROM events a WHERE a.session = b.session AND a.t = b.t AND a.moment = 'after'))`,
		c.Session, c.Actor, c.Name, c.Event.Command, hook.Asked, recent)
	return err
}

// unanswered marks the calls as refused by the user about which the client asked, and that have not run when the turn is over or the next
// prompt comes: a client that asks at a dialog may tell no hook that the answer was no.
func (r recorder) unanswered(ctx context.Context, c *facts.Call) error {
	if !c.ByPerson() && c.Moment != hook.Stop && c.Moment != hook.SubagentStop && c.Moment != hook.End {
		return nil
	}
	_, err := r.db.Exec(ctx, `
		UPDATE events SET outcome = 'denied', reason = ?5
		WHERE  session = ?1 AND t > ?3 - ?6 AND t < ?3 AND moment = 'before' AND actor = ?2 AND outcome = '' AND reason = ?4
		  AND  NOT EXISTS (SELECT 1 FROM events a WHERE a.session = events.session AND a.t = events.t AND a.moment = 'after')`,
		c.Session, c.Actor, c.T, hook.Asked, hook.ByUser, recent)
	return err
}

// ranAfterAll takes back that a call was refused if its end is reported after all: a prompt may come while it runs.
func (r recorder) ranAfterAll(ctx context.Context, c *facts.Call) error {
	if !c.Start.Denied || c.Moment != hook.After || c.Outcome == hook.Denied {
		return nil
	}
	_, err := r.db.Exec(ctx, "UPDATE events SET outcome = '', reason = ?4 WHERE session = ?1 AND t = ?2 AND moment = 'before' AND outcome = 'denied' AND reason = ?3",
		c.Session, c.T, hook.ByUser, hook.Asked)
	return err
}
