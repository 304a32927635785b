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

// maxFacts is the maximum number of facts that are written for a verdict, the latest.
const maxFacts = 12

// factKinds are the kinds of facts that explain a verdict. The facts of a kind are written for rules
// that read one of its tables: the table of the facts or one that is derived from it. Facts are only
// added, so those before the call are what the rule saw. sql returns the tick, the time in
// milliseconds since 1970, and the fact in words.
var factKinds = []struct {
	tables []string
	sql    string
}{
	{[]string{"touches", "rounds", "tally", "trees"}, `
		SELECT t.t, (SELECT min(at) FROM events e WHERE e.session = t.session AND e.t = t.t),
		       iif(t.outcome = 'ok', '', t.outcome || ': ') || t.kind || ' ' || t.file || iif(t.actor IN ('', '*'), '', ', by subagent ' || t.actor)
		       || CASE t.via WHEN 'observed' THEN ', found on disk' WHEN 'elsewhere' THEN ', outside of the session' ELSE '' END
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

// writeFacts writes the facts from which the row of a verdict was computed, oldest first.
func writeFacts(ctx context.Context, e *engine.Engine, f *eval.Rule, v verdict, b *strings.Builder) error {
	reads, err := e.DB.Sandbox(bundle.Rules).Tables(f.Text)
	if err != nil {
		return nil // the rule has changed since then and does not compile, which rules check reports
	}
	type fact struct {
		t, at int64
		text  string
	}
	var facts []fact
	end := v.t // the facts of the call itself are not known before it
	if v.moment != hook.Before {
		end++
	}
	alone := slices.Contains(bundle.Parameters(f.Text), ":path") // the rule is about one file, not about all
	for _, kind := range factKinds {
		if !slices.ContainsFunc(kind.tables, func(table string) bool { return reads[table] }) {
			continue
		}
		// The driver refuses a parameter that a statement does not have.
		a := store.Args{"session": v.session, "t": end}
		if strings.Contains(kind.sql, ":path") {
			a["path"], a["alone"], a["evidence"] = v.path(), alone, v.evidence
		}
		err := e.DB.Each(ctx, fmt.Sprint(kind.sql, " ORDER BY 1 DESC LIMIT ", maxFacts), a, func(_ []string, row []store.Value) error {
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
		fmt.Fprintf(b, "%-9s %s\n", "facts", "none: no such fact was recorded in this session before the call")
	}
	for i, fact := range facts[max(0, len(facts)-maxFacts):] {
		name := ""
		if i == 0 {
			name = "facts"
		}
		fmt.Fprintf(b, "%-9s %s  step %d  %s\n", name, time.UnixMilli(fact.at).Format(time.TimeOnly), fact.t, hook.Printable(hook.Truncate(fact.text, eval.MaxValue)))
	}
	return nil
}
