// Package inspect answers a person's questions about a store: why a verdict was given, what is
// happening now, whether the store is intact, and how long rules take. It also overrides rules.
//
// Read why.go for the reasons of a verdict, watch.go for witness watch, health.go and timing.go for
// doctor, and override.go for snooze and allow-once.
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

// A verdict is one row of the table verdicts, with its call.
type verdict struct {
	id, session, rule, subject, moment, actor, severity, message, unsaid, evidence string
	t, at                                                                          int64
	agent, tool, name, command, cwd, root                                          string
}

// Which verdicts a person means.
const (
	all     = "1"
	told    = "v.unsaid IN ('', 'observe')"
	refused = "v.severity <> 'warn' AND v.unsaid = ''" // those that asked or blocked
)

// verdicts returns those verdicts of a kind that have an id, or, if it is "", those on the last call of
// this project that has any of the kind. An id may be shortened, unless several begin alike.
func verdicts(ctx context.Context, e *engine.Engine, id, kind string) (list []verdict, err error) {
	where := "v.id = :id"
	a := store.Args{"id": id}
	if id == "" {
		where = `(v.session, v.t, v.moment) = (
			SELECT v.session, v.t, v.moment FROM verdicts v WHERE ` + kind + " ORDER BY v.at DESC, v.t DESC LIMIT 1)"
		a = nil
	} else if a["id"], err = fullID(ctx, e, id); err != nil {
		return nil, err
	}
	err = e.DB.Each(ctx, `
		SELECT v.id, v.session, v.rule, v.subject, v.moment, v.actor, v.severity, v.message, v.unsaid, v.evidence, v.t, v.at,
		       coalesce(e.agent, ''), coalesce(e.tool, ''), coalesce(e.name, ''), coalesce(e.command, ''), coalesce(e.cwd, ''), coalesce(e.root, '')
		FROM   verdicts v LEFT JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
		WHERE  `+where+" AND "+kind+`
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
	return list, err
}

// fullID returns the id of a verdict that begins with a text. It is an error if there is none, or
// several.
func fullID(ctx context.Context, e *engine.Engine, begin string) (id string, err error) {
	var found []string
	err = e.DB.Each(ctx, "SELECT DISTINCT id FROM verdicts WHERE substr(id, 1, length(:begin)) = :begin ORDER BY id LIMIT 4", store.Args{"begin": strings.ToLower(begin)},
		func(_ []string, row []store.Value) error {
			found = append(found, store.Text(row[0]))
			return nil
		})
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", fmt.Errorf("no verdict %q in the store of this project; `witness query verdicts --all` lists them", begin)
	case len(found) > 3:
		return "", fmt.Errorf("several verdicts begin with %q: %s, …", begin, strings.Join(found[:3], ", "))
	case len(found) > 1:
		return "", fmt.Errorf("several verdicts begin with %q: %s", begin, strings.Join(found, ", "))
	}
	return found[0], nil
}

// Why writes the reasons of the verdict with this id, or, if it is "", of all verdicts on the last call
// that has any: the rule, the call, the row of the rule's query at that time, and the facts from which
// the row was computed.
func Why(ctx context.Context, e *engine.Engine, id string, out io.Writer) error {
	list, err := verdicts(ctx, e, id, all)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "There are no verdicts in this project yet.")
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
			eval.ByObserve: "observe mode: this was not reported to the agent",
			eval.BySnooze:  "the rule was snoozed: this was not reported to the agent",
			eval.ByAllow:   "allowed once: this was not reported to the agent, and the call was not refused",
		}[v.unsaid])
	}
	e.Eval.LoadAll()
	rules := e.Eval.Rules
	i := slices.IndexFunc(rules, func(f *eval.Rule) bool { return f.Name == v.rule })
	if i < 0 {
		line("rule", "%s, which no longer exists", v.rule)
	} else {
		line("rule", "%s (%s): %s", v.rule, rules[i].Path, rules[i].Summary())
	}
	if err := v.writeVotes(ctx, e, line); err != nil {
		return err
	}
	line("severity", "%s%s", v.severity, decidedBy(ctx, e, v))
	line("session", "%s", v.sessionText())
	line("call", "%s", v.callText())
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
		line("way out", "`witness allow-once %s` allows this call once, `witness snooze %s` silences the rule for half an hour; both from your own terminal", v.id, v.rule)
	}
	if v.unsaid == "" {
		line("if wrong", "`witness wrong %s`, from your own terminal, counts it", v.id)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// decidedBy returns what set the severity when the verdict was given, in words.
func decidedBy(ctx context.Context, e *engine.Engine, v verdict) (text string) {
	err := e.DB.Each(ctx, "SELECT :evidence ->> '$.decided' WHERE json_valid(:evidence)", store.Args{"evidence": v.evidence}, func(_ []string, row []store.Value) error {
		text = store.Text(row[0])
		return nil
	})
	if err != nil || text == "" {
		return ", the default of the rule"
	}
	return ", decided by " + text
}

// sessionText describes the session and the agent.
func (v verdict) sessionText() string {
	text := v.session + ", step " + fmt.Sprint(v.t)
	if v.agent != "" {
		text += ", " + v.agent
	}
	if v.actor != "" {
		text += ", subagent " + v.actor
	}
	return text
}

// callText describes the call.
func (v verdict) callText() string {
	switch {
	case v.command != "":
		return "run " + hook.Truncate(strings.Join(strings.Fields(v.command), " "), eval.MaxValue)
	case v.tool != "" && v.subject != "":
		return v.tool + " " + v.subject
	case v.tool != "":
		return v.tool + " (" + v.name + ")"
	default:
		return "no call; the moment is " + v.moment
	}
}

// path returns the absolute path of the subject, if that is a file.
func (v verdict) path() string {
	if v.subject == "" || filepath.IsAbs(v.subject) {
		return v.subject
	}
	return filepath.Join(v.root, v.subject)
}
