package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"witness/engine/spent"
	"witness/engine/store"
)

// LoadTime reads the time and the tokens that sessions have taken, of the first of them.
func (r *Reader) LoadTime(ctx context.Context, db *store.DB, sessions []*Session) error {
	byID, ids := map[string]*Session{}, []string{}
	for _, s := range sessions[:min(maxRead, len(sessions))] {
		byID[s.ID] = s
		ids = append(ids, s.ID)
	}
	parts, err := spent.Parts(ctx, db, ids, time.Local)
	for _, p := range parts {
		if s := byID[p.Session]; s != nil {
			s.parts = append(s.parts, p)
		}
	}
	return err
}

// spentBy returns what sessions have spent.
func spentBy(sessions []*Session, by string, prices spent.Prices) []spent.Total {
	return spent.Sum(partsOf(sessions), by, prices)
}

// partsOf returns what sessions have spent. Several recordings may have the id of one session, such as those of its subagents, and are
// several here as well: a number stands for the id of each.
func partsOf(sessions []*Session) (parts []spent.Part) {
	for i, s := range sessions {
		for _, p := range s.parts {
			p.Session = strconv.Itoa(i)
			parts = append(parts, p)
		}
	}
	return parts
}

// A figure is something that two periods can be compared by: n of so many, both in units that come about one by one.
type figure struct {
	now, before, of, ofBefore float64
	much                      func(n, of float64) string
	what                      string
}

// leastCompared is how many sessions a period must have so that another one is compared with it, and openings how many differences the page
// begins with.
const (
	leastCompared = 3
	openings      = 3
	leastChange   = 1 // what chance alone makes of a figure in a third of all weeks is no difference
)

// week is what the latest sessions are compared by, if no period is asked for.
const week = 7 * 24 * time.Hour

// Open sets the sentences that the page begins with: what differs most from the sessions of the period before. Without any,
// the last week is compared with the one before it.
func (r *Report) Open(before []*Session) {
	sessions, when := r.Sessions, "before it"
	if r.Since == 0 && len(before) == 0 {
		last := Time(0)
		for _, s := range sessions {
			last = max(last, s.Ended)
		}
		from, all := last-Time(week.Milliseconds()), sessions
		sessions, when = nil, "the week before"
		for _, s := range all {
			switch {
			case s.Ended > from:
				sessions = append(sessions, s)
			case s.Ended > from-Time(week.Milliseconds()):
				before = append(before, s)
			}
		}
	}
	if len(sessions) < leastCompared || len(before) < leastCompared {
		return
	}
	list := r.compared(sessions, before)
	slices.SortStableFunc(list, func(a, b figure) int { return cmp.Compare(b.change(), a.change()) })
	for _, f := range list[:min(openings, len(list))] {
		if f.change() >= leastChange {
			r.Opening = append(r.Opening, fmt.Sprintf("%s %s; %s, %s.", f.much(f.now, f.of), f.what, when, f.much(f.before, f.ofBefore)))
		}
	}
}

// change returns how much the shares differ, in standard deviations of what comes about by chance.
func (f figure) change() float64 {
	both := (f.now + f.before) / (f.of + f.ofBefore)
	return math.Abs(f.now/f.of-f.before/f.ofBefore) / math.Sqrt(both*(1/f.of+1/f.ofBefore))
}

// What counts as one when periods are compared, because minutes and dollars do not come one by one: a time in milliseconds, and so many dollars.
const (
	stretch       = 10 * 60 * 1000
	dollarsAtOnce = 10
)

// compared returns the figures of two periods, without those that have nothing in either.
func (r *Report) compared(now, before []*Session) (list []figure) {
	a, b := count(now), count(before)
	ta, tb := total(spentBy(now, "agent", r.reader.prices)), total(spentBy(before, "agent", r.reader.prices))
	ofSessions := func(n, of float64) string { return fmt.Sprintf("%.0f of %s", n, plural(int(of), "session")) }
	ofCalls := func(n, of float64) string { return fmt.Sprintf("%.0f of %s", n, plural(int(of), "call")) }
	findings := func(n, of float64) string {
		return fmt.Sprintf("%s in %s", plural(int(n), "finding"), plural(int(of), "session"))
	}
	money := func(n, of float64) string {
		return fmt.Sprintf("%.2f dollars in %s", n*dollarsAtOnce, plural(int(of), "session"))
	}
	ofWork := func(n, of float64) string {
		if n == 0 {
			return "nothing of " + minutes(int64(of*stretch))
		}
		return minutes(int64(n*stretch)) + " of " + minutes(int64(of*stretch))
	}
	stretches := func(ms int64) float64 { return float64(ms) / stretch }
	as, bs := float64(a.Sessions), float64(b.Sessions)
	for _, f := range []figure{
		{float64(a.EndedRed), float64(b.EndedRed), as, bs, ofSessions, "ended red"},
		{float64(a.EditedOn), float64(b.EditedOn), as, bs, ofSessions, "turned tests red and edited on"},
		{float64(a.Untested), float64(b.Untested), as, bs, ofSessions, "edited code and ran no test"},
		{stretches(ta.RedMS), stretches(tb.RedMS), stretches(ta.ActiveMS), stretches(tb.ActiveMS), ofWork, "of work were in red"},
		{stretches(ta.RunMS), stretches(tb.RunMS), stretches(ta.ActiveMS), stretches(tb.ActiveMS), ofWork, "of work were commands"},
		{stretches(ta.WaitedMS), stretches(tb.WaitedMS), stretches(ta.ActiveMS), stretches(tb.ActiveMS), ofWork, "of work waited for a permission"},
		{float64(failedCalls(now)), float64(failedCalls(before)), float64(a.Calls), float64(b.Calls), ofCalls, "failed"},
		{float64(a.Said), float64(b.Said), as, bs, findings, "were told to the agent"},
		{dollars(ta) / dollarsAtOnce, dollars(tb) / dollarsAtOnce, as, bs, money, "went for tokens"},
	} {
		if f.now+f.before > 0 && f.of > 0 && f.ofBefore > 0 {
			list = append(list, f)
		}
	}
	return list
}

// total adds totals up.
func total(list []spent.Total) (t spent.Total) {
	sum := 0.0
	for _, one := range list {
		t.ActiveMS += one.ActiveMS
		t.RedMS += one.RedMS
		t.RunMS += one.RunMS
		t.WaitedMS += one.WaitedMS
		sum += dollars(one)
	}
	t.Dollars = &sum
	return t
}

// dollars returns what tokens cost, as far as that is known.
func dollars(t spent.Total) float64 {
	if t.Dollars == nil {
		return 0
	}
	return *t.Dollars
}

// What makes a command or a rule worth a word: so many calls or findings, and of these such a part.
const (
	adviceCalls    = 3
	adviceFindings = 8
	adviceAnswered = .8
	adviceWrong    = .5
	adviceMS       = 10 * 60 * 1000 // of one command,
	adviceRunning  = .15            // and which part of all commands that is
)

// Advice returns the one thing to do, "" if there is none.
func (r *Report) Advice() string {
	for _, rule := range r.Rules {
		if rule.Fired >= 2*adviceCalls && float64(rule.Wrong) >= adviceWrong*float64(rule.Fired) {
			return fmt.Sprintf("%s was marked as wrong %d of %d times: switch it off (witness rules set %s=off).", rule.Name, rule.Wrong, rule.Fired, rule.Name)
		}
	}
	listed := int64(0) // the page lists the longest commands only
	for _, c := range r.Commands {
		listed += c.MS
	}
	running := max(total(r.Tools).RunMS, listed)
	for _, c := range r.Commands {
		if c.Calls >= adviceCalls && c.Failed == c.Calls {
			return fmt.Sprintf("%s failed at all of its %d calls: say in AGENTS.md how it is to be run here.", c.Program, c.Calls)
		}
	}
	for _, rule := range r.Rules {
		if rule.Severity == "warn" && rule.Again >= adviceFindings && float64(rule.Answered) >= adviceAnswered*float64(rule.Again) {
			return fmt.Sprintf("%s was answered %d of %d times: let it block (witness rules set %s=block).", rule.Name, rule.Answered, rule.Again, rule.Name)
		}
	}
	for _, c := range r.Commands {
		if c.MS >= adviceMS && !c.AtMost() && float64(c.MS) >= adviceRunning*float64(running) {
			what := "that is where the agent waits"
			if c.Program == "git commit" || c.Program == "git push" {
				what = "see what its hooks do"
			}
			return fmt.Sprintf("%s took %s of %s of commands, %s a call: %s.", c.Program, minutes(c.MS), minutes(running), minutes(c.MS/int64(c.Calls)), what)
		}
	}
	return ""
}
