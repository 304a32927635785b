package eval

import (
	"context"

	"witness/engine/hook"
	"witness/engine/store"
)

// Why a finding is suppressed: recorded, but withheld from the agent.
const (
	ByObserve = "observe" // the configuration only observes
	BySnooze  = "snooze"  // the user snoozed the rule
	ByAllow   = "allow"   // the user allowed this call once
	ByAnswer  = "answer"  // the user has answered the question, which the client could not put
)

// suppress moves the findings that are withheld from the agent to verdict.Suppressed and returns the
// others. The store is queried only if a rule has findings.
func (v *Evaluation) suppress(ctx context.Context, r *Rule, findings []hook.Finding, verdict *hook.Verdict) ([]hook.Finding, error) {
	if len(findings) == 0 {
		return nil, nil
	}
	ctx = context.WithoutCancel(ctx) // as in throttle
	names := r.AllNames()
	why, overridable := "", v.Config.Overridable(names...)
	if v.Config.Observes(names...) {
		why = ByObserve
	} else if overridable {
		until, err := v.DB.Int(ctx, "SELECT until FROM snoozes WHERE rule IN (SELECT value FROM json_each(:p1)) ORDER BY at DESC LIMIT 1", store.JSONList(names))
		if err != nil {
			return findings, err
		}
		if until > v.Clock() {
			why = BySnooze
		}
	}
	var rest []hook.Finding
	for i, finding := range findings {
		finding.Suppressed = why
		if why == "" && overridable {
			allowed, err := v.allowed(ctx, names, finding)
			if err != nil {
				return append(rest, findings[i:]...), err
			}
			if allowed {
				finding.Suppressed = ByAllow
			}
		}
		if finding.Suppressed == "" && v.CannotAsk && finding.Severity == hook.Ask {
			answered, err := v.answered(ctx, finding)
			if err != nil {
				return append(rest, findings[i:]...), err
			}
			if answered {
				finding.Suppressed = ByAnswer
			}
		}
		if finding.Suppressed == "" {
			rest = append(rest, finding)
		} else {
			verdict.Suppressed = append(verdict.Suppressed, finding)
		}
	}
	return rest, nil
}

// allowed reports whether the user has allowed this finding of a rule with these names once, and no other call has used the
// allowance. A second hook for the same call does not count as another call.
func (v *Evaluation) allowed(ctx context.Context, names []string, f hook.Finding) (bool, error) {
	left, err := v.DB.Int(ctx, `
		SELECT (SELECT count(*) FROM allowances
		        WHERE  session = :p1 AND rule IN (SELECT value FROM json_each(:p2)) AND subject = :p3 AND moment = :p4)
		     - (SELECT count(*) FROM verdicts INDEXED BY verdicts_said
		        WHERE  session = :p1 AND rule IN (SELECT value FROM json_each(:p2)) AND subject = :p3 AND moment = :p4
		          AND  unsaid = 'allow' AND t <> :p5)`,
		v.call.Session, store.JSONList(names), f.Subject, v.call.Moment, v.call.T)
	return left > 0, err
}

// isAnswered asks whether the user's last prompt answers a question that was refused in the turn before, because the client could not
// put it: the prompt names all that the call is about, or it agrees and no other question waits.
const isAnswered = `
	WITH last_turn (prompted, began) AS (SELECT prompted, prompted_before FROM sessions WHERE session = :session),
	unput (rule, subject) AS (
	  SELECT DISTINCT v.rule, v.subject FROM last_turn l, verdicts v
	  WHERE  v.session = :session AND v.t > l.began AND v.t < l.prompted AND v.unput = 1 AND v.unsaid = ''
	),
	answer (kind, object) AS (SELECT w.kind, w.object FROM last_turn l, words w WHERE w.session = :session AND w.t = l.prompted AND w.kind <> 'negation')
	SELECT EXISTS (SELECT 1 FROM unput WHERE rule = :rule AND subject = :subject)
	  AND (   EXISTS (SELECT 1 FROM answer WHERE kind = 'agreement') AND (SELECT count(*) FROM unput) = 1
	       OR json_array_length(:called) > 0
	          AND NOT EXISTS (SELECT 1 FROM json_each(:called) o
	                          WHERE  NOT EXISTS (SELECT 1 FROM json_each(o.value) h JOIN answer ON answer.object = h.value)))`

// answered reports whether the user has answered the question of a finding, which the client cannot put.
func (v *Evaluation) answered(ctx context.Context, f hook.Finding) (answered bool, err error) {
	a := store.Args{"session": v.call.Session, "rule": f.Rule, "subject": f.Subject, "called": f.Called}
	err = v.DB.Each(ctx, isAnswered, a, func(_ []string, row []store.Value) error {
		answered = row[0] == int64(1)
		return nil
	})
	return answered, err
}
