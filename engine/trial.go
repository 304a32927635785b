package engine

import "context"

// recordTrial counts the edits anew where a call ran a script that the session wrote, and
// which changed nothing itself: that is how an agent tries out what it edited.
func (c *conn) recordTrial(ctx context.Context, call *call) error {
	if call.Moment != After || call.Outcome == Denied || len(call.observed) > 0 {
		return nil
	}
	for _, cmd := range call.commands {
		if cmd.File == "" || cmd.Inert {
			continue
		}
		if _, err := c.exec(ctx, `
			UPDATE tally SET edits = 0
			WHERE  session = ?1 AND root = ?2 AND edits > 0 AND EXISTS (
			         SELECT 1 FROM touches WHERE session = ?1 AND path = ?3 AND kind = 'write' AND NOT on_disk AND outcome = 'ok')`,
			call.Session, call.place.Root, call.place.path(cmd.File)); err != nil {
			return err
		}
	}
	return nil
}
