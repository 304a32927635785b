// Package spent tells what sessions have taken: time, tokens, and what these cost.
package spent

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"witness/engine/hook"
	"witness/engine/store"
)

// A Total is the time and the tokens that sessions have taken.
type Total struct {
	Of         string   `json:"of" jsonschema:"the session, day, branch, agent, model or tool"`
	Sessions   int      `json:"sessions"`
	Calls      int64    `json:"calls"`
	Failed     int64    `json:"failed" jsonschema:"calls that failed"`
	Refused    int64    `json:"refused" jsonschema:"calls that were not allowed: by the user, by witness or by the client"`
	ActiveMS   int64    `json:"active_ms" jsonschema:"from a prompt to the end of its turn, without gaps of ten minutes in which nothing ran"`
	RedMS      int64    `json:"red_ms" jsonschema:"of that, while a test failed that the session had turned red"`
	RunMS      int64    `json:"run_ms" jsonschema:"how long commands ran, side by side too"`
	WaitedMS   int64    `json:"waited_ms" jsonschema:"how long calls waited for the user's permission, where the client tells how long they then took"`
	Interrupts int64    `json:"interrupts" jsonschema:"how often the user interrupted the agent, where the client's transcript tells it"`
	Input      int64    `json:"input" jsonschema:"tokens that were read anew"`
	Cached     int64    `json:"cached" jsonschema:"tokens that were read from the provider's cache"`
	Output     int64    `json:"output" jsonschema:"tokens that were written"`
	Dollars    *float64 `json:"dollars" jsonschema:"by the list prices of prices.tsv; null if no model is in that"`
	Unpriced   []string `json:"unpriced,omitempty" jsonschema:"the models whose tokens are not in dollars"`
}

// A Part is what one session has spent on one day, in one branch.
type Part struct {
	Session, Agent, Branch string
	Day                    time.Time
	Tools                  []Total // of its calls by tool, and of what is no call: its prompts, its user's pauses
	Used                   []hook.Usage
}

// Idle is the longest time between two events in milliseconds that counts as work, unless a call ran meanwhile.
const Idle = 10 * 60 * 1000

// waiting is how much longer than its duration a call must take, in milliseconds, to have waited for the user: hooks take less.
const waiting = 1000

// The time since the event before it is work, unless a person has used it up, to write a prompt. Of a call that takes longer than Idle, and
// whose duration the client does not tell, it is not known whether it ran or waited for an answer: Idle is counted. The spans of a session
// in red are one value, which is joined once: a table of them would be searched anew for each event.
const partsQuery = `
	WITH chosen AS MATERIALIZED (SELECT value AS session FROM json_each(:sessions)),
	turned AS MATERIALIZED (SELECT session, json_group_array(json_array(since, cleared)) AS spans FROM failures
	                        WHERE apart = '' AND session IN chosen GROUP BY session),
	stopped AS MATERIALIZED (SELECT session, t FROM stopped_calls WHERE session IN chosen),
	step AS MATERIALIZED (
	  SELECT e.session, e.t, e.moment, e.at, e.tool, e.name, e.mode, e.outcome, e.duration_ms, (e.at + :zone) / 86400000 AS day,
	         e.at - lag(e.at, 1, e.at) OVER (PARTITION BY e.session ORDER BY e.t, e.moment = 'after') AS gap,
	         iif(e.moment = 'after', (SELECT e.at - b.at FROM events b WHERE b.session = e.session AND b.t = e.t AND b.moment = 'before'), NULL) AS took,
	         e.moment = 'after' AND EXISTS (SELECT 1 FROM events b WHERE b.session = e.session AND b.t = e.t AND b.moment = 'before' AND b.reason = 'asked the user') AS asked
	  FROM   events e WHERE e.session IN chosen
	),
	lasted AS MATERIALIZED (
	  SELECT *, CASE WHEN moment = 'prompt' OR gap <= 0 THEN 0 WHEN gap < :idle THEN gap
	                 WHEN moment = 'after' AND took >= gap THEN min(gap, iif(duration_ms > 0, duration_ms, :idle)) ELSE 0 END AS active,
	         iif(tool = 'run' AND moment = 'after', iif(duration_ms > 0, duration_ms, min(max(0, coalesce(took, 0)), :idle)), 0) AS ran,
	         iif(duration_ms > 0 AND took - duration_ms > :waiting AND (asked OR mode IN ('default', 'plan', 'edits')), took - duration_ms, 0) AS waited
	  FROM   step
	)
	SELECT s.session, s.agent, coalesce(nullif(s.branch, ''), ''), w.day, w.tool,
	       sum((w.moment = 'before' OR w.moment = 'after' AND w.took IS NULL) AND w.name NOT IN ('attachment', 'task-notification')), 
	       sum(w.moment = 'after' AND w.outcome = 'failed'), 
	       sum(w.outcome = 'denied' OR u.t IS NOT NULL), total(w.active),
	       total(iif(EXISTS (SELECT 1 FROM json_each(x.spans) f WHERE f.value ->> 0 < w.t AND coalesce(w.t <= f.value ->> 1, 1)), w.active, 0)),
	       total(w.ran), total(w.waited)
	FROM   lasted w
	JOIN   sessions s ON s.session = w.session
	LEFT   JOIN turned x ON x.session = w.session
	LEFT   JOIN stopped u ON u.session = w.session AND u.t = w.t AND w.moment = 'before'
	GROUP  BY s.session, w.day, w.tool
	ORDER  BY s.started, s.session, w.day`

// A client tells how long calls waited either by how long they then took or in its transcript.
const pausesQuery = `
	SELECT p.session, (SELECT (max(e.at) + :zone) / 86400000 FROM events e WHERE e.session = p.session AND e.t = p.t), sum(p.interrupts), sum(p.waited_ms)
	FROM   pauses p WHERE p.session IN (SELECT value FROM json_each(:sessions)) GROUP BY 1, 2`

const usedQuery = `
	SELECT u.session, (SELECT (max(e.at) + :zone) / 86400000 FROM events e WHERE e.session = u.session AND e.t = u.t),
	       u.model, u.input, u.cached, u.written, u.kept, u.output
	FROM   usage u WHERE u.session IN (SELECT value FROM json_each(:sessions)) ORDER BY u.session, u.t, u.model`

// Parts returns what sessions have spent, a part for each of their days in a time zone.
func Parts(ctx context.Context, db *store.DB, sessions []string, zone *time.Location) (list []Part, err error) {
	_, offset := time.Now().In(zone).Zone()
	a := store.Args{"sessions": store.JSONList(sessions), "zone": int64(offset) * 1000, "idle": Idle, "waiting": waiting, "session": nil, "root": nil}
	type key struct {
		session string
		day     int64
	}
	at := map[key]int{}
	err = db.Each(ctx, db.WithViews("SELECT * FROM (\n"+partsQuery+")"), a, func(_ []string, row []store.Value) error {
		day, _ := row[3].(int64)
		k := key{store.Text(row[0]), day}
		i, known := at[k]
		if !known {
			i, at[k] = len(list), len(list)
			list = append(list, Part{Session: k.session, Agent: store.Text(row[1]), Branch: store.Text(row[2]), Day: time.UnixMilli(day * 86400000).UTC()})
		}
		t := Total{Of: store.Text(row[4])}
		for i, to := range []*int64{&t.Calls, &t.Failed, &t.Refused} {
			*to, _ = row[5+i].(int64)
		}
		for i, to := range []*int64{&t.ActiveMS, &t.RedMS, &t.RunMS, &t.WaitedMS} {
			ms, _ := row[8+i].(float64)
			*to = int64(ms)
		}
		list[i].Tools = append(list[i].Tools, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = db.Each(ctx, pausesQuery, a, func(_ []string, row []store.Value) error {
		day, _ := row[1].(int64)
		t := Total{}
		t.Interrupts, _ = row[2].(int64)
		t.WaitedMS, _ = row[3].(int64)
		if i, known := at[key{store.Text(row[0]), day}]; known {
			list[i].Tools = append(list[i].Tools, t)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = db.Each(ctx, usedQuery, a, func(_ []string, row []store.Value) error {
		day, _ := row[1].(int64)
		u := hook.Usage{Model: store.Text(row[2])}
		for i, to := range []*int64{&u.Input, &u.Cached, &u.Written, &u.Kept, &u.Output} {
			*to, _ = row[3+i].(int64)
		}
		if i, known := at[key{store.Text(row[0]), day}]; known {
			list[i].Used = append(list[i].Used, u)
		}
		return nil
	})
	return list, err
}

// add adds calls and times.
func (s *Total) add(t Total) {
	s.Calls, s.Failed, s.Refused = s.Calls+t.Calls, s.Failed+t.Failed, s.Refused+t.Refused
	s.Interrupts += t.Interrupts
	s.ActiveMS, s.RedMS, s.RunMS, s.WaitedMS = s.ActiveMS+t.ActiveMS, s.RedMS+t.RedMS, s.RunMS+t.RunMS, s.WaitedMS+t.WaitedMS
}

// Models returns of each session the model that has written most in all its parts; it has none where that is not known.
func Models(parts []Part) map[string]string {
	written := map[[2]string]int64{}
	for _, p := range parts {
		for _, u := range p.Used {
			written[[2]string{p.Session, u.Model}] += u.Output + 1
		}
	}
	best := map[string]string{}
	for _, key := range slices.SortedFunc(maps.Keys(written), func(a, b [2]string) int { return cmp.Or(cmp.Compare(written[b], written[a]), cmp.Compare(a[1], b[1])) }) {
		if _, known := best[key[0]]; !known {
			best[key[0]] = key[1]
		}
	}
	return best
}

// By are the ways to add parts up.
var By = []string{"session", "day", "branch", "agent", "model", "tool"}

// Sum adds parts up by one of By, the most active first; days in their order. The time of a session belongs to the model that has written most;
// of a tool there are no tokens. By "" all are one.
func Sum(parts []Part, by string, prices Prices) []Total {
	at, models := map[string]*Total{}, Models(parts)
	sessions := map[[2]string]bool{}
	of := func(key, session string) *Total {
		if at[key] == nil {
			at[key] = &Total{Of: key}
		}
		if !sessions[[2]string{key, session}] {
			sessions[[2]string{key, session}] = true
			at[key].Sessions++
		}
		return at[key]
	}
	for _, p := range parts {
		key := map[string]string{"session": p.Session, "day": p.Day.Format(time.DateOnly), "branch": p.Branch, "agent": p.Agent, "model": models[p.Session]}[by]
		for _, t := range p.Tools {
			if by != "tool" {
				of(key, p.Session).add(t)
			} else if t.Of != "" {
				of(t.Of, p.Session).add(t)
			}
		}
		if by == "tool" {
			continue
		}
		s := of(key, p.Session)
		for _, u := range p.Used {
			if by == "model" {
				s = of(u.Model, p.Session)
			}
			s.use(u, prices)
		}
	}
	list := []Total{}
	for _, s := range at {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Total) int {
		if by == "day" {
			return cmp.Compare(a.Of, b.Of)
		}
		return cmp.Or(cmp.Compare(b.ActiveMS, a.ActiveMS), cmp.Compare(a.Of, b.Of))
	})
	return list
}

// use adds tokens, and what they cost.
func (s *Total) use(u hook.Usage, prices Prices) {
	s.Input += u.Input + u.Written + u.Kept
	s.Cached += u.Cached
	s.Output += u.Output
	dollars, known := prices.Cost(u)
	switch {
	case known && s.Dollars == nil:
		s.Dollars = &dollars
	case known:
		*s.Dollars += dollars
	case !slices.Contains(s.Unpriced, u.Model):
		s.Unpriced = append(s.Unpriced, u.Model)
	}
}

// Short returns a number of tokens with its unit, "" for none.
func Short(n int64) string {
	if n == 0 {
		return ""
	}
	value, prefix := humanize.ComputeSI(float64(n))
	return humanize.Ftoa(math.Round(value*10)/10) + prefix
}
