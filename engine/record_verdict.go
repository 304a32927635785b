package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"witness/engine/chain"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// verdict records the findings. If they block the call, it also records the call as denied, and so
// the changes of files that it was about to make.
func (r recorder) verdict(ctx context.Context, c *facts.Call, v hook.Verdict, client hook.Capabilities, now int64) error {
	for _, f := range slices.Concat(v.Findings, v.Suppressed) {
		told := f.Suppressed != "" || !client.Unheard && (f.Severity != hook.Warn || !client.DropsContext(c.Moment) || hook.Refuses(c.Moment, v))
		id := verdictID(c, f)
		added, err := r.db.Exec(ctx, `
			INSERT OR IGNORE INTO verdicts (session, t, rule, subject, moment, at, actor, severity, message, told, id, evidence, unsaid, project, unput)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`,
			c.Session, c.T, f.Rule, f.Subject, c.Moment, now, c.Actor, f.Severity, f.Message, told,
			id, f.Evidence, f.Suppressed, f.Project, f.Unput)
		if err == nil && added > 0 {
			err = chain.Link(ctx, r.db, c.Session, c.T, "verdicts", id)
		}
		if err != nil {
			return err
		}
	}
	for _, o := range v.Occasions {
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO occasions (session, rule, subject, t, kept) VALUES (?1, ?2, ?3, ?4, ?5)", c.Session, o.Rule, o.Subject, c.T, o.Kept); err != nil {
			return err
		}
	}
	if !hook.Refuses(c.Moment, v) {
		return nil
	}
	if _, err := r.db.Exec(ctx, "UPDATE events SET outcome = 'denied', reason = 'refused by a hook' WHERE session = ?1 AND t = ?2 AND moment = 'before'", c.Session, c.T); err != nil {
		return err
	}
	return r.refused(ctx, c)
}

// refused records the files that a call was to change. They did not change.
func (r recorder) refused(ctx context.Context, c *facts.Call) error {
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

// waiting selects the warnings, and the reasons of refusals, that the client could not pass on when they were found and can pass on now. At the end of a call
// these are the warnings about this call and about calls that are over. Calls may run in parallel, and a warning belongs into
// the result of its own call: that of a call that did not happen would be read at another's, and is not told. A client may not report the end of a call: it counts as over once another call has ended since
// and the present one started after that. A refused one is over at once, and its reason waits only if a program made the call.
const waiting = `
	SELECT v.t, v.rule, v.subject, v.moment, v.severity, v.message, v.project
	FROM   verdicts v INDEXED BY verdicts_waiting
	WHERE  v.session = :session AND v.actor = :actor AND v.told = 0
	  AND  (v.severity <> 'warn'
	        OR NOT EXISTS (SELECT 1 FROM events d
	                       WHERE  d.session = v.session AND d.t = v.t AND d.moment = 'before' AND d.outcome = 'denied' AND v.moment = 'before'))
	  AND  (:moment <> 'after' OR v.moment <> 'before' OR v.t = :t OR v.severity <> 'warn'
	        OR EXISTS (SELECT 1 FROM events o WHERE o.session = v.session AND o.t = v.t AND o.moment = 'after')
	        OR NOT EXISTS (SELECT 1 FROM events mine WHERE mine.session = v.session AND mine.t = :t AND mine.moment = 'before')
	        OR EXISTS (SELECT 1 FROM events its, events mine, events ended
	                   WHERE  its.session = v.session AND its.t = v.t AND its.moment = 'before'
	                     AND  mine.session = v.session AND mine.t = :t AND mine.moment = 'before'
	                     AND  ended.session = v.session AND ended.t > v.t - 50 AND ended.t < :t AND ended.moment = 'after'
	                     AND  ended.at >= its.at AND ended.at <= mine.at))
	ORDER  BY v.t, v.rule`

// waits reports whether warnings for this session and actor wait. Which of them are told is another question, which takes a tenth
// of a millisecond to compile and the write lock.
func (r recorder) waits(ctx context.Context, c *facts.Call) (bool, error) {
	n, err := r.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM verdicts INDEXED BY verdicts_waiting WHERE session = :p1 AND actor = :p2 AND told = 0)", c.Session, c.Actor)
	return n != 0, err
}

// takeWaiting returns the warnings for this session and actor that waited until now, and marks them as told.
func (r recorder) takeWaiting(ctx context.Context, c *facts.Call) (v hook.Verdict, err error) {
	a := store.Args{"session": c.Session, "actor": c.Actor, "t": c.T, "moment": c.Moment}
	var told []store.Args
	err = r.db.Each(ctx, waiting, a,
		func(_ []string, row []store.Value) error {
			told = append(told, store.Args{"session": c.Session, "t": row[0], "rule": store.Text(row[1]), "subject": store.Text(row[2]), "moment": store.Text(row[3])})
			v.Findings = append(v.Findings, hook.Finding{Rule: store.Text(row[1]), Severity: store.Text(row[4]), Subject: store.Text(row[2]), Message: store.Text(row[5]), Project: store.Text(row[6]) == "1"})
			return nil
		})
	for _, key := range told {
		if err == nil {
			_, err = r.db.ExecNamed(ctx, "UPDATE verdicts SET told = 1 WHERE session = :session AND t = :t AND rule = :rule AND subject = :subject AND moment = :moment", key)
		}
	}
	return v, err
}
