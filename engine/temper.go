package engine

import (
	"context"
	"errors"
)

// temper applies repeat and escalate: how often the same warning is said, and when it
// becomes a block.
func (e *Engine) temper(ctx context.Context, f *Script, c *call, findings []Finding) ([]Finding, error) {
	// These are short questions of the engine's own. That the rules used up their time must not
	// change what becomes of what they found.
	ctx = context.WithoutCancel(ctx)
	findings, err := e.unsaid(ctx, c, findings)
	if err != nil {
		return nil, err
	}
	limit, err := repeats(f.Repeat)
	if err != nil || limit == 0 && f.Escalate == 0 || len(findings) == 0 {
		return findings, err
	}
	var kept []Finding
	for _, finding := range findings {
		said, all := int64(0), int64(0)
		err := e.db.each(ctx, "SELECT count(*), coalesce(sum(subject = :subject), 0) FROM verdicts INDEXED BY verdicts_said WHERE session = :session AND actor = :actor AND rule = :rule AND t < :t AND unsaid = ''",
			args{"session": c.Session, "actor": c.Actor, "rule": f.Name, "subject": finding.Subject, "t": c.t},
			func(_ []string, row []driverValue) error {
				var ok, ok2 bool
				all, ok = row[0].(int64)
				said, ok2 = row[1].(int64)
				if !ok || !ok2 {
					return errors.New("count is no number")
				}
				return nil
			})
		if err != nil {
			return nil, err
		}
		if f.Escalate > 0 && all >= f.Escalate && finding.Severity == Warn {
			finding.Severity = Block
		}
		if limit > 0 && said >= limit && finding.Severity == Warn {
			continue
		}
		kept = append(kept, finding)
	}
	return kept, nil
}

// unsaid leaves out what was said at the agent's last stop if nothing was edited or run
// since: an agent that is kept from stopping twice for the same reason never stops.
func (e *Engine) unsaid(ctx context.Context, c *call, findings []Finding) ([]Finding, error) {
	if c.Moment != Stop && c.Moment != SubagentStop {
		return findings, nil
	}
	var kept []Finding
	for _, finding := range findings {
		n, err := e.db.int(ctx, `
			SELECT count(*) FROM verdicts v INDEXED BY verdicts_said
			WHERE  v.session = :p1 AND v.rule = :p2 AND v.subject = '' AND v.moment = :p3 AND v.actor = :p4 AND v.message = :p5 AND v.unsaid = ''
			  AND  NOT EXISTS (SELECT 1 FROM tally y WHERE y.session = v.session AND max(coalesce(y.last_edit, 0), coalesce(y.last_run, 0)) > v.t)`,
			c.Session, finding.Rule, c.Moment, c.Actor, finding.Message)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			kept = append(kept, finding)
		}
	}
	return kept, nil
}
