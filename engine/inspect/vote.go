package inspect

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"witness/engine"
	"witness/engine/hook"
	"witness/engine/store"
)

// MaxBecause is the longest reason that a person can give for a vote, in bytes.
const MaxBecause = 300

// A Vote is the word of a person on one verdict.
type Vote struct {
	ID, Rule, Severity, Subject, Message string
	At                                   int64 // when the verdict was given, milliseconds since 1970
	Figure                               Figure
}

// Wrong marks a verdict as wrong. If id is "", it is the last one that was reported in this project;
// an id may be shortened. because are the person's own words, of which secrets are removed. version is
// that of this program.
func Wrong(ctx context.Context, e *engine.Engine, id, because, version string) (Vote, error) {
	if because = strings.TrimSpace(because); len(because) > MaxBecause {
		return Vote{}, fmt.Errorf("--because has %d bytes; at most %d are kept, so shorten it", len(because), MaxBecause)
	}
	because = hook.Truncate(hook.Sanitize(e.Config.Secrets.Redact(because)), MaxBecause)
	v, err := reported(ctx, e, id)
	if err != nil {
		return Vote{}, err
	}
	return vote(ctx, e, v, "wrong", because, version)
}

// LastSaid returns the last verdict that was reported in this project.
func LastSaid(ctx context.Context, e *engine.Engine) (Vote, error) {
	v, err := reported(ctx, e, "")
	return Vote{ID: v.id, Rule: v.rule, Severity: v.severity, Subject: v.about, Message: v.message, At: v.at}, err
}

// Disagree records the word of an agent on a verdict, which changes nothing. If id is "", it is the last one that was reported in this
// project. Of because secrets are removed.
func Disagree(ctx context.Context, e *engine.Engine, id, because string) (Vote, error) {
	if because = strings.TrimSpace(because); because == "" || len(because) > MaxBecause {
		return Vote{}, fmt.Errorf("--because needs a reason of at most %d bytes, not of %d", MaxBecause, len(because))
	}
	because = hook.Truncate(hook.Sanitize(e.Config.Secrets.Redact(because)), MaxBecause)
	v, err := reported(ctx, e, id)
	if err != nil {
		return Vote{}, err
	}
	_, err = e.DB.Exec(ctx, `
		INSERT OR REPLACE INTO objections (session, t, rule, subject, moment, at, because) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
		v.session, v.t, v.rule, v.subject, v.moment, e.Clock(), because)
	return Vote{ID: v.id, Rule: v.rule, Severity: v.severity, Subject: v.about, Message: v.message, At: v.at}, err
}

// TakeBack removes the vote on a verdict, also the weak one of an allow-once or a snooze. If id is "",
// it is the vote that was given last.
func TakeBack(ctx context.Context, e *engine.Engine, id, version string) (Vote, error) {
	if id == "" {
		var err error
		if id, err = lastVote(ctx, e); err != nil {
			return Vote{}, err
		}
	}
	v, err := reported(ctx, e, id)
	if err != nil {
		return Vote{}, err
	}
	votes, err := e.DB.Int(ctx, e.DB.WithViews("SELECT count(*) FROM judged WHERE id = :p1 AND vote <> ''"), v.id)
	if err != nil {
		return Vote{}, err
	}
	if votes == 0 {
		return Vote{}, fmt.Errorf("nobody has marked verdict %s as wrong", v.id)
	}
	return vote(ctx, e, v, "", "", version)
}

// lastVote returns the id of the verdict that was marked last and still is.
func lastVote(ctx context.Context, e *engine.Engine) (id string, err error) {
	err = e.DB.Each(ctx, e.DB.WithViews(`
		SELECT j.id FROM judged j JOIN votes o ON o.session = j.session AND o.t = j.t AND o.rule = j.rule AND o.subject = j.subject AND o.moment = j.moment
		WHERE  j.vote = 'wrong' ORDER BY o.at DESC, j.at DESC LIMIT 1`), nil, func(_ []string, row []store.Value) error {
		id = store.Text(row[0])
		return nil
	})
	if err == nil && id == "" {
		err = errors.New("no verdict of this project is marked as wrong")
	}
	return id, err
}

// reported returns the verdict with an id, or the last one that was reported. If the last call has
// several, it is an error that lists them, because the person means one.
func reported(ctx context.Context, e *engine.Engine, id string) (v verdict, err error) {
	list, err := verdicts(ctx, e, id, told)
	switch {
	case err != nil:
		return v, err
	case len(list) == 0 && id == "":
		return v, errors.New("nothing has been said in this project yet")
	case len(list) == 0:
		return v, fmt.Errorf("verdict %s was never said: the rule was snoozed or the call was allowed", id)
	case len(list) == 1:
		return list[0], nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the last call has %d verdicts; name the one you mean:", len(list))
	for _, v := range list {
		fmt.Fprintf(&b, "\n  %s   %s", v.id, hook.Printable(strings.TrimSpace(v.severity+" "+v.rule+" "+v.about)))
	}
	return v, errors.New(b.String())
}

// vote records a vote and returns it with the rule's figure.
func vote(ctx context.Context, e *engine.Engine, v verdict, word, because, version string) (Vote, error) {
	// Two votes in the same millisecond would have the same key.
	_, err := e.DB.Exec(ctx, `
		INSERT INTO votes (session, t, rule, subject, moment, at, vote, because, version)
		SELECT ?1, ?2, ?3, ?4, ?5, max(?6, 1 + coalesce(max(at), 0)), ?7, ?8, ?9
		FROM   votes WHERE session = ?1 AND t = ?2 AND rule = ?3 AND subject = ?4 AND moment = ?5`,
		v.session, v.t, v.rule, v.subject, v.moment, e.Clock(), word, because, version)
	if err != nil {
		return Vote{}, err
	}
	e.Eval.LoadAll()
	figures, err := ReadFigures(ctx, e.DB)
	return Vote{v.id, v.rule, v.severity, v.about, v.message, v.at, figures.Of(namesOf(e.Eval.Rules, v.rule)...)}, err
}
