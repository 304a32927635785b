// Package inspect answers a person's questions about a store: why a verdict was given, what is
// happening now, whether the store is intact, and how long rules take. It also overrides rules.
//
// Read why.go for the reasons of a verdict, watch.go for witness watch, health.go and timing.go for
// doctor, and override.go for snooze and allow-once.
package inspect

import (
	"context"
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
	about                                                                          string // the subject, as people see it
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
	err = e.DB.Each(ctx, e.DB.WithViews(`
		SELECT v.id, v.session, v.rule, v.subject, v.moment, v.actor, v.severity, v.message, v.unsaid, v.evidence, v.t, v.at,
		       coalesce(e.agent, ''), coalesce(e.tool, ''), coalesce(e.name, ''), coalesce(e.command, ''), coalesce(e.cwd, ''), coalesce(e.root, ''),
		       (SELECT s.about FROM said s WHERE s.session = v.session AND s.t = v.t AND s.rule = v.rule AND s.subject = v.subject AND s.moment = v.moment)
		FROM   verdicts v LEFT JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
		WHERE  `+where+" AND "+kind+`
		ORDER  BY v.severity = 'block' DESC, v.severity = 'ask' DESC, v.rule, v.subject`), a,
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
			v.about = store.Text(row[18])
			list = append(list, v)
			return nil
		})
	return list, err
}

// An Explanation is why a verdict was given: the rule, the call, the row of the rule's query at that time, the facts
// from which the row was computed, and what was done about it since.
type Explanation struct {
	ID        string            `json:"id" jsonschema:"the short id of the verdict"`
	At        time.Time         `json:"at" jsonschema:"when it was given"`
	Session   string            `json:"session"`
	T         int64             `json:"t" jsonschema:"the step of the session"`
	Agent     string            `json:"agent,omitempty"`
	Actor     string            `json:"actor,omitempty" jsonschema:"the subagent; left out for the main agent"`
	Moment    string            `json:"moment" jsonschema:"before, after, stop, ..."`
	Call      string            `json:"call" jsonschema:"the call in words"`
	Via       string            `json:"via,omitempty" jsonschema:"the file and line that the command stands on; left out if it stands in the call itself"`
	Rule      string            `json:"rule"`
	Path      string            `json:"path,omitempty" jsonschema:"the file of the rule; left out if it no longer exists"`
	Summary   string            `json:"summary,omitempty" jsonschema:"what the rule is for"`
	Severity  string            `json:"severity" jsonschema:"warn, ask or block"`
	DecidedBy string            `json:"decided_by,omitempty" jsonschema:"what set the severity; left out for the rule's own"`
	Subject   string            `json:"subject" jsonschema:"the file or command that the verdict is about"`
	Message   string            `json:"message"`
	Unsaid    string            `json:"unsaid,omitempty" jsonschema:"why the agent was not told: observe, snooze or allow"`
	Row       []Pair            `json:"row" jsonschema:"the row of the rule's query, without a subject that only tells findings apart"`
	Options   []Pair            `json:"options" jsonschema:"the options of the rule at that time"`
	Facts     []ExplanationFact `json:"facts" jsonschema:"the facts that the row was computed from, oldest first"`
	Done      []Deed            `json:"done" jsonschema:"what was done about the verdict since"`
	Said      int64             `json:"said" jsonschema:"how often the rule said something in this project"`
	Wrong     int64             `json:"wrong" jsonschema:"how often a person marked that as wrong"`
	Weak      int64             `json:"weak" jsonschema:"how often a person let it pass or snoozed the rule soon after"`
	WaysOut   []WayOut          `json:"ways_out" jsonschema:"the commands with which a person can overrule the verdict"`
}

// A WayOut is a command with which a person can overrule a verdict.
type WayOut struct {
	Name    string `json:"-"` // of its line in the text
	Command string `json:"command"`
	Effect  string `json:"effect"`
}

// A Pair is a name and its value.
type Pair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An ExplanationFact is one fact that a verdict was computed from.
type ExplanationFact struct {
	At   time.Time `json:"at"`
	T    int64     `json:"t"`
	Text string    `json:"text"`
}

// Why returns the reasons of the verdict with this id, or, if it is "", of all verdicts on the last call that has any.
func Why(ctx context.Context, e *engine.Engine, id string) (list []Explanation, err error) {
	given, err := verdicts(ctx, e, id, all)
	if err != nil {
		return nil, err
	}
	figures, err := ReadFigures(ctx, e.DB)
	if err != nil {
		return nil, err
	}
	e.Eval.LoadAll()
	list = []Explanation{}
	for _, v := range given {
		x, err := explain(ctx, e, v)
		if err != nil {
			return nil, err
		}
		f := figures.Of(namesOf(e.Eval.Rules, v.rule)...)
		x.Said, x.Wrong, x.Weak = f.Said, f.Wrong, f.Weak
		list = append(list, x)
	}
	return list, nil
}

// explain returns the reasons of one verdict.
func explain(ctx context.Context, e *engine.Engine, v verdict) (x Explanation, err error) {
	x = Explanation{
		ID: v.id, At: time.UnixMilli(v.at).UTC(), Session: v.session, T: v.t, Agent: v.agent, Actor: v.actor, Moment: v.moment, Call: hook.Printable(v.callText()),
		Rule: v.rule, Severity: v.severity, Subject: hook.Printable(v.about), Message: hook.Printable(v.message), Unsaid: v.unsaid,
		Facts: []ExplanationFact{}, WaysOut: []WayOut{},
	}
	named := eval.Named(e.Eval.Rules, v.rule)
	if len(named) > 0 {
		x.Path, x.Summary = named[0].Path, hook.Printable(named[0].Summary())
	}
	if x.DecidedBy, err = noted(ctx, e, v, "$.decided"); err != nil {
		return x, err
	}
	if x.Via, err = noted(ctx, e, v, "$.via"); err != nil {
		return x, err
	}
	if x.Row, err = pairs(ctx, e, v, "$.row"); err != nil {
		return x, err
	}
	x.Row = slices.DeleteFunc(x.Row, func(p Pair) bool { // it only tells findings apart
		return p.Name == eval.ColumnSubject && v.about != v.subject ||
			len(named) > 0 && p.Name == named[0].Per && !strings.Contains(named[0].Message, "{"+p.Name)
	})
	if x.Options, err = pairs(ctx, e, v, "$.options"); err != nil {
		return x, err
	}
	if len(named) > 0 && named[0].Err == nil {
		if x.Facts, err = factsOf(ctx, e, named[0], v); err != nil {
			return x, err
		}
	}
	if x.Done, err = deeds(ctx, e, v); err != nil {
		return x, err
	}
	did := func(how string) bool { return slices.ContainsFunc(x.Done, func(d Deed) bool { return d.How == how }) }
	if v.unsaid == "" && v.severity != hook.Warn && lockOf(e.Config, e.Eval.Rules, v.rule) == "" && !did(DeedAllowed) {
		x.WaysOut = append(x.WaysOut, WayOut{"way out", "witness allow-once " + v.id, "allows this call once"},
			WayOut{"", "witness snooze " + v.rule, "silences the rule for half an hour"})
	}
	if v.unsaid == "" && !did(DeedWrong) {
		x.WaysOut = append(x.WaysOut, WayOut{"if wrong", "witness wrong " + v.id, "counts it"})
	}
	return x, nil
}

// namesOf returns the names of the rule that has this name, or had it before, and this name alone if there is none.
func namesOf(rules []*eval.Rule, name string) []string {
	if named := eval.Named(rules, name); len(named) == 1 {
		return named[0].AllNames()
	}
	return []string{name}
}

// pairs returns the members of an object in a verdict's evidence.
func pairs(ctx context.Context, e *engine.Engine, v verdict, path string) (list []Pair, err error) {
	list = []Pair{}
	err = e.DB.Each(ctx, "SELECT key, value FROM json_each(iif(json_valid(:evidence), :evidence, '{}'), :path)", store.Args{"evidence": v.evidence, "path": path},
		func(_ []string, row []store.Value) error {
			list = append(list, Pair{hook.Printable(store.Text(row[0])), hook.Printable(store.Text(row[1]))})
			return nil
		})
	return list, err
}

// noted returns a text that was noted when the verdict was given: what set the severity, or where the command stands. It is "" for the
// rule itself, and for a command of the line.
func noted(ctx context.Context, e *engine.Engine, v verdict, path string) (text string, err error) {
	err = e.DB.Each(ctx, "SELECT :evidence ->> :path WHERE json_valid(:evidence)", store.Args{"evidence": v.evidence, "path": path}, func(_ []string, row []store.Value) error {
		text = store.Text(row[0])
		return nil
	})
	return hook.Printable(text), err
}

// callText describes the call.
func (v verdict) callText() string {
	switch {
	case v.command != "":
		return "run " + hook.Truncate(strings.Join(strings.Fields(v.command), " "), eval.MaxValue)
	case v.tool != "" && v.about != "":
		return v.tool + " " + v.about
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
