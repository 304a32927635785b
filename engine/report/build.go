package report

import (
	"context"
	"os"
	"slices"
	"strconv"
	"time"

	"witness/engine/store"
)

// Build makes a report of the sessions of a project with a name, of which those that are shown in full have been loaded.
func (r *Reader) Build(project, source string, sessions []*Session) *Report {
	Sort(sessions)
	read := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool { return s.Steps == nil })
	totals := count(sessions)
	flaky, back := unsteady(read)
	b := &Report{
		Project: project, Source: source, Made: now(),
		Totals: totals, Days: dayCounts(sessions), Rules: r.ruleCounts(sessions, totals.Calls),
		Slow: []RuleTime{}, Silenced: Silenced{[]Snooze{}, []Allowance{}, []string{}, []Off{}},
		Files: efforts(read), Flaky: flaky, Errors: back, Commands: commands(read),
		Agents: spentBy(sessions, "agent", r.prices), Models: spentBy(sessions, "model", r.prices), Tools: spentBy(sessions, "tool", r.prices),
		Multiples: multiples(sessions), Sessions: sessions, Read: len(read), reader: r,
	}
	if source != "store" { // in recordings nobody was told
		for i := range b.Rules {
			b.Rules[i].Again, b.Rules[i].Answered = 0, 0
		}
	}
	b.ToDo = b.Advice()
	return b
}

// now returns the time, or that of $SOURCE_DATE_EPOCH, with which a page can be made again as it was.
func now() Time {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return Time(1000 * seconds)
	}
	return Time(time.Now().UnixMilli())
}

// LoadTelling reads the steps of the sessions that are worth it: the most telling and the latest. It calls step after each.
func (r *Reader) LoadTelling(ctx context.Context, db *store.DB, sessions []*Session, step func(done, of int)) error {
	Sort(sessions)
	chosen := slices.Clone(sessions)
	if len(chosen) > maxRead {
		rest := chosen[maxRead/2:]
		slices.SortStableFunc(rest, func(a, b *Session) int { return int(b.Ended - a.Ended) })
		chosen = chosen[:maxRead]
	}
	if err := r.LoadTime(ctx, db, chosen); err != nil {
		return err
	}
	for i, s := range chosen {
		if err := r.Load(ctx, db, s); err != nil {
			return err
		}
		step(i+1, len(chosen))
	}
	return nil
}
