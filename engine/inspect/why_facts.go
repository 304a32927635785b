package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/store"
)

// maxTold is how many facts are told of a verdict, the latest.
const maxTold = 12

// tellings say for each kind of fact which tables rest on it, and how it reads. A rule
// that reads one of these tables is told about with facts of that kind, from before its
// call: facts are only ever added, so they are what the rule knew. A query returns t, the
// wall clock, and the fact in words.
var tellings = []struct {
	rest []string
	sql  string
}{
	{[]string{"touches", "rounds", "tally", "trees"}, `
		SELECT t.t, (SELECT min(at) FROM events e WHERE e.session = t.session AND e.t = t.t),
		       iif(t.outcome = 'ok', '', t.outcome || ': ') || t.kind || ' ' || t.file || iif(t.actor IN ('', '*'), '', ', by subagent ' || t.actor)
		       || CASE t.via WHEN 'observed' THEN ', seen on the disk' WHEN 'elsewhere' THEN ', by somebody else' ELSE '' END
		FROM   touches t
		WHERE  t.session = :session AND t.t < :t
		  AND  (t.path = :path OR NOT :alone AND t.kind <> 'read' OR t.kind <> 'read' AND instr(:evidence, '"' || t.file || '"'))`},
	{[]string{"runs", "tests", "failing", "rounds", "tally", "diagnostics"}, `
		SELECT r.t, (SELECT min(at) FROM events e WHERE e.session = r.session AND e.t = r.t),
		       coalesce((SELECT text FROM commands c WHERE c.session = r.session AND c.t = r.t AND c.n = r.command), r.tool) || ': '
		       || CASE r.outcome WHEN 'pass' THEN 'passed' WHEN 'fail' THEN 'failed' ELSE 'unknown' END
		       || iif(r.failed > 0, ', ' || r.failed || ' failed', '') || iif(r.passed > 0, ', ' || r.passed || ' passed', '')
		       || coalesce((SELECT ' (' || group_concat(f.test, ', ') || ')' FROM (
		                      SELECT test FROM tests f WHERE f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail' LIMIT 5) f), '')
		FROM   runs r
		WHERE  r.session = :session AND r.t < :t`},
	{[]string{"changes", "trees"}, `
		SELECT c.t, (SELECT min(at) FROM events e WHERE e.session = c.session AND e.t = c.t), c.kind
		FROM   changes c
		WHERE  c.session = :session AND c.t < :t`},
	{[]string{"commands", "events"}, `
		SELECT c.t, (SELECT min(at) FROM events e WHERE e.session = c.session AND e.t = c.t), 'run ' || c.text
		FROM   commands c
		WHERE  c.session = :session AND c.t < :t AND NOT c.inert AND c.runner = ''`},
}

// writeFacts writes the facts that a rule's row came from, oldest first.
func writeFacts(ctx context.Context, e *engine.Engine, f *eval.Rule, v verdict, b *strings.Builder) error {
	reads, err := e.DB.Sandbox(bundle.Rules).Tables(f.Text)
	if err != nil {
		return nil // the rule was changed since and does not compile; rules check says so
	}
	type fact struct {
		t, at int64
		text  string
	}
	var facts []fact
	end := v.t // what the call itself did is not known before it
	if v.moment != hook.Before {
		end++
	}
	alone := slices.Contains(bundle.Parameters(f.Text), ":path") // of one file, not of all
	for _, telling := range tellings {
		if !slices.ContainsFunc(telling.rest, func(table string) bool { return reads[table] }) {
			continue
		}
		// The driver refuses a parameter that a statement does not name.
		a := store.Args{"session": v.session, "t": end}
		if strings.Contains(telling.sql, ":path") {
			a["path"], a["alone"], a["evidence"] = v.path(), alone, v.evidence
		}
		err := e.DB.Each(ctx, fmt.Sprint(telling.sql, " ORDER BY 1 DESC LIMIT ", maxTold), a, func(_ []string, row []store.Value) error {
			t, _ := row[0].(int64)
			at, _ := row[1].(int64)
			facts = append(facts, fact{t, at, store.Text(row[2])})
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortStableFunc(facts, func(x, y fact) int { return int(x.t - y.t) })
	if len(facts) == 0 && len(reads) > 0 {
		fmt.Fprintf(b, "%-9s %s\n", "facts", "none: nothing of the kind was heard in this session before the call")
	}
	for i, fact := range facts[max(0, len(facts)-maxTold):] {
		name := ""
		if i == 0 {
			name = "facts"
		}
		fmt.Fprintf(b, "%-9s %s  step %d  %s\n", name, time.UnixMilli(fact.at).Format(time.TimeOnly), fact.t, hook.Printable(hook.Truncate(fact.text, eval.MaxValue)))
	}
	return nil
}
