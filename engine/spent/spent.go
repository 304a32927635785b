// Package spent tells what sessions have taken: time, tokens, and what these cost.
package spent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"witness/engine/hook"
	"witness/engine/store"
)

// A Total is the time and the tokens that sessions have taken.
type Total struct {
	Of       string   `json:"of" jsonschema:"the session, day, branch, agent or model"`
	Sessions int      `json:"sessions"`
	Calls    int64    `json:"calls"`
	ActiveMS int64    `json:"active_ms" jsonschema:"from a prompt to the end of its turn, without gaps of ten minutes in which nothing ran"`
	RedMS    int64    `json:"red_ms" jsonschema:"of that, while a test failed that the session had turned red"`
	RunMS    int64    `json:"run_ms" jsonschema:"how long commands ran, side by side too"`
	WaitedMS int64    `json:"waited_ms" jsonschema:"how long calls waited for the user's permission, where the client tells how long they then took"`
	Input    int64    `json:"input" jsonschema:"tokens that were read anew"`
	Cached   int64    `json:"cached" jsonschema:"tokens that were read from the provider's cache"`
	Output   int64    `json:"output" jsonschema:"tokens that were written"`
	Dollars  *float64 `json:"dollars" jsonschema:"by the list prices of prices.tsv; null if no model is in that"`
	Unpriced []string `json:"unpriced,omitempty" jsonschema:"the models whose tokens are not in dollars"`
}

// A Part is what one session has spent on one day, in one branch.
type Part struct {
	Session, Agent, Branch string
	Day                    time.Time
	Calls                  int64
	ActiveMS, RedMS        int64
	RunMS, WaitedMS        int64
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
	step AS MATERIALIZED (
	  SELECT e.session, e.t, e.moment, e.at, e.tool, e.mode, e.duration_ms, (e.at + :zone) / 86400000 AS day,
	         e.at - lag(e.at, 1, e.at) OVER (PARTITION BY e.session ORDER BY e.t, e.moment = 'after') AS gap,
	         iif(e.moment = 'after', (SELECT e.at - b.at FROM events b WHERE b.session = e.session AND b.t = e.t AND b.moment = 'before'), NULL) AS took
	  FROM   events e WHERE e.session IN chosen
	),
	lasted AS MATERIALIZED (
	  SELECT *, CASE WHEN moment = 'prompt' OR gap <= 0 THEN 0 WHEN gap < :idle THEN gap
	                 WHEN moment = 'after' AND took >= gap THEN min(gap, iif(duration_ms > 0, duration_ms, :idle)) ELSE 0 END AS active,
	         iif(tool = 'run' AND moment = 'after', iif(duration_ms > 0, duration_ms, min(max(0, coalesce(took, 0)), :idle)), 0) AS ran,
	         iif(duration_ms > 0 AND took - duration_ms > :waiting AND mode IN ('default', 'plan', 'edits'), took - duration_ms, 0) AS waited
	  FROM   step
	)
	SELECT s.session, s.agent, coalesce(nullif(s.branch, ''), ''), w.day, count(DISTINCT iif(w.moment IN ('before', 'after'), w.t, NULL)), total(w.active),
	       total(iif(EXISTS (SELECT 1 FROM json_each(x.spans) f WHERE f.value ->> 0 < w.t AND coalesce(w.t <= f.value ->> 1, 1)), w.active, 0)),
	       total(w.ran), total(w.waited),
	       (SELECT json_group_array(json_array(u.model, u.input, u.cached, u.written, u.kept, u.output)) FROM usage u
	        WHERE  u.session = s.session AND (SELECT (max(e.at) + :zone) / 86400000 FROM events e WHERE e.session = u.session AND e.t = u.t) = w.day)
	FROM   lasted w
	JOIN   sessions s ON s.session = w.session
	LEFT   JOIN turned x ON x.session = w.session
	GROUP  BY s.session, w.day
	ORDER  BY s.started, s.session, w.day`

// Parts returns what sessions have spent, a part for each of their days in a time zone.
func Parts(ctx context.Context, db *store.DB, sessions []string, zone *time.Location) (list []Part, err error) {
	_, offset := time.Now().In(zone).Zone()
	a := store.Args{"sessions": store.JSONList(sessions), "zone": int64(offset) * 1000, "idle": Idle, "waiting": waiting, "session": nil, "root": nil}
	err = db.Each(ctx, db.WithViews("SELECT * FROM (\n"+partsQuery+")"), a, func(_ []string, row []store.Value) error {
		p := Part{Session: store.Text(row[0]), Agent: store.Text(row[1]), Branch: store.Text(row[2])}
		day, _ := row[3].(int64)
		p.Day = time.UnixMilli(day * 86400000).UTC()
		p.Calls, _ = row[4].(int64)
		for i, to := range []*int64{&p.ActiveMS, &p.RedMS, &p.RunMS, &p.WaitedMS} {
			ms, _ := row[5+i].(float64)
			*to = int64(ms)
		}
		var used [][6]any
		if err := json.Unmarshal([]byte(store.Text(row[9])), &used); err != nil {
			return fmt.Errorf("the usage of %s: %w", p.Session, err)
		}
		for _, u := range used {
			n := func(i int) int64 { v, _ := u[i].(float64); return int64(v) }
			p.Used = append(p.Used, hook.Usage{Model: fmt.Sprint(u[0]), Input: n(1), Cached: n(2), Written: n(3), Kept: n(4), Output: n(5)})
		}
		list = append(list, p)
		return nil
	})
	return list, err
}

// Model returns the model that has written most, "" if that is not known.
func (p Part) Model() string {
	written := map[string]int64{}
	for _, u := range p.Used {
		written[u.Model] += u.Output + 1
	}
	best := ""
	for model, n := range written {
		if best == "" || n > written[best] || n == written[best] && model < best {
			best = model
		}
	}
	return best
}

// By are the ways to add parts up.
var By = []string{"session", "day", "branch", "agent", "model"}

// Sum adds parts up by one of By, the most active first; days in their order. The time of a session belongs to the model that has written most.
func Sum(parts []Part, by string, prices Prices) []Total {
	at := map[string]*Total{}
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
		key := map[string]string{"session": p.Session, "day": p.Day.Format(time.DateOnly), "branch": p.Branch, "agent": p.Agent, "model": p.Model()}[by]
		s := of(key, p.Session)
		s.Calls += p.Calls
		s.ActiveMS += p.ActiveMS
		s.RedMS += p.RedMS
		s.RunMS += p.RunMS
		s.WaitedMS += p.WaitedMS
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
	return strings.ReplaceAll(humanize.SIWithDigits(float64(n), 1, ""), " ", "")
}
