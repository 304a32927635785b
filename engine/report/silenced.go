package report

import (
	"cmp"
	"context"
	"slices"

	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Silenced is what keeps rules from speaking.
type Silenced struct {
	Snoozes    []Snooze    `json:"snoozes,omitempty"`
	Allowances []Allowance `json:"allowances,omitempty"`
	Observed   []string    `json:"observed,omitempty"` // rules whose findings are recorded and not reported
	Off        []Off       `json:"off,omitempty"`
}

// A Snooze is a rule that a person silenced for a while.
type Snooze struct {
	Rule  string `json:"rule"`
	At    Time   `json:"at"`
	Until Time   `json:"until"`
}

// An Allowance is a refused call that a person let through once.
type Allowance struct {
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
	Session string `json:"session"`
	At      Time   `json:"at"`
}

// An Off is a rule that the configuration switched off.
type Off struct {
	Rule string `json:"rule"`
	By   string `json:"by"`
}

// ReadSilenced returns the snoozes and allowances of a store since a time, and what the configuration silences.
func (r *Reader) ReadSilenced(ctx context.Context, db *store.DB, config *project.Config, since Time) (s Silenced, err error) {
	s = Silenced{[]Snooze{}, []Allowance{}, []string{}, []Off{}}
	err = each(ctx, db, `
		SELECT s.rule, s.at, min(s.until, coalesce((SELECT min(l.at) FROM snoozes l WHERE l.rule = s.rule AND l.at > s.at), s.until)) AS ended
		FROM   snoozes s
		WHERE  s.until > s.at AND (s.at >= :since OR ended >= :since)
		ORDER  BY s.at DESC`, store.Args{"since": int64(since)}, func(r row) error {
		s.Snoozes = append(s.Snoozes, Snooze{r.text(0), Time(r.int(1)), Time(r.int(2))})
		return nil
	})
	if err != nil {
		return s, err
	}
	err = each(ctx, db, "SELECT rule, subject, session, at FROM allowances WHERE at >= :since ORDER BY at DESC", store.Args{"since": int64(since)}, func(r row) error {
		s.Allowances = append(s.Allowances, Allowance{r.text(0), hook.Printable(r.text(1)), r.text(2), Time(r.int(3))})
		return nil
	})
	s.configured(r.rules, config)
	return s, err
}

// configured adds what the configuration silences.
func (s *Silenced) configured(rules map[string]*eval.Rule, config *project.Config) {
	for name, rule := range rules {
		switch {
		case rule.Severity == hook.Off && rule.DecidedBy != "":
			s.Off = append(s.Off, Off{name, rule.DecidedBy})
		case rule.Severity != hook.Off && config.Observes(rule.AllNames()...):
			s.Observed = append(s.Observed, name)
		}
	}
	slices.Sort(s.Observed)
	slices.SortFunc(s.Off, func(a, b Off) int { return cmp.Compare(a.Rule, b.Rule) })
}
