package inspect

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Limits of a measurement, because a person waits for the result.
const (
	maxSessions = 10              // the latest sessions of the store
	maxCalls    = 60              // the latest calls of these sessions
	maxMeasure  = 3 * time.Second // CPU time of all rules
)

// A RuleTime is how long one rule takes for a call of this project.
type RuleTime struct {
	Rule, Path string
	Took       time.Duration // the CPU time for the slowest call, or more if Ended is false
	Ended      bool          // whether the rule ended before check.QueryTimeout
	Limit      time.Duration // the time limit of the rule in a hook
}

// Slow reports whether the rule exceeds its time limit.
func (t RuleTime) Slow() bool { return !t.Ended || t.Took > t.Limit }

// Timing is the time that the rules of a project take on its own store, and what its hooks recorded
// about time limits.
type Timing struct {
	Calls int           // the number of events for which rules were evaluated
	Rules []RuleTime    // the rules that were evaluated, the slowest first
	Limit time.Duration // the time limit of all rules before a call
	// Unmeasured is the number of rules for which maxMeasure left no time.
	Unmeasured int
	// Quarantined are the files of the rules that are no longer evaluated because they were too
	// slow too often, with when they last were, in milliseconds since 1970.
	Quarantined map[string]int64
	// Late is the number of times that the time limit ended a rule or a reader in the last week, and
	// LateAt is the last time, in milliseconds since 1970.
	Late, LateAt int64
}

// MeasureRules evaluates each rule for those of the latest calls of the project that contains dir that
// it concerns, and measures the time. The store is only read. Hooks do not measure their rules,
// because that would cost each of them time.
func MeasureRules(ctx context.Context, assets fs.FS, dir string) (t Timing, err error) {
	e, err := engine.OpenReader(assets, dir)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	e.Eval.LoadAll()
	if t.Quarantined, err = e.Eval.Quarantine(ctx, e.Eval.Rules); err != nil {
		return t, err
	}
	if t.Late, t.LateAt, err = lateFaults(ctx, e); err != nil {
		return t, err
	}
	events, err := latestEvents(ctx, e.DB)
	if err != nil {
		return t, err
	}
	t.Calls, t.Limit = len(events), time.Duration(e.Config.BeforeMS)*time.Millisecond
	t.Rules, t.Unmeasured = measure(ctx, e, events)
	return t, nil
}

// lateFaults returns how often the time limit ended a rule or a reader in the last week, and when it
// last did.
func lateFaults(ctx context.Context, e *engine.Engine) (count, at int64, err error) {
	week := time.UnixMilli(e.Clock()).AddDate(0, 0, -7).UnixMilli()
	err = e.DB.Each(ctx, "SELECT message, count, at FROM faults WHERE at > :week", store.Args{"week": week}, func(_ []string, row []store.Value) error {
		if IsLate(store.Text(row[0])) {
			n, _ := row[1].(int64)
			when, _ := row[2].(int64)
			count, at = count+n, max(at, when)
		}
		return nil
	})
	return count, at, err
}

// A pastEvent is an event from the store, with its tick.
type pastEvent struct {
	hook.Event
	t int64
}

// latestEvents returns the latest events of the store, the last first, with the files that their tools
// named. Outputs are not stored, so readers cannot be measured.
func latestEvents(ctx context.Context, db *store.DB) (list []pastEvent, err error) {
	err = db.Each(ctx, `
		SELECT e.session, e.t, e.moment, e.agent, e.actor, e.call, e.tool, e.name, e.source, e.command, e.cwd, e.outcome
		FROM   (SELECT session FROM sessions ORDER BY started DESC LIMIT :sessions) s
		CROSS  JOIN events e
		WHERE  e.session = s.session AND e.t > (SELECT max(t) FROM events w WHERE w.session = s.session) - :calls
		ORDER  BY e.at DESC, e.t DESC, e.moment
		LIMIT  :calls`, store.Args{"sessions": maxSessions, "calls": maxCalls}, func(_ []string, row []store.Value) error {
		var ev pastEvent
		ev.t, _ = row[1].(int64)
		for i, field := range []*string{&ev.Session, nil, &ev.Moment, &ev.Agent, &ev.Actor, &ev.Call, &ev.Tool, &ev.Name, &ev.Source, &ev.Command, &ev.CWD, &ev.Outcome} {
			if field != nil {
				*field = store.Text(row[i])
			}
		}
		list = append(list, ev)
		return nil
	})
	for i := range list {
		ev := &list[i]
		if err == nil {
			err = db.Each(ctx, "SELECT path, kind FROM touches WHERE session = :session AND t = :t AND via = 'tool'", store.Args{"session": ev.Session, "t": ev.t},
				func(_ []string, row []store.Value) error {
					ev.Files = append(ev.Files, hook.File{Path: store.Text(row[0]), Kind: store.Text(row[1])})
					return nil
				})
		}
	}
	return list, err
}

// measure evaluates the rules for each of these events. A rule that was too slow once is not
// evaluated again.
func measure(ctx context.Context, e *engine.Engine, events []pastEvent) (list []RuleTime, unmeasured int) {
	found, missed := map[*eval.Rule]*RuleTime{}, map[*eval.Rule]bool{}
	end := store.CPUTime() + maxMeasure
	rules := eval.InOrder(e.Eval.Rules)
	for _, ev := range events {
		c := e.Resolve(ev.Event)
		c.T = ev.t
		evaluation := e.Eval.Begin(c)
		for _, r := range rules {
			if t := found[r]; t != nil && t.Slow() || !evaluation.Concerns(r) {
				continue
			}
			if store.CPUTime() > end {
				missed[r] = missed[r] || found[r] == nil
				continue
			}
			limit := timeLimit(e.Config, r, c.Moment)
			took, ended := timeRule(ctx, evaluation, r)
			if t := found[r]; t != nil && took <= t.Took {
				continue
			} else if t != nil || took > limit {
				// The machine may have been busy: measure again and keep the shorter time.
				if again, ok := timeRule(ctx, evaluation, r); ok {
					took, ended = min(took, again), true
				}
			}
			if t := found[r]; t == nil || took > t.Took {
				found[r] = &RuleTime{r.Name, r.Path, took, ended, limit}
			}
		}
	}
	for _, r := range rules {
		if found[r] != nil {
			list = append(list, *found[r])
		}
		if !missed[r] {
			delete(missed, r)
		}
	}
	slices.SortStableFunc(list, func(a, b RuleTime) int { return int(b.Took - a.Took) })
	return list, len(missed)
}

// timeRule returns the CPU time that one rule takes for one call, with the compilation of its query.
// ended is false if check.QueryTimeout ended it.
func timeRule(ctx context.Context, evaluation *eval.Evaluation, r *eval.Rule) (took time.Duration, ended bool) {
	own, cancel := store.WithBudget(ctx, check.QueryTimeout)
	defer cancel()
	started := store.CPUTime()
	store.Watch(ctx, r.File, check.QueryTimeout, func() {
		_, _ = evaluation.DB.Sandbox(bundle.Rules).Columns(r.Statement()) // compiles the query, as each hook does
		_, _ = evaluation.Evaluate(own, r)                                // rules check reports mistakes
	})
	return store.CPUTime() - started, own.Err() == nil
}

// timeLimit returns the time limit of a rule at a moment: an embedded rule can use all the time of a
// hook, any other its share.
func timeLimit(config *project.Config, r *eval.Rule, moment string) time.Duration {
	ms := config.BeforeMS
	switch {
	case r.Origin != "embedded":
		ms /= store.ThirdPartyShare
	case moment != hook.Before:
		ms = config.AfterMS
	}
	return time.Duration(ms) * time.Millisecond
}

// IsLate reports whether a recorded fault is about the time limit.
func IsLate(message string) bool {
	return slices.ContainsFunc([]string{store.Overrun, eval.NoTimeLeft, store.NoTimeLeft, store.ErrTimeLimit.Error()}, func(m string) bool { return strings.Contains(message, m) })
}
