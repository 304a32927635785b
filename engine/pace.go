package engine

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Bounds of what is measured: somebody waits for the answer.
const (
	paceSessions = 10              // the latest of the store
	paceCalls    = 60              // the latest of these
	paceTime     = 3 * time.Second // of the processor, for all
)

// A Pace is how long one rule takes for a call of this project.
type Pace struct {
	Rule, Path string
	Took       time.Duration // of the processor, for the call that it takes longest for; so long at least, if Ended is false
	Ended      bool          // false if it was given up
	Limit      time.Duration // what a hook gives it
}

// Slow tells whether a hook would give the rule up.
func (p Pace) Slow() bool { return !p.Ended || p.Took > p.Limit }

// Paces is what was measured on a project's own store, and what its hooks noted of the time.
type Paces struct {
	Calls int           // to which the rules were put
	Rules []Pace        // those that were asked, the slowest first
	Limit time.Duration // what a hook before a call has for all of them
	// Unmeasured is how many rules were not asked, because the others took all of the time.
	Unmeasured int
	// Aside are the files of the rules that are not asked any more because they were too slow
	// too often, with when they last were, in milliseconds since 1970.
	Aside map[string]int64
	// Late is how often the time limit ended a rule or a reader in the last week, and LateAt
	// when it last did.
	Late, LateAt int64
}

// MeasureRules puts the latest calls of the project around dir to each rule that they concern,
// and takes the time. The store is only read. A hook measures nothing: it would pay for it.
func MeasureRules(ctx context.Context, brain fs.FS, dir string) (p Paces, err error) {
	e := newEngine(brain, dir, "")
	if e.db, err = openReader(e.path); err != nil {
		return p, err
	}
	e.db.brain = brain
	defer func() { err = errors.Join(err, e.db.close()) }()
	e.db.waitAtMost(lockWait)
	if err := e.noted(ctx, &p); err != nil {
		return p, err
	}
	events, err := e.latest(ctx)
	if err != nil {
		return p, err
	}
	p.Calls, p.Limit = len(events), time.Duration(e.config.BeforeMS)*time.Millisecond
	err = e.db.guard(Rules, func() error {
		p.Rules, p.Unmeasured = e.paces(ctx, events)
		return nil
	})
	return p, err
}

// noted finds what hooks noted of the time: which rules they do not ask any more, and how often
// the limit ended something.
func (e *Engine) noted(ctx context.Context, p *Paces) error {
	slow, err := e.overruns(ctx)
	if err != nil {
		return err
	}
	p.Aside = map[string]int64{}
	for _, f := range e.loadRules() {
		if last, often := slow[f.Path]; often && f.Origin != "embedded" && !e.changedSince(f, last) {
			p.Aside[f.Path] = last
		}
	}
	week := time.UnixMilli(e.now()).AddDate(0, 0, -7).UnixMilli()
	return e.db.each(ctx, "SELECT message, count, at FROM faults WHERE at > :week", args{"week": week}, func(_ []string, row []driverValue) error {
		if isLate(show(row[0])) {
			count, _ := row[1].(int64)
			at, _ := row[2].(int64)
			p.Late, p.LateAt = p.Late+count, max(p.LateAt, at)
		}
		return nil
	})
}

// A pastEvent is one of the store, with its tick.
type pastEvent struct {
	Event
	t int64
}

// latest are the latest moments that the store knows of, the last first, with the files that
// the tools themselves named. An output is not kept, so no reader can be measured.
func (e *Engine) latest(ctx context.Context) (list []pastEvent, err error) {
	err = e.db.each(ctx, `
		SELECT e.session, e.t, e.moment, e.agent, e.actor, e.call, e.tool, e.name, e.source, e.command, e.cwd, e.outcome
		FROM   (SELECT session FROM sessions ORDER BY started DESC LIMIT :sessions) s
		CROSS  JOIN events e
		WHERE  e.session = s.session AND e.t > (SELECT max(t) FROM events w WHERE w.session = s.session) - :calls
		ORDER  BY e.at DESC, e.t DESC, e.moment
		LIMIT  :calls`, args{"sessions": paceSessions, "calls": paceCalls}, func(_ []string, row []driverValue) error {
		var ev pastEvent
		ev.t, _ = row[1].(int64)
		for i, field := range []*string{&ev.Session, nil, &ev.Moment, &ev.Agent, &ev.Actor, &ev.Call, &ev.Tool, &ev.Name, &ev.Source, &ev.Command, &ev.CWD, &ev.Outcome} {
			if field != nil {
				*field = show(row[i])
			}
		}
		list = append(list, ev)
		return nil
	})
	for i := range list {
		ev := &list[i]
		if err == nil {
			err = e.db.each(ctx, "SELECT path, kind FROM touches WHERE session = :session AND t = :t AND via = 'tool'", args{"session": ev.Session, "t": ev.t},
				func(_ []string, row []driverValue) error {
					ev.Files = append(ev.Files, File{Path: show(row[0]), Kind: show(row[1])})
					return nil
				})
		}
	}
	return list, err
}

// paces puts each of these events to each rule that it concerns. A rule that was too slow once
// is not asked again.
func (e *Engine) paces(ctx context.Context, events []pastEvent) (list []Pace, unmeasured int) {
	found, missed := map[*Script]*Pace{}, map[*Script]bool{}
	end := processorTime() + paceTime
	for _, ev := range events {
		c := e.call(ev.Event)
		c.t = ev.t
		for _, f := range e.inOrder() {
			if p := found[f]; p != nil && p.Slow() {
				continue
			}
			if subjects, err := e.applies(f, c); err != nil || len(subjects) == 0 {
				continue // rules check tells what is wrong with it
			}
			if processorTime() > end {
				if found[f] == nil {
					missed[f] = true
				}
				continue
			}
			took, ended := e.pace(ctx, f, c)
			if p := found[f]; p != nil && took <= p.Took {
				continue
			} else if p != nil || took > e.limit(f, c.Moment) {
				// The machine may have been at something else meanwhile.
				if again, ok := e.pace(ctx, f, c); ok {
					took, ended = min(took, again), true
				}
			}
			if p := found[f]; p == nil || took > p.Took {
				found[f] = &Pace{f.Name, f.Path, took, ended, e.limit(f, c.Moment)}
			}
		}
	}
	for _, f := range e.inOrder() {
		if found[f] != nil {
			list = append(list, *found[f])
		}
	}
	slices.SortStableFunc(list, func(a, b Pace) int { return int(b.Took - a.Took) })
	return list, len(missed)
}

// pace is what one rule takes of the processor for one call, from its text to its rows; ended
// is false if it was given up.
func (e *Engine) pace(ctx context.Context, f *Script, c *call) (took time.Duration, ended bool) {
	own, cancel := withBudget(ctx, patience)
	defer cancel()
	began := processorTime()
	_, _ = e.db.columns(e.db.one(f.Text)) // compiles it anew, as each hook does
	_, _ = e.ask(own, f, c)               // rules check tells what is wrong with it
	return processorTime() - began, own.Err() == nil
}

// limit is what a hook gives a rule at a moment: witness's own all of the time, a stranger's its
// share.
func (e *Engine) limit(f *Script, moment string) time.Duration {
	ms := e.config.BeforeMS
	switch {
	case f.Origin != "embedded":
		ms /= share
	case moment != Before:
		ms = e.config.AfterMS
	}
	return time.Duration(ms) * time.Millisecond
}

// isLate tells whether a fault that was kept is one of the time limit's.
func isLate(message string) bool {
	return slices.ContainsFunc([]string{overrun, noTimeLeft, errOvertime.Error()}, func(said string) bool { return strings.Contains(message, said) })
}
