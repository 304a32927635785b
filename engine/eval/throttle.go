package eval

import (
	"context"
	"errors"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/store"
)

// saidBefore counts the verdicts of a rule in the session, and among these the ones that a finding repeats: they are about the
// same subject, or have the same value in the column that the key per names. It also selects the highest count that those
// have shown.
const saidBefore = `
	SELECT count(*), coalesce(sum(same), 0), coalesce(max(iif(same, CAST(evidence ->> '$.row.count' AS INTEGER), 0)), 0)
	FROM  (SELECT evidence, CASE :per WHEN '' THEN subject = :subject
	                                  WHEN 'rule' THEN 1
	                                  ELSE coalesce(CAST(evidence ->> ('$.row."' || :per || '"') AS TEXT), '') = :key END AS same
	       FROM   verdicts INDEXED BY verdicts_said
	       WHERE  session = :session AND actor = :actor AND rule = :rule AND t < :t AND unsaid = '')`

// letThrough counts the questions of a rule in the session that a finding repeats and whose call has run: a person has agreed to it.
// A question without a value in the column that the key per names is compared by its subject. Which agent of the session has made
// the call does not matter, as the same person answers for all.
const letThrough = `
	SELECT count(*)
	FROM   verdicts v INDEXED BY verdicts_said
	WHERE  v.session = :session AND v.rule = :rule AND v.t < :t AND v.severity = 'ask' AND v.unsaid IN ('', 'answer')
	  AND  CASE WHEN :per = 'rule' THEN 1 WHEN :key = '' THEN v.subject = :subject
	            ELSE coalesce(CAST(v.evidence ->> ('$.row."' || :per || '"') AS TEXT), '') = :key END
	  AND  EXISTS (SELECT 1 FROM events e WHERE e.session = v.session AND e.t = v.t AND e.moment = 'after' AND e.outcome <> 'denied')`

// throttle applies the repeat and escalate options: it drops a warning that the session has already
// received often enough and a question to which its user has said yes as often, and raises a warning that has been ignored to a block.
func (v *Evaluation) throttle(ctx context.Context, r *Rule, findings []hook.Finding) ([]hook.Finding, error) {
	// The queries below run even if the rules have used up their time: they are short, and without them a warning would repeat.
	ctx = context.WithoutCancel(ctx)
	findings, err := v.newAtStop(ctx, r, findings)
	if err != nil {
		return nil, err
	}
	limit, err := bundle.ParseRepeat(r.Repeat)
	if err != nil || limit == 0 && r.Escalate == 0 || len(findings) == 0 {
		return findings, err
	}
	c := v.call
	here := map[string]int64{}
	var kept []hook.Finding
	for _, finding := range findings {
		if finding.Severity == hook.Ask && limit > 0 {
			yes, err := v.agreedTo(ctx, r, finding)
			if err != nil {
				return nil, err
			}
			if yes < limit {
				kept = append(kept, finding)
			}
			continue
		}
		// How often the rule has spoken at all and about this subject, and the highest count that it has shown for it.
		var all, about, count int64
		err := v.DB.Each(ctx, saidBefore,
			store.Args{"session": c.Session, "actor": c.Actor, "rule": r.Name, "subject": finding.Subject, "t": c.T, "per": r.Per, "key": finding.Key},
			func(_ []string, row []store.Value) error {
				for i, n := range []*int64{&all, &about, &count} {
					var ok bool
					if *n, ok = row[i].(int64); !ok {
						return errors.New("count is not a number")
					}
				}
				return nil
			})
		if err != nil {
			return nil, err
		}
		if r.Escalate > 0 && all >= r.Escalate && finding.Severity == hook.Warn {
			finding.Severity = hook.Block
		}
		if r.Per != "" { // the findings of one call that are counted together
			about += here[finding.Key]
			here[finding.Key]++
		}
		enough := limit > 0 && about >= limit || limit == bundle.Doubled && about > 0 && finding.Count < 2*count
		if enough && finding.Severity == hook.Warn {
			continue
		}
		kept = append(kept, finding)
	}
	return kept, nil
}

// agreedTo counts how often the session's user has said yes to the question of a finding.
func (v *Evaluation) agreedTo(ctx context.Context, r *Rule, f hook.Finding) (yes int64, err error) {
	a := store.Args{"session": v.call.Session, "rule": r.Name, "subject": f.Subject, "t": v.call.T, "per": r.Per, "key": f.Key}
	err = v.DB.Each(ctx, letThrough, a, func(_ []string, row []store.Value) error {
		yes, _ = row[0].(int64)
		return nil
	})
	return yes, err
}

// newAtStop drops, at a stop, the findings of earlier stops if nothing was edited or tested since: an agent that is kept from
// stopping for the same reason each time would never stop. A rule with a higher number in the key holds keeps the agent from
// stopping that many times, as long as the agent has done anything in between.
func (v *Evaluation) newAtStop(ctx context.Context, r *Rule, findings []hook.Finding) ([]hook.Finding, error) {
	c := v.call
	if c.Moment != hook.Stop && c.Moment != hook.SubagentStop {
		return findings, nil
	}
	if r.Holds > 1 {
		if held, err := v.DB.Int(ctx, holdsNoMore, c.Session, r.Name, c.Moment, c.Actor, r.Holds); err != nil || held != 0 {
			return nil, err
		}
		return findings, nil
	}
	var kept []hook.Finding
	for _, finding := range findings {
		n, err := v.DB.Int(ctx, `
			SELECT count(*) FROM verdicts v INDEXED BY verdicts_said
			WHERE  v.session = :p1 AND v.rule = :p2 AND v.subject = :p6 AND v.moment = :p3 AND v.actor = :p4 AND v.message = :p5 AND v.unsaid = ''
			  AND  NOT EXISTS (SELECT 1 FROM tally y WHERE y.session = v.session AND max(coalesce(y.last_edit, 0), coalesce(y.last_run, 0)) > v.t)`,
			c.Session, finding.Rule, c.Moment, c.Actor, finding.Message, finding.Subject)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			kept = append(kept, finding)
		}
	}
	return kept, nil
}

// holdsNoMore asks whether a rule has spoken at as many stops of this turn as it may, or whether the agent has
// done nothing since the last one.
const holdsNoMore = `
	SELECT n >= :p5 OR n > 0 AND NOT EXISTS (SELECT 1 FROM events e WHERE e.session = :p1 AND e.t > last AND e.moment = 'after' AND e.actor = :p4)
	FROM  (SELECT count(DISTINCT v.t) AS n, max(v.t) AS last
	       FROM   verdicts v INDEXED BY verdicts_said
	       WHERE  v.session = :p1 AND v.rule = :p2 AND v.moment = :p3 AND v.actor = :p4 AND v.unsaid = ''
	         AND  v.t > coalesce((SELECT s.prompted FROM sessions s WHERE s.session = :p1), 0))`
