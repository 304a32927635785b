package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/engine"
	"witness/engine/bundle"
)

// Snooze suppresses a rule in this project for a duration and returns the time at which that ends. It
// replaces an earlier snooze of the rule. It is an error if the rule does not exist, or if the
// system's configuration locks it.
func Snooze(ctx context.Context, e *engine.Engine, rule string, d time.Duration) (until time.Time, err error) {
	e.Eval.LoadAll()
	names := []string{}
	for _, f := range e.Eval.Rules {
		names = append(names, f.Name)
	}
	if !slices.Contains(names, rule) {
		return until, fmt.Errorf("no rule %q%s", rule, bundle.DidYouMean(rule, names))
	}
	if err := mayOverride(e, rule); err != nil {
		return until, err
	}
	now := e.Clock()
	until = time.UnixMilli(now).Add(d)
	_, err = e.DB.Exec(ctx, "INSERT OR REPLACE INTO snoozes (rule, at, until) VALUES (?1, ?2, ?3)", rule, now, until.UnixMilli())
	return until, err
}

// AllowOnce allows one more call of the same session with the same subject as a refused call. id is
// the verdict that refused it; if it is "", all verdicts on the last refused call are allowed. It
// returns the rules and messages of the verdicts.
func AllowOnce(ctx context.Context, e *engine.Engine, id string) (messages []string, err error) {
	list, err := verdicts(ctx, e, id, refused)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0 && id != "":
		return nil, fmt.Errorf("verdict %s did not refuse a call: only a call that was asked about or blocked can be allowed", id)
	case len(list) == 0:
		return nil, errors.New("nothing has been refused in this project yet")
	}
	for _, v := range list {
		if err := mayOverride(e, v.rule); err != nil {
			return messages, err
		}
		added, err := e.DB.Exec(ctx, "INSERT OR IGNORE INTO allowances (session, rule, subject, moment, at) VALUES (?1, ?2, ?3, ?4, ?5)",
			v.session, v.rule, v.subject, v.moment, v.at)
		if err == nil && added == 0 {
			err = fmt.Errorf("verdict %s has been allowed before; a refused call can be allowed only once", v.id)
		}
		if err != nil {
			return messages, err
		}
		messages = append(messages, v.rule+": "+v.message)
	}
	return messages, nil
}

// mayOverride returns an error if the user may not suppress a rule.
func mayOverride(e *engine.Engine, rule string) error {
	if !e.Config.Overridable(rule) {
		return fmt.Errorf("rule %s is locked by %s: only the owner of that file can silence it", rule, e.Config.LockedBy(rule))
	}
	return nil
}
