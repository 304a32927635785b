package engine

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// openAnswers selects the verdicts of the session whose rules have not been asked again, or had the same row again.
const openAnswers = "SELECT t, rule, subject, target FROM answers WHERE session = :session AND answered = 0 AND t < :t"

// An openAnswer is a verdict that is not answered.
type openAnswer struct {
	t                     store.Value
	rule, subject, target string
}

// answers keeps which earlier verdicts the call has answered: their rule was asked again about what they are about, and had no row of that
// subject any more. It opens an answer for each new verdict.
func (r recorder) answers(ctx context.Context, c *facts.Call, asked []eval.Asked, v hook.Verdict) error {
	if len(asked) == 0 {
		return nil
	}
	var open []openAnswer
	key := store.Args{"session": c.Session, "t": c.T}
	if err := r.db.Each(ctx, openAnswers, key, func(_ []string, row []store.Value) error {
		open = append(open, openAnswer{row[0], store.Text(row[1]), store.Text(row[2]), store.Text(row[3])})
		return nil
	}); err != nil {
		return err
	}
	call := c.Moment == hook.Before || c.Moment == hook.After
	for _, o := range open {
		i := slices.IndexFunc(asked, func(a eval.Asked) bool { return a.Rule == o.rule })
		if i < 0 || call && !o.concerns(asked[i].Targets) {
			continue
		}
		answered := c.T
		if slices.ContainsFunc(asked[i].Subjects, func(subject string) bool { return undated(subject) == undated(o.subject) }) {
			answered = 0
		}
		if _, err := r.db.Exec(ctx, "UPDATE answers SET asked = ?1, answered = ?2 WHERE session = ?3 AND t = ?4 AND rule = ?5 AND subject = ?6",
			c.T, answered, c.Session, o.t, o.rule, o.subject); err != nil {
			return err
		}
	}
	for _, f := range slices.Concat(v.Findings, v.Suppressed) {
		again := slices.ContainsFunc(open, func(o openAnswer) bool { return o.rule == f.Rule && o.subject == f.Subject })
		if again || f.Suppressed != "" && f.Suppressed != eval.ByObserve {
			continue
		}
		if _, err := r.db.Exec(ctx, "INSERT OR IGNORE INTO answers (session, t, rule, subject, target, said) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			c.Session, c.T, f.Rule, f.Subject, hook.Truncate(f.Target, facts.MaxWord), f.Suppressed == ""); err != nil {
			return err
		}
	}
	return nil
}

// undated returns a subject without its digits: steps and turns in it tell one finding from the next, and not what it is about. A hand-over
// that is again untried after further edits has not been answered.
func undated(subject string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, subject)
}

// concerns reports whether one of the targets of a call is that of the verdict: the same file or command, or if the subject is not the
// command itself, another one of the same program and subcommand.
func (o openAnswer) concerns(targets []string) bool {
	return slices.ContainsFunc(targets, func(target string) bool {
		return target == o.target || o.subject != o.target && begin(target) == begin(o.target)
	})
}

// begin returns the first two words of a command.
func begin(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(2, len(words))], " ")
}
