package inspect

import (
	"context"
	"errors"
	"time"

	"witness/engine"
	"witness/engine/store"
)

// A Status is how a project stands now: what a person wants to know before they go on.
type Status struct {
	Project  string    `json:"root"`
	Red      []Failing `json:"red" jsonschema:"tests that an edit has turned red"`
	Apart    []Failing `json:"apart" jsonschema:"tests that fail for another reason"`
	Untested []string  `json:"untested" jsonschema:"files that were edited since tests last ran, the latest first"`
	Tested   bool      `json:"tested" jsonschema:"whether tests have run in this project"`
	Flaky    []string  `json:"flaky" jsonschema:"tests that changed their outcome while nothing was changed"`
	Waiting  []string  `json:"waiting" jsonschema:"calls about which the user is asked and that have neither begun nor been given up"`
	Session  string    `json:"session" jsonschema:"the latest one; empty if there is none"`
	Agent    string    `json:"agent"`
	Calls    int64     `json:"calls"`
	Last     time.Time `json:"at,omitzero" jsonschema:"when its latest event was"`
	Silenced []Silence `json:"silenced"`
}

// A Failing is a test that fails, or a command whose failures were counted and not named.
type Failing struct {
	Test     string `json:"test"`
	Count    int64  `json:"count"`
	BrokenBy string `json:"broken_by" jsonschema:"the file whose edit has turned it red; empty if it stands apart"`
	Apart    string `json:"apart" jsonschema:"why it stands apart, as in witness query failing; empty if it was turned red"`
}

// The parts of a status. What waits is a call that was asked about, has no end, and after which the one who makes it has done nothing.
const (
	redQuery      = "SELECT name, CAST(total(count) AS INTEGER), coalesce(max(broken_by), ''), apart FROM red_now GROUP BY name, apart ORDER BY max(since) DESC, name"
	untestedQuery = "SELECT file FROM untested_now GROUP BY file ORDER BY max(t) DESC, file"
	flakyQuery    = "SELECT test FROM flaky_tests GROUP BY test ORDER BY sum(flips) DESC, test"
	testedQuery   = "SELECT count(*) FROM (SELECT 1 FROM recent_runs LIMIT 1)"
	waitingQuery  = `
		SELECT iif(e.command <> '', e.command, e.name)
		FROM   ` + latestSessions + ` s
		CROSS  JOIN verdicts v ON v.session = s.session AND v.severity = 'ask' AND v.moment = 'before' AND v.unsaid = ''
		CROSS  JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = 'before' AND e.outcome <> 'denied'
		WHERE  e.at > :now - 86400000
		  AND  NOT EXISTS (SELECT 1 FROM events l
		                   WHERE  l.session = e.session AND l.t >= e.t AND (l.t > e.t AND l.actor = e.actor OR l.t = e.t AND l.moment = 'after'))
		GROUP  BY e.session, e.t
		ORDER  BY max(e.at) DESC`
	lastQuery = `
		SELECT l.session, l.agent, (SELECT count(*) FROM agent_calls c WHERE c.session = l.session), l.at
		FROM  (SELECT s.session, s.agent, coalesce((SELECT e.at FROM events e WHERE e.session = s.session ORDER BY e.t DESC LIMIT 1), s.started) AS at
		       FROM   ` + latestSessions + ` s ORDER BY at DESC LIMIT 1) l`

	// An older session is not looked for: a prompt must not take longer with each session that a store has.
	latestSessions = "(SELECT session, agent, started FROM sessions WHERE root = :root ORDER BY started DESC LIMIT 100)"
)

// StatusOf returns how the project of an engine stands, as far as a short status tells it.
func StatusOf(ctx context.Context, e *engine.Engine) (s Status, err error) {
	s = Status{Project: e.Project.Root, Red: []Failing{}, Apart: []Failing{}, Untested: []string{}, Flaky: []string{}, Waiting: []string{}, Silenced: []Silence{}}
	err = s.stand(ctx, e.DB, s.Project, e.Clock())
	return s, errors.Join(err,
		ask(ctx, e.DB, waitingQuery, s.Project, e.Clock(), func(row []store.Value) { s.Waiting = append(s.Waiting, store.Text(row[0])) }),
		ask(ctx, e.DB, testedQuery, s.Project, e.Clock(), func(row []store.Value) { s.Tested = row[0] == int64(1) }))
}

// stand adds what fails and what is untested in the project with a root.
func (s *Status) stand(ctx context.Context, db *store.DB, root string, now int64) error {
	return errors.Join(
		ask(ctx, db, redQuery, root, now, func(row []store.Value) {
			f := Failing{Test: store.Text(row[0]), BrokenBy: store.Text(row[2]), Apart: store.Text(row[3])}
			f.Count, _ = row[1].(int64)
			if f.Apart == "" {
				s.Red = append(s.Red, f)
			} else {
				s.Apart = append(s.Apart, f)
			}
		}),
		ask(ctx, db, untestedQuery, root, now, func(row []store.Value) { s.Untested = append(s.Untested, store.Text(row[0])) }))
}

// Failures counts the tests that fail.
func Failures(list []Failing) (n int64) {
	for _, f := range list {
		n += f.Count
	}
	return n
}

// Complete adds what only the long status tells: the flaky tests and the latest session. What is silenced is left to the caller, who
// may have no store.
func (s *Status) Complete(ctx context.Context, e *engine.Engine) error {
	return errors.Join(
		ask(ctx, e.DB, flakyQuery, s.Project, e.Clock(), func(row []store.Value) { s.Flaky = append(s.Flaky, store.Text(row[0])) }),
		ask(ctx, e.DB, lastQuery, s.Project, e.Clock(), func(row []store.Value) {
			s.Session, s.Agent = store.Text(row[0]), store.Text(row[1])
			s.Calls, _ = row[2].(int64)
			at, _ := row[3].(int64)
			s.Last = time.UnixMilli(at).UTC()
		}))
}

// ask gives each row of a query about a project to add.
func ask(ctx context.Context, db *store.DB, query, root string, now int64, add func(row []store.Value)) error {
	a := store.Args{"root": root, "session": nil, "now": now}
	return db.Each(ctx, db.WithViews(query), a, func(_ []string, row []store.Value) error {
		add(row)
		return nil
	})
}
