package report

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// The overview of a store: a row for each session.
const sessionsQuery = `
	SELECT s.session, s.agent, s.root, coalesce(e.began, s.started), coalesce(e.ended, s.started), e.first, e.last, c.calls, e.failed, e.refused + coalesce(u.stopped, 0), e.branch
	FROM   sessions s
	JOIN  (SELECT session, min(at) AS began, max(at) AS ended, min(t) AS first, max(t) AS last,
	              sum(moment = 'after' AND outcome = 'failed') AS failed, sum(outcome = 'denied') AS refused, max(branch) AS branch
	       FROM   events GROUP BY session) e ON e.session = s.session
	JOIN  (SELECT session, count(*) AS calls FROM agent_calls GROUP BY session) c ON c.session = s.session
	LEFT   JOIN (SELECT session, count(*) AS stopped FROM stopped_calls GROUP BY session) u ON u.session = s.session
	WHERE  e.ended >= :since
	ORDER  BY s.session`

const touchesCounted = `
	SELECT session, sum(kind = 'read'), sum(kind IN ('edit', 'write') AND via <> 'elsewhere'),
	       group_concat(iif(kind IN ('edit', 'write') AND manner <> 'same' AND via <> 'elsewhere' AND class IN ('code', 'test'), t, NULL))
	FROM   touches WHERE outcome = 'ok' GROUP BY session ORDER BY session`

const runsQuery = `
	SELECT r.session, r.t, r.n, r.tool, r.kind, coalesce(c.text, r.program), r.outcome, r.passed, r.failed,
	       r.root, r.program, r.stashed, r.tree
	FROM   runs r LEFT JOIN commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
	WHERE  r.outcome <> 'unstarted'
	ORDER  BY r.session, r.t, r.n`

const failuresQuery = `SELECT session, since, coalesce(cleared, 9223372036854775807), count, apart FROM failures ORDER BY session`

const verdictsQuery = `
	SELECT v.session, v.id, v.t, v.at, v.rule, v.severity, v.moment, v.subject, v.message, v.unsaid, v.evidence, v.actor,
	       coalesce((SELECT o.vote FROM votes o WHERE o.session = v.session AND o.t = v.t AND o.rule = v.rule AND o.subject = v.subject AND o.moment = v.moment ORDER BY o.at DESC LIMIT 1), '') = 'wrong',
	       coalesce((SELECT o.because FROM objections o WHERE o.session = v.session AND o.t = v.t AND o.rule = v.rule AND o.subject = v.subject AND o.moment = v.moment), '')
	FROM   verdicts v ORDER BY v.session, v.t, v.moment DESC, v.rule`

const occasionsQuery = `SELECT session, rule, count(*), sum(kept) FROM occasions GROUP BY session, rule`

// A store from before answers were kept has none.
const (
	answersKept  = "SELECT count(*) FROM sqlite_schema WHERE name = 'answers'"
	answersQuery = "SELECT session, t, rule, subject, answered > 0 FROM answers WHERE asked > 0"
)

// Empty returns how many sessions of a store that were used since a time have no call.
func Empty(ctx context.Context, db *store.DB, since Time) (int, error) {
	n, err := db.Int(ctx, db.WithViews(`
		SELECT count(*) FROM sessions s
		WHERE  NOT EXISTS (SELECT 1 FROM agent_calls c WHERE c.session = s.session)
		  AND  coalesce((SELECT max(e.at) FROM events e WHERE e.session = s.session), s.started) >= :p1`), int64(since))
	return int(n), err
}

// Sessions returns the sessions of a store that were used since a time and have a call, without their steps.
func Sessions(ctx context.Context, db *store.DB, since Time) (list []*Session, err error) {
	byID := map[string]*Session{}
	err = each(ctx, db, db.WithViews(sessionsQuery), store.Args{"since": int64(since)}, func(r row) error {
		s := &Session{
			ID: r.text(0), Agent: r.text(1), Root: r.text(2), Began: Time(r.int(3)), Ended: Time(r.int(4)), First: r.int(5), Last: r.int(6),
			Calls: int(r.int(7)), Failed: int(r.int(8)), Refused: int(r.int(9)), Branch: r.text(10),
		}
		list, byID[s.ID] = append(list, s), s
		return nil
	})
	if err != nil {
		return nil, err
	}
	of := func(sql string, add func(s *Session, r row) error) {
		if err == nil {
			err = each(ctx, db, sql, nil, func(r row) error {
				if s := byID[r.text(0)]; s != nil {
					return add(s, r)
				}
				return nil
			})
		}
	}
	of(touchesCounted, func(s *Session, r row) error {
		s.Reads, s.Edits = int(r.int(1)), int(r.int(2))
		for _, word := range strings.FieldsFunc(r.text(3), func(c rune) bool { return c == ',' }) {
			t, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return err
			}
			s.edits = append(s.edits, t)
		}
		slices.Sort(s.edits)
		s.edits = slices.Compact(s.edits) // a command that changes several files is one edit
		return nil
	})
	of(runsQuery, func(s *Session, r row) error {
		s.Runs = append(s.Runs, Run{
			Step: r.int(1), n: r.int(2), Tool: r.text(3), Kind: r.text(4), Command: r.text(5), Outcome: r.text(6), Passed: r.count(7), Failed: r.count(8),
			root: r.text(9), program: r.text(10), stashed: r.int(11) != 0, tree: r.int(12),
		})
		return nil
	})
	of(db.WithViews(failuresQuery), func(s *Session, r row) error {
		s.failures = append(s.failures, failure{r.int(1), r.int(2), r.int(3), r.text(4)})
		return nil
	})
	of(verdictsQuery, func(s *Session, r row) error {
		s.Verdicts = append(s.Verdicts, Verdict{
			ID: r.text(1), Step: r.int(2), At: Time(r.int(3)), Rule: r.text(4), Severity: r.text(5), Moment: r.text(6), Subject: r.text(7),
			Message: hook.Printable(r.text(8)), Unsaid: r.text(9), evidence: r.text(10), actor: r.text(11), Wrong: r.int(12) != 0,
			Disputed: hook.Printable(r.text(13)),
		})
		return nil
	})
	of(occasionsQuery, func(s *Session, r row) error {
		if s.occasions == nil {
			s.occasions = map[string][2]int{}
		}
		s.occasions[r.text(1)] = [2]int{int(r.int(2)), int(r.int(3))}
		return nil
	})
	if err != nil {
		return list, err
	}
	kept, err := db.Int(ctx, answersKept)
	if err != nil || kept == 0 {
		return list, err
	}
	of(answersQuery, func(s *Session, r row) error {
		for i, v := range s.Verdicts {
			if v.Step == r.int(1) && v.Rule == r.text(2) && v.Subject == r.text(3) {
				s.Verdicts[i].again, s.Verdicts[i].Answered = true, r.int(4) != 0
			}
		}
		return nil
	})
	return list, err
}

const eventsQuery = `
	SELECT t, moment, at, actor, tool, name, command, outcome, reason, duration_ms
	FROM   events WHERE session = :session ORDER BY t, moment DESC`

const stoppedQuery = `SELECT t, ended FROM stopped_calls WHERE session = :session`

const touchesQuery = `
	SELECT t, kind, file, path, outcome, via, class
	FROM   touches WHERE session = :session AND manner <> 'listed' ORDER BY t, kind, file`

const programsQuery = `SELECT t, program FROM commands WHERE session = :session AND NOT inert ORDER BY t, n`

// testsQuery returns all outcomes of the tests that failed in a session.
const testsQuery = `
	SELECT t.t, t.n, t.tool, t.suite, t.test, t.outcome, t.message
	FROM   outcomes t
	JOIN  (SELECT DISTINCT tool, suite, test FROM tests INDEXED BY tests_failed WHERE session = :session AND outcome = 'fail') f ON f.tool = t.tool AND f.suite = t.suite AND f.test = t.test
	WHERE  t.session = :session AND t.outcome IN ('pass', 'fail')
	ORDER  BY t.t, t.n`

// Load reads the steps of a session.
func (r *Reader) Load(ctx context.Context, db *store.DB, s *Session) (err error) {
	at := map[int64]int{}
	of := func(sql string, add func(r row)) {
		if err == nil {
			err = each(ctx, db, sql, store.Args{"session": s.ID}, func(r row) error {
				add(r)
				return nil
			})
		}
	}
	s.Steps = []Step{}
	of(eventsQuery, func(r row) {
		t, moment := r.int(0), r.text(1)
		if moment != hook.Before && moment != hook.After {
			if moment == hook.Prompt {
				s.prompts = append(s.prompts, t)
			}
			return
		}
		i, known := at[t]
		if !known {
			i = len(s.Steps)
			at[t] = i
			s.Steps = append(s.Steps, Step{
				Step: t, At: Time(r.int(2)), Actor: r.text(3), Tool: r.text(4), name: r.text(5),
				Command: hook.Printable(r.text(6)), Outcome: r.text(7), Reason: r.text(8), TookMS: r.int(9),
			})
		}
		if step := &s.Steps[i]; moment == hook.After {
			step.end, step.Outcome, step.Reason = Time(r.int(2)), r.text(7), r.text(8)
			step.TookMS = r.int(9)
			if step.told = step.TookMS > 0; !step.told && known {
				step.TookMS = max(0, int64(step.end-step.At))
			}
		}
	})
	of(db.WithViews(stoppedQuery), func(r row) {
		if i, ok := at[r.int(0)]; ok {
			s.Steps[i].Outcome, s.Steps[i].Reason = hook.Denied, r.text(1)
		}
	})
	of(touchesQuery, func(r row) {
		if i, ok := at[r.int(0)]; ok {
			s.Steps[i].Touches = append(s.Steps[i].Touches, Touch{Kind: r.text(1), File: hook.Printable(r.text(2)), path: r.text(3), Outcome: r.text(4), Via: r.text(5), class: r.text(6)})
		}
	})
	of(programsQuery, func(r row) {
		if i, ok := at[r.int(0)]; ok {
			s.Steps[i].programs = append(s.Steps[i].programs, r.text(1))
		}
	})
	of(db.WithViews(testsQuery), func(r row) {
		s.tests = append(s.tests, outcome{r.int(0), r.int(1), r.text(2), r.text(3), r.text(4), r.text(5), hook.Printable(r.text(6))})
	})
	if err != nil {
		return err
	}
	s.setTitle()
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		if v.Row, err = rowOf(v.evidence); err != nil {
			return fmt.Errorf("the evidence of verdict %s: %w", v.ID, err)
		}
		v.Facts = s.reasons(*v, r.tables[v.Rule])
	}
	return nil
}

// rowOf returns the columns of the rule's row in a verdict's evidence.
func rowOf(evidence string) (list []Value, err error) {
	if evidence == "" {
		return nil, nil
	}
	var e struct{ Row json.RawMessage }
	if err := json.Unmarshal([]byte(evidence), &e); err != nil || len(e.Row) == 0 {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(string(e.Row))) // which keeps the order of the columns
	d.UseNumber()
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if value != nil {
			list = append(list, Value{hook.Printable(fmt.Sprint(name)), hook.Printable(fmt.Sprint(value))})
		}
	}
	return list, nil
}

// A row is one row of a query.
type row []store.Value

func (r row) text(i int) string { return store.Text(r[i]) }

func (r row) int(i int) int64 {
	n, _ := r[i].(int64) // 0 for NULL
	return n
}

// count returns a number, nil for NULL: it is not known.
func (r row) count(i int) *int64 {
	if n, ok := r[i].(int64); ok {
		return &n
	}
	return nil
}

// each runs a query and calls yield with each row.
func each(ctx context.Context, db *store.DB, sql string, a store.Args, yield func(r row) error) error {
	return db.Each(ctx, sql, a, func(_ []string, values []store.Value) error { return yield(values) })
}
