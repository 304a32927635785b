package inspect

import (
	"context"
	"fmt"
	"slices"
	"time"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// maxFacts is the maximum number of facts that are written for a verdict, the latest.
const maxFacts = 12

// factKinds are the kinds of facts that explain a verdict. The facts of a kind are given for rules
// that read one of its tables: the table of the facts or one that is derived from it. Facts are only
// added, so those before the call are what the rule saw. sql returns the tick, the time in
// milliseconds since 1970, the fact in words, and whether it names what the verdict is about. If some facts of a kind
// do, the others have nothing to do with the verdict. Nor has, for a rule about one file, a run that passed before the
// session knew the file.
var factKinds = []struct {
	tables []string
	sql    string
}{
	{[]string{"touches", "rounds", "tally", "trees"}, `
		SELECT t.t, (SELECT min(at) FROM events e WHERE e.session = t.session AND e.t = t.t),
		       iif(t.outcome = 'ok', '', t.outcome || ': ') || t.kind || ' ' || t.file || iif(t.actor IN ('', '*'), '', ', by subagent ' || t.actor)
		       || CASE t.via WHEN 'observed' THEN ', found on disk' WHEN 'elsewhere' THEN ', outside of the session' ELSE '' END,
		       t.path = :path OR instr(:evidence, '"' || t.file || '"') > 0
		FROM   touches t
		WHERE  t.session = :session AND t.t < :t
		  AND  (t.path = :path OR NOT :alone AND t.kind <> 'read' OR t.kind <> 'read' AND instr(:evidence, '"' || t.file || '"'))`},
	{[]string{"runs", "tests", "test_lists", "failing", "rounds", "tally", "diagnostics"}, `
		SELECT r.t, (SELECT min(at) FROM events e WHERE e.session = r.session AND e.t = r.t),
		       coalesce((SELECT text FROM commands c WHERE c.session = r.session AND c.t = r.t AND c.n = r.command), r.tool) || ': '
		       || CASE r.outcome WHEN 'pass' THEN 'passed' WHEN 'fail' THEN 'failed' ELSE 'unknown' END
		       || iif(r.failed > 0, ', ' || r.failed || ' failed', '') || iif(r.passed > 0, ', ' || r.passed || ' passed', '')
		       || coalesce((SELECT ' (' || group_concat(f.test, ', ') || ')' FROM (
		                      SELECT test FROM tests f WHERE f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail' LIMIT 5) f), ''),
		       EXISTS (SELECT 1 FROM outcomes o WHERE o.session = r.session AND o.t = r.t AND o.n = r.n AND o.test <> '' AND instr(:evidence, o.test) > 0)
		FROM   runs r
		WHERE  r.session = :session AND r.t < :t
		  AND  (NOT :alone OR r.outcome = 'fail' OR r.t > coalesce((SELECT min(k.t) FROM touches k WHERE k.session = r.session AND k.path = :path), 0))`},
	{[]string{"changes", "trees"}, `
		SELECT c.t, (SELECT min(at) FROM events e WHERE e.session = c.session AND e.t = c.t), c.kind, 0
		FROM   changes c
		WHERE  c.session = :session AND c.t < :t`},
	{[]string{"words"}, `
		SELECT w.t, (SELECT min(at) FROM events e WHERE e.session = w.session AND e.t = w.t),
		       'the user''s words: ' || trim(w.kind || ' ' || w.verb) || iif(w.object = '', '', ' of something that is named'), 0
		FROM   words w
		WHERE  w.session = :session AND w.t < :t AND w.kind IN ('order', 'standing', 'permission', 'negation')
		GROUP  BY w.t, w.kind, w.verb, w.object = ''`},
	{[]string{"commands", "events"}, `
		SELECT c.t, (SELECT min(at) FROM events e WHERE e.session = c.session AND e.t = c.t), 'run ' || c.text || iif(c.via = '', '', ', from ' || c.via),
		       c.program <> '' AND instr(:subject, c.program) > 0 OR instr(:evidence, '"' || c.text || '"') > 0
		FROM   commands c
		WHERE  c.session = :session AND c.t < :t AND NOT c.inert AND c.runner = ''`},
}

// factsOf returns the latest facts from which the row of a verdict was computed, oldest first.
func factsOf(ctx context.Context, e *engine.Engine, f *eval.Rule, v verdict) (facts []ExplanationFact, err error) {
	facts = []ExplanationFact{}
	reads, err := e.DB.Sandbox(bundle.Rules).Tables(f.Statement())
	if err != nil {
		return facts, nil // the rule has changed since then and does not compile, which rules check reports
	}
	end := v.t // the facts of the call itself are not known before it
	if v.moment != hook.Before {
		end++
	}
	values := store.Args{
		"session": v.session, "t": end, "path": v.path(), "evidence": v.evidence, "subject": v.subject,
		"alone": slices.Contains(sqltext.Parameters(f.Statement()), ":path"), // the rule is about one file, not about all
	}
	for _, kind := range factKinds {
		if !slices.ContainsFunc(kind.tables, func(table string) bool { return reads[table] }) {
			continue
		}
		a := store.Args{} // the driver refuses a parameter that a statement does not have
		for _, name := range sqltext.Parameters(kind.sql) {
			a[name[1:]] = values[name[1:]]
		}
		named := false
		err := e.DB.Each(ctx, fmt.Sprint(e.DB.WithViews(kind.sql), " ORDER BY 4 DESC, 1 DESC LIMIT ", maxFacts), a, func(_ []string, row []store.Value) error {
			t, _ := row[0].(int64)
			at, _ := row[1].(int64)
			fact := ExplanationFact{time.UnixMilli(at).UTC(), t, hook.Printable(hook.Truncate(store.Text(row[2]), eval.MaxValue))}
			about, _ := row[3].(int64)
			if named = named || about != 0; about != 0 || !named {
				facts = append(facts, fact)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(facts, func(x, y ExplanationFact) int { return int(x.T - y.T) })
	return facts[max(0, len(facts)-maxFacts):], nil
}
