// Package telemetry tells sessions as spans of OpenTelemetry, by its semantic conventions for agents: a trace is a session, in which each call of a
// tool is a span, with the runs of tests and the findings of rules in it. They hold what a receipt holds: no prompt, no output, no content.
package telemetry

import (
	"context"
	"fmt"

	"witness/engine/hook"
	"witness/engine/remote"
	"witness/engine/store"
)

const sessionsQuery = `
	SELECT s.session, s.agent, s.branch, min(e.at), max(e.at)
	FROM   sessions s JOIN events e ON e.session = s.session
	WHERE  e.at >= :since
	GROUP  BY s.session ORDER BY min(e.at)`

const callsQuery = `
	SELECT c.session, c.t, max(e.tool), coalesce(nullif(max(e.name), ''), max(e.tool)), max(e.command), max(iif(e.moment = 'after', e.outcome, '')), max(e.actor), min(e.at), max(e.at)
	FROM   agent_calls c JOIN events e ON e.session = c.session AND e.t = c.t AND e.moment IN ('before', 'after')
	WHERE  e.at >= :since
	GROUP  BY c.session, c.t ORDER BY c.session, c.t`

const runsQuery = `
	SELECT r.session, r.t, r.n, r.tool, r.kind, r.outcome, coalesce(r.passed, -1), coalesce(r.failed, -1), e.at
	FROM   runs r JOIN events e ON e.session = r.session AND e.t = r.t AND e.moment = 'after'
	WHERE  e.at >= :since AND r.outcome <> 'unstarted' ORDER BY r.session, r.t, r.n`

const findingsQuery = `
	SELECT v.session, v.t, v.id, v.rule, v.severity, v.unsaid, v.at,
	       EXISTS (SELECT 1 FROM answers a WHERE a.session = v.session AND a.t = v.t AND a.rule = v.rule AND a.subject = v.subject AND a.answered > 0)
	FROM   verdicts v WHERE v.at >= :since ORDER BY v.session, v.t, v.rule`

// Spans returns what happened since a time, in milliseconds since 1970.
func Spans(ctx context.Context, db *store.DB, since int64) (list []remote.Span, err error) {
	add := func(sql string, span func(text func(int) string, number func(int) int64) remote.Span) {
		if err != nil {
			return
		}
		err = db.Each(ctx, db.WithViews(sql), store.Args{"since": since}, func(_ []string, row []store.Value) error {
			s := span(func(i int) string { return hook.Printable(store.Text(row[i])) }, func(i int) int64 { n, _ := row[i].(int64); return n })
			for key, value := range s.Texts {
				if value == "" {
					delete(s.Texts, key)
				}
			}
			list = append(list, s)
			return nil
		})
	}
	call := func(t int64) string { return fmt.Sprint("call ", t) }
	add(sessionsQuery, func(text func(int) string, number func(int) int64) remote.Span {
		return remote.Span{
			Trace: text(0), ID: "session", Name: "invoke_agent " + text(1), Start: number(3), End: number(4),
			Texts: map[string]string{"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": text(1), "gen_ai.conversation.id": text(0), "vcs.ref.head.name": text(2)},
		}
	})
	add(callsQuery, func(text func(int) string, number func(int) int64) remote.Span {
		s := remote.Span{
			Trace: text(0), ID: call(number(1)), Parent: "session", Name: "execute_tool " + text(3), Start: number(7), End: number(8),
			Texts: map[string]string{
				"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": text(3), "gen_ai.conversation.id": text(0),
				"witness.tool": text(2), "process.command_line": text(4), "witness.actor": text(6),
			},
			Numbers: map[string]int64{"witness.step": number(1)},
		}
		if outcome := text(5); outcome == hook.Failed || outcome == hook.Denied {
			s.Error, s.Texts["error.type"] = outcome, outcome
		}
		return s
	})
	add(runsQuery, func(text func(int) string, number func(int) int64) remote.Span {
		s := remote.Span{
			Trace: text(0), ID: fmt.Sprint("run ", number(1), " ", number(2)), Parent: call(number(1)), Name: text(4) + " " + text(3), Start: number(8), End: number(8),
			Texts: map[string]string{"witness.run.tool": text(3), "witness.run.kind": text(4), "witness.run.outcome": text(5)}, Numbers: map[string]int64{},
		}
		for i, key := range []string{"witness.run.passed", "witness.run.failed"} {
			if n := number(6 + i); n >= 0 {
				s.Numbers[key] = n
			}
		}
		if text(5) == "fail" {
			s.Error = "fail"
		}
		return s
	})
	add(findingsQuery, func(text func(int) string, number func(int) int64) remote.Span {
		return remote.Span{
			Trace: text(0), ID: "finding " + text(2), Parent: call(number(1)), Name: "finding " + text(3), Start: number(6), End: number(6),
			Texts:   map[string]string{"witness.rule": text(3), "witness.severity": text(4), "witness.unsaid": text(5), "witness.verdict": text(2)},
			Numbers: map[string]int64{"witness.answered": number(7)},
		}
	})
	return list, err
}
