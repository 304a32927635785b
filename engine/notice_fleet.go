package engine

import (
	"context"
	"fmt"
	"time"

	"witness/engine/fleet"
	"witness/engine/hook"
)

// newsTime is how long a change of the team's policy is news.
const newsTime = 7 * 24 * time.Hour

// fleetNotices returns what the user, and not the model, is told of the fleet at the start of a session: a change of the team's
// policy once, and what fails once a day. No server is asked.
func (e *Engine) fleetNotices(ctx context.Context) (list []string, err error) {
	c := e.Config.Fleet
	if len(c.URLs) == 0 && c.Policy == "" {
		return nil, nil
	}
	now := e.Clock()
	day := fmt.Sprint(now / (24 * time.Hour).Milliseconds())
	tell := func(key, text string) {
		if text == "" || err != nil {
			return
		}
		fresh := false
		if fresh, err = e.untold(ctx, key); fresh {
			list = append(list, hook.Sanitize(text))
		}
	}
	if c.Policy != "" {
		policy := fleet.ReadPolicyState()
		if now-policy.Changed < newsTime.Milliseconds() {
			tell(fmt.Sprint("policy changed ", policy.Changed), policy.Change())
		}
		tell("policy fails "+day, policy.Trouble())
	}
	if len(c.URLs) > 0 && err == nil {
		var trouble string
		trouble, err = fleet.Trouble(ctx, e.DB)
		tell("fleet fails "+day, trouble)
	}
	return list, err
}

// untold reports whether a notice has not been given, and notes that it is.
func (e *Engine) untold(ctx context.Context, key string) (bool, error) {
	told, err := e.DB.Int(ctx, "SELECT count(*) FROM notices WHERE content = :p1", key)
	if err != nil || told > 0 {
		return false, err
	}
	_, err = e.DB.Exec(ctx, "INSERT OR IGNORE INTO notices (content, at) VALUES (?1, ?2)", key, e.Clock())
	return err == nil, err
}
