// Package inspect answers what people ask of a store: why something was said, what happens now, whether
// the store is sound, how long rules take; and it overrides rules for them.
//
// Read why.go for the reasons of a verdict, health.go for doctor, and override.go for snooze and
// allow-once.
package inspect

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/store"
)

// A verdict is one row of verdicts, with the call that it is about.
type verdict struct {
	id, session, rule, subject, moment, actor, severity, message, unsaid, evidence string
	t, at                                                                          int64
	agent, tool, name, command, cwd, root                                          string
}

// verdicts finds the verdicts of an id, or those of the last call of this project about
// which anything was said: refused tells that only what asks or blocks counts.
func verdicts(ctx context.Context, e *engine.Engine, id string, refused bool) (list []verdict, err error) {
	where := "v.id = :id"
	a := store.Args{"id": id}
	if id == "" {
		where = `(v.session, v.t, v.moment) = (
			SELECT w.session, w.t, w.moment FROM verdicts w`
		if refused {
			where += " WHERE w.severity <> 'warn' AND w.unsaid = ''"
		}
		where += " ORDER BY w.at DESC, w.t DESC LIMIT 1)"
		a = nil
	}
	if refused {
		where += " AND v.severity <> 'warn' AND v.unsaid = ''"
	}
	err = e.DB.Each(ctx, `
		SELECT v.id, v.session, v.rule, v.subject, v.moment, v.actor, v.severity, v.message, v.unsaid, v.evidence, v.t, v.at,
		       coalesce(e.agent, ''), coalesce(e.tool, ''), coalesce(e.name, ''), coalesce(e.command, ''), coalesce(e.cwd, ''), coalesce(e.root, '')
		FROM   verdicts v LEFT JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
		WHERE  `+where+`
		ORDER  BY v.severity = 'block' DESC, v.severity = 'ask' DESC, v.rule, v.subject`, a,
		func(_ []string, row []store.Value) error {
			var v verdict
			for i, field := range []*string{&v.id, &v.session, &v.rule, &v.subject, &v.moment, &v.actor, &v.severity, &v.message, &v.unsaid, &v.evidence} {
				*field = store.Text(row[i])
			}
			v.t, _ = row[10].(int64)
			v.at, _ = row[11].(int64)
			for i, field := range []*string{&v.agent, &v.tool, &v.name, &v.command, &v.cwd, &v.root} {
				*field = store.Text(row[12+i])
			}
			list = append(list, v)
			return nil
		})
	if err == nil && len(list) == 0 && id != "" {
		err = fmt.Errorf("no verdict %q in the store of this project; `witness query verdicts --all` lists them", id)
	}
	return list, err
}

// Why writes, for a person, the reasons of the verdict with this id, or of all that was
// said of the last call if it is "": the rule, the call, the row behind it as it was then,
// and the facts that it came from.
func Why(ctx context.Context, e *engine.Engine, id string, out io.Writer) error {
	list, err := verdicts(ctx, e, id, false)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "Nothing has been said in this project yet.")
		return err
	}
	for i, v := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := explainVerdict(ctx, e, v, out); err != nil {
			return err
		}
	}
	return nil
}

// explainVerdict writes one verdict.
func explainVerdict(ctx context.Context, e *engine.Engine, v verdict, out io.Writer) error {
	var b strings.Builder
	line := func(name, format string, a ...any) {
		fmt.Fprintf(&b, "%-9s %s\n", name, hook.Printable(fmt.Sprintf(format, a...)))
	}
	fmt.Fprintf(&b, "%s  %s %s  %s\n%s\n\n", v.id, v.severity, v.rule, time.UnixMilli(v.at).Format(time.DateTime), hook.Printable(v.message))
	if v.unsaid != "" {
		line("unsaid", "%s", map[string]string{
			eval.ByObserve: "the configuration only observes: the agent did not hear this",
			eval.BySnooze:  "the rule was snoozed: the agent did not hear this",
			eval.ByAllow:   "allowed once: the agent did not hear this, and the call was let through",
		}[v.unsaid])
	}
	e.Eval.LoadAll()
	rules := e.Eval.Rules
	i := slices.IndexFunc(rules, func(f *eval.Rule) bool { return f.Name == v.rule })
	if i < 0 {
		line("rule", "%s, which is no longer there", v.rule)
	} else {
		line("rule", "%s (%s): %s", v.rule, rules[i].Path, rules[i].Summary())
	}
	line("severity", "%s%s", v.severity, decidedBy(ctx, e, v))
	line("session", "%s", v.who())
	line("call", "%s", v.call())
	name := "row"
	err := e.DB.Each(ctx, "SELECT key, value FROM json_each(iif(json_valid(:evidence), :evidence, '{}'), '$.row')", store.Args{"evidence": v.evidence}, func(_ []string, row []store.Value) error {
		line(name, "%s = %s", store.Text(row[0]), store.Text(row[1]))
		name = ""
		return nil
	})
	if err != nil {
		return err
	}
	name = "options"
	err = e.DB.Each(ctx, "SELECT key, atom FROM json_each(iif(json_valid(:evidence), :evidence, '{}'), '$.options')", store.Args{"evidence": v.evidence}, func(_ []string, row []store.Value) error {
		line(name, "%s = %s", store.Text(row[0]), store.Text(row[1]))
		name = ""
		return nil
	})
	if err != nil {
		return err
	}
	if i >= 0 && rules[i].Err == nil {
		if err := writeFacts(ctx, e, rules[i], v, &b); err != nil {
			return err
		}
	}
	if v.unsaid == "" && v.severity != hook.Warn && e.Config.Overridable(v.rule) {
		line("way out", "`witness allow-once %s` lets this call through once, `witness snooze %s` silences the rule for half an hour; both from your own terminal", v.id, v.rule)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// decidedBy says who decided the severity when the verdict was given.
func decidedBy(ctx context.Context, e *engine.Engine, v verdict) (text string) {
	err := e.DB.Each(ctx, "SELECT :evidence ->> '$.decided' WHERE json_valid(:evidence)", store.Args{"evidence": v.evidence}, func(_ []string, row []store.Value) error {
		text = store.Text(row[0])
		return nil
	})
	if err != nil || text == "" {
		return ", as the rule itself says"
	}
	return ", decided by " + text
}

// who is the session and the agent.
func (v verdict) who() string {
	text := v.session + ", step " + fmt.Sprint(v.t)
	if v.agent != "" {
		text += ", " + v.agent
	}
	if v.actor != "" {
		text += ", subagent " + v.actor
	}
	return text
}

// call is the call in words.
func (v verdict) call() string {
	switch {
	case v.command != "":
		return "run " + hook.Truncate(strings.Join(strings.Fields(v.command), " "), eval.MaxValue)
	case v.tool != "" && v.subject != "":
		return v.tool + " " + v.subject
	case v.tool != "":
		return v.tool + " (" + v.name + ")"
	default:
		return "no call, but the moment " + v.moment
	}
}

// path is the file that the verdict is about, if it is about one.
func (v verdict) path() string {
	if v.subject == "" || filepath.IsAbs(v.subject) {
		return v.subject
	}
	return filepath.Join(v.root, v.subject)
}
