package engine

import "context"

// Why a finding is remembered and not said.
const (
	heldObserve = "observe" // the configuration only watches
	heldSnooze  = "snooze"  // the person silenced the rule for a while
	heldAllow   = "allow"   // the person let this call through
)

// hold keeps back what the agent is not to hear and returns the rest. The store is asked
// only when a rule has spoken, so a silent call pays nothing.
func (e *Engine) hold(ctx context.Context, f *Script, c *call, findings []Finding, v *Verdict) ([]Finding, error) {
	if len(findings) == 0 {
		return nil, nil
	}
	ctx = context.WithoutCancel(ctx) // as in temper
	why, pardonable := "", e.config.pardonable(f.Name)
	if e.config.observes(f.Name) {
		why = heldObserve
	} else if pardonable {
		until, err := e.db.int(ctx, "SELECT until FROM snoozes WHERE rule = :p1 ORDER BY at DESC LIMIT 1", f.Name)
		if err != nil {
			return findings, err
		}
		if until > e.now() {
			why = heldSnooze
		}
	}
	var said []Finding
	for i, finding := range findings {
		finding.suppressed = why
		if why == "" && pardonable {
			allowed, err := e.db.allowed(ctx, c, finding)
			if err != nil {
				return append(said, findings[i:]...), err
			}
			if allowed {
				finding.suppressed = heldAllow
			}
		}
		if finding.suppressed == "" {
			said = append(said, finding)
		} else {
			v.suppressed = append(v.suppressed, finding)
		}
	}
	return said, nil
}

// allowed tells whether the person let this finding pass and no other call has used that
// up. The second hook of the same call is the same call.
func (c *conn) allowed(ctx context.Context, call *call, f Finding) (bool, error) {
	left, err := c.int(ctx, `
		SELECT (SELECT count(*) FROM allowances
		        WHERE  session = :p1 AND rule = :p2 AND subject = :p3 AND moment = :p4)
		     - (SELECT count(*) FROM verdicts INDEXED BY verdicts_said
		        WHERE  session = :p1 AND rule = :p2 AND subject = :p3 AND moment = :p4 AND unsaid = 'allow' AND t <> :p5)`,
		call.Session, f.Rule, f.Subject, call.Moment, call.t)
	return left > 0, err
}
