package inspect

import (
	"context"
	"fmt"
	"time"

	"witness/engine"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/store"
)

// What was done about a verdict.
const (
	DeedWrong    = "wrong"    // a person marked it as wrong
	DeedAllowed  = "allowed"  // a person allowed the refused call once
	DeedSnoozed  = "snoozed"  // a person snoozed the rule
	DeedFollowed = "followed" // the refused call came again, and the rule had nothing to say
	DeedRefused  = "refused"  // the refused call came again, and the rule refused it again
	DeedDropped  = "dropped"  // the refused call has not come again
)

// A Deed is something that was done about a verdict after it was given.
type Deed struct {
	How  string    `json:"how" jsonschema:"wrong, allowed or snoozed by a person; the refused call came again and was refused, or passed (followed); or it has not come again (dropped)"`
	At   time.Time `json:"at,omitzero"`
	T    int64     `json:"t,omitempty" jsonschema:"the step of the session, of a call"`
	What string    `json:"what" jsonschema:"the same in a sentence"`
}

// deeds returns what was done about a verdict: by people, and by the agent.
func deeds(ctx context.Context, e *engine.Engine, v verdict) (list []Deed, err error) {
	list = []Deed{}
	err = e.DB.Each(ctx, `
		SELECT 'wrong', at, because FROM (
		  SELECT vote, at, because FROM votes
		  WHERE  session = :session AND t = :t AND rule = :rule AND subject = :subject AND moment = :moment ORDER BY at DESC LIMIT 1)
		WHERE  vote = 'wrong'
		UNION ALL
		SELECT 'allowed', 0, '' FROM allowances
		WHERE  session = :session AND rule = :rule AND subject = :subject AND moment = :moment AND at = :at
		UNION ALL
		SELECT 'snoozed', at, until FROM (SELECT at, until FROM snoozes WHERE rule = :rule AND at BETWEEN :at AND :at + 600000 AND until > at ORDER BY at LIMIT 1)`,
		store.Args{"session": v.session, "t": v.t, "rule": v.rule, "subject": v.subject, "moment": v.moment, "at": v.at},
		func(_ []string, row []store.Value) error {
			d := Deed{How: store.Text(row[0])}
			if at, _ := row[1].(int64); at > 0 {
				d.At = time.UnixMilli(at).UTC()
			}
			switch d.How {
			case DeedWrong:
				d.What = "a person marked it as wrong"
				if because := store.Text(row[2]); because != "" {
					d.What += ": " + hook.Printable(because)
				}
			case DeedAllowed:
				d.What = "a person allowed the call once"
			case DeedSnoozed:
				until, _ := row[2].(int64)
				d.What = fmt.Sprintf("a person snoozed the rule at %s, until %s", Clock(d.At, time.Now()), Clock(time.UnixMilli(until), time.Now()))
			}
			list = append(list, d)
			return nil
		})
	if err != nil || v.severity == hook.Warn || v.unsaid != "" || v.moment != hook.Before || v.subject == "" {
		return list, err // whether a warning was followed cannot be told: it is not repeated for each call
	}
	again, err := calledAgain(ctx, e, v)
	return append(list, again), err
}

// calledAgain returns what became of the next call with the subject of a refused one.
func calledAgain(ctx context.Context, e *engine.Engine, v verdict) (d Deed, err error) {
	d = Deed{How: DeedDropped, What: "the call has not been made again"}
	err = e.DB.Each(ctx, `
		SELECT c.t, c.at, coalesce((SELECT w.unsaid FROM verdicts w WHERE w.session = c.session AND w.t = c.t AND w.rule = :rule AND w.subject = :subject AND w.moment = :moment), 'none')
		FROM   events c
		WHERE  c.session = :session AND c.t > :t AND c.moment = :moment
		  AND  (EXISTS (SELECT 1 FROM commands o WHERE o.session = c.session AND o.t = c.t AND o.text = :subject)
		     OR EXISTS (SELECT 1 FROM touches o WHERE o.session = c.session AND o.t = c.t AND o.path = :path AND o.kind <> 'read'))
		ORDER  BY c.t LIMIT 1`,
		store.Args{"session": v.session, "t": v.t, "rule": v.rule, "subject": v.subject, "moment": v.moment, "path": v.path()},
		func(_ []string, row []store.Value) error {
			d.T, _ = row[0].(int64)
			at, _ := row[1].(int64)
			d.At = time.UnixMilli(at).UTC()
			switch store.Text(row[2]) {
			case "none":
				d.How, d.What = DeedFollowed, fmt.Sprintf("the advice was followed: at step %d the call was made again and the rule had nothing to say", d.T)
			case eval.ByAllow, eval.BySnooze, eval.ByObserve, eval.ByAnswer:
				d.How, d.What = DeedAllowed, fmt.Sprintf("the call was made again at step %d and let through, although the rule would have refused it", d.T)
			default:
				d.How, d.What = DeedRefused, fmt.Sprintf("the call was made again at step %d and refused again", d.T)
			}
			return nil
		})
	return d, err
}
