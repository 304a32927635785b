package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// verdict records the findings. If they block the call, it also records the call as denied, and so
// the changes of files that it was about to make.
func (r recorder) verdict(ctx context.Context, c *facts.Call, v hook.Verdict, client hook.Capabilities, now int64) error {
	for _, f := range slices.Concat(v.Findings, v.Suppressed) {
		told := f.Severity != hook.Warn || f.Suppressed != "" || !client.DropsContext(c.Moment)
		if _, err := r.db.Exec(ctx, `
			INSERT OR IGNORE INTO verdicts (session, t, rule, subject, moment, at, actor, severity, message, told, id, evidence, unsaid)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`,
			c.Session, c.T, f.Rule, f.Subject, c.Moment, now, c.Actor, f.Severity, f.Message, told,
			verdictID(c, f), f.Evidence, f.Suppressed); err != nil {
			return err
		}
	}
	if v.Severity() != hook.Block || c.Moment != hook.Before {
		return nil
	}
	if _, err := r.db.Exec(ctx, "UPDATE events SET outcome = 'denied', reason = 'refused by a hook' WHERE session = ?1 AND t = ?2 AND moment = 'before'", c.Session, c.T); err != nil {
		return err
	}
	denied := slices.DeleteFunc(slices.Clone(c.Touches), func(t facts.Touch) bool { return hook.ReadOnly(t.Kind) })
	for i := range denied {
		denied[i].Outcome = hook.Denied
	}
	return r.touches(ctx, c, denied, "IGNORE")
}

// verdictID returns the id of a verdict: the first eight hexadecimal digits of a hash of its key.
func verdictID(c *facts.Call, f hook.Finding) string {
	key, _ := json.Marshal([]any{c.Session, c.T, f.Rule, f.Subject, c.Moment}) // strings and a number always marshal
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:4])
}

// takeWaiting returns the warnings for this session and actor that the client could not pass on when
// they were found, and marks them as told.
func (r recorder) takeWaiting(ctx context.Context, c *facts.Call) (v hook.Verdict, err error) {
	a := store.Args{"session": c.Session, "actor": c.Actor}
	err = r.db.Each(ctx, "SELECT rule, subject, severity, message FROM verdicts INDEXED BY verdicts_waiting WHERE session = :session AND actor = :actor AND told = 0 ORDER BY t, rule", a,
		func(_ []string, row []store.Value) error {
			v.Findings = append(v.Findings, hook.Finding{Rule: store.Text(row[0]), Severity: store.Text(row[2]), Subject: store.Text(row[1]), Message: store.Text(row[3])})
			return nil
		})
	if err != nil || len(v.Findings) == 0 {
		return v, err
	}
	_, err = r.db.ExecNamed(ctx, "UPDATE verdicts INDEXED BY verdicts_waiting SET told = 1 WHERE session = :session AND actor = :actor AND told = 0", a)
	return v, err
}
