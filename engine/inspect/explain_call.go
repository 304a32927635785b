package inspect

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// An ExplainedCall is what each rule has to say about a call.
type ExplainedCall struct {
	Call  string          `json:"call" jsonschema:"the call in words"`
	Rules []ExplainedRule `json:"rules"`
}

// An ExplainedRule is why one rule has a finding on a call or not.
type ExplainedRule struct {
	Rule     string           `json:"rule"`
	Result   string           `json:"result" jsonschema:"finding, broken, no_finding or not_evaluated"`
	Why      string           `json:"why" jsonschema:"the same in a sentence"`
	Findings []ExplainedSaid  `json:"findings"`
	Asked    []ExplainedAsked `json:"asked" jsonschema:"what the rule was evaluated for"`
}

// An ExplainedSaid is one finding.
type ExplainedSaid struct {
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// An ExplainedAsked is one evaluation of a rule's query.
type ExplainedAsked struct {
	Subject    string `json:"subject" jsonschema:"the file or command; empty for the call as a whole"`
	Rows       int    `json:"rows" jsonschema:"how many rows the query returned"`
	Parameters []Pair `json:"parameters" jsonschema:"the values of the query's parameters, as SQL"`
}

// The results of a rule for a call.
const (
	resultFinding      = "finding"
	resultBroken       = "broken"
	resultNoFinding    = "no_finding"
	resultNotEvaluated = "not_evaluated"
)

// ExplainCall processes an event as a hook does and returns for each rule, or only for the rule named
// by only, why it has a finding or not: which key of its header did not match, or what it was
// evaluated for and how many rows it returned. It changes the engine's store, which must be a copy.
func ExplainCall(ctx context.Context, e *engine.Engine, ev hook.Event, client hook.Capabilities, only string) (x ExplainedCall, err error) {
	if _, err := e.DB.Exec(ctx, "DELETE FROM faults"); err != nil { // only the faults of this call matter
		return x, err
	}
	e.Eval.LoadAll()
	verdict, evaluation, err := e.Evaluate(ctx, ev, client)
	if err != nil {
		return x, err
	}
	broken := map[string]string{}
	if err := e.DB.Each(ctx, "SELECT place, message FROM faults", nil, func(_ []string, row []store.Value) error {
		broken[store.Text(row[0])] = store.Text(row[1])
		return nil
	}); err != nil {
		return x, err
	}
	c := e.Resolve(ev)
	x = ExplainedCall{Call: summary(c), Rules: []ExplainedRule{}}
	for _, r := range e.Eval.Rules {
		if only != "" && r.Name != only {
			continue
		}
		one := ExplainedRule{Rule: r.Name, Findings: []ExplainedSaid{}, Asked: []ExplainedAsked{}}
		rows := 0
		for _, q := range evaluation.Results {
			if q.Rule == r {
				one.Asked, rows = append(one.Asked, asked(e.DB, q)), rows+q.Rows
			}
		}
		for _, f := range verdict.Findings {
			if f.Rule == r.Name {
				one.Findings = append(one.Findings, ExplainedSaid{f.Severity, f.Message})
			}
		}
		switch {
		case len(one.Findings) > 0:
			one.Result, one.Why = resultFinding, "has a finding"
		case broken[r.Path] != "":
			one.Result, one.Why = resultBroken, "is broken: "+broken[r.Path]
		case len(one.Asked) == 0:
			why := whyNotEvaluated(r, c)
			switch option := r.EmptyOption(); {
			case !evaluation.Concerns(r):
			case option != "":
				why = "its option " + option[1:] + " is empty"
			case evaluation.Lacking(r) != "":
				why = "its SELECT returns nothing unless " + evaluation.Lacking(r)
			case len(neededTables(r)) > 0:
				why = "it needs rows of this session in " + bundle.Listed(neededTables(r)) + ", and there are none"
			}
			one.Result, one.Why = resultNotEvaluated, "was not evaluated: "+why
		case rows == 0:
			one.Result, one.Why = resultNoFinding, "has no finding: its query returns no row"
			said, err := wanted(ctx, e.DB, r, evaluation.Results)
			if err != nil {
				return x, err
			}
			if said != "" {
				one.Why += "; the user's words at this call: " + said
			}
		default:
			one.Result, one.Why = resultNoFinding, "has no finding: its query returns a row, but repeat, a setting or a limit of the client suppresses it"
		}
		x.Rules = append(x.Rules, one)
	}
	return x, nil
}

// wanted returns what the user's words ask for at a call, if a rule looks at them: "order force push (step 12)".
func wanted(ctx context.Context, db *store.DB, r *eval.Rule, results []eval.Result) (string, error) {
	sandbox := db.Sandbox(bundle.Rules)
	reads, err := sandbox.Tables(r.Statement())
	if err != nil || !reads["words"] {
		return "", err
	}
	var list []string
	for _, q := range results {
		if q.Rule != r {
			continue
		}
		err := sandbox.Each(ctx, "SELECT kind, verb, t FROM wanted ORDER BY t, verb", store.Args{"session": q.Target.Args["session"], "called": q.Target.Args["called"]}, func(_ []string, row []store.Value) error {
			if text := fmt.Sprintf("%s %s (step %d)", store.Text(row[0]), store.Text(row[1]), row[2]); !slices.Contains(list, text) {
				list = append(list, text)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return strings.Join(list, ", "), nil
}

// asked returns what a rule was evaluated for, its parameters and its number of rows.
func asked(db *store.DB, q eval.Result) ExplainedAsked {
	x := ExplainedAsked{Subject: q.Target.Name, Rows: q.Rows, Parameters: []Pair{}}
	for _, p := range db.Sandbox(bundle.Rules).Parameters(q.Rule.Statement()) {
		x.Parameters = append(x.Parameters, Pair{p, literal(q.Target.Args[p[1:]])})
	}
	return x
}

// Write writes the call and what each rule has to say, those with a finding first.
func (x ExplainedCall) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "call: %s\n", x.Call)
	for _, results := range [][]string{{resultFinding, resultBroken}, {resultNoFinding}, {resultNotEvaluated}} {
		for _, r := range x.Rules {
			if slices.Contains(results, r.Result) {
				r.write(&b)
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// write writes what one rule has to say.
func (r ExplainedRule) write(b *strings.Builder) {
	stop := "."
	if r.Result == resultBroken {
		stop = "" // the mistake ends as its author ended it
	}
	fmt.Fprintf(b, "\n%s %s%s\n", r.Rule, r.Why, stop)
	for _, f := range r.Findings {
		fmt.Fprintf(b, "  %s: %s\n", f.Severity, f.Message)
	}
	for _, q := range r.Asked {
		name, answer := q.Subject, fmt.Sprintf("%d rows", q.Rows)
		if name == "" {
			name = "the call as a whole"
		}
		if q.Rows == 1 {
			answer = "1 row"
		}
		fmt.Fprintf(b, "  evaluated for %s: %s\n", name, answer)
		for _, p := range q.Parameters {
			fmt.Fprintf(b, "    %s = %s\n", p.Name, p.Value)
		}
	}
}

// whyNotEvaluated returns the key of a rule's header that a call does not match, in words.
func whyNotEvaluated(f *eval.Rule, c *facts.Call) string {
	if f.Severity == hook.Off {
		if f.DecidedBy != "" {
			return "it is off, by " + f.DecidedBy
		}
		if f.Pack != "" && f.ChosenBy == "" {
			return fmt.Sprintf("its pack is off; to turn it on: packs = [%q]", f.Pack)
		}
		return "it is off by default"
	}
	if !f.RunsFor(c.Moment, c.Outcome) {
		when := f.When
		if len(when) == 0 {
			when = []string{hook.Before}
		}
		return fmt.Sprintf("it runs at the moment %s, and this is %s", bundle.Listed(when), c.Moment)
	}
	kinds, files, commands := []string{c.Tool}, []string{}, []string{}
	for _, t := range c.Touches {
		kinds, files = append(kinds, t.Kind), append(files, t.File)
	}
	for _, cmd := range c.Commands {
		kinds, commands = append(kinds, hook.Run), append(commands, cmd.Names()...)
	}
	slices.Sort(kinds)
	kinds = slices.DeleteFunc(slices.Compact(kinds), func(s string) bool { return s == "" })
	words := func(list []string) string {
		if len(list) == 0 {
			return "nothing"
		}
		return strings.Join(list, ", ")
	}
	switch {
	case len(f.Tools) > 0 && !slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains(f.Tools, kind) }):
		return fmt.Sprintf("tools lists %s, and the call is %s", strings.Join(f.Tools, ", "), words(kinds))
	case len(f.Commands) > 0 && !slices.ContainsFunc(commands, func(name string) bool { return facts.Lists(f.Commands, name) }):
		return fmt.Sprintf("commands lists %s, and the call runs %s", strings.Join(f.Commands, ", "), words(commands))
	case len(f.Paths) > 0 && !slices.ContainsFunc(files, func(file string) bool { return project.Selects(f.Paths, file) }):
		return fmt.Sprintf("paths lists %s, and the call touches %s", strings.Join(f.Paths, ", "), words(files))
	case c.Moment == hook.After:
		return "the store already has the end of this call, and rules are evaluated only once"
	}
	return "no file or command of the call matches all keys of its header"
}

// summary describes a call on one line.
func summary(c *facts.Call) string {
	words := []string{c.Moment}
	if c.Tool != "" {
		words = append(words, c.Tool)
	}
	if c.Event.Command != "" {
		words = append(words, "`"+hook.Truncate(strings.Join(strings.Fields(c.Event.Command), " "), 200)+"`")
	}
	for _, t := range c.Touches {
		words = append(words, fmt.Sprintf("(%s %s)", t.Kind, t.File))
	}
	return hook.Sanitize(strings.Join(words, " "))
}

// literal returns a value as an SQL literal.
func literal(v any) string {
	switch v := store.SQLValue(v).(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(hook.Printable(v), "'", "''") + "'"
	default:
		return fmt.Sprint(v)
	}
}

// neededTables returns the tables in the needs key of a rule in words.
func neededTables(f *eval.Rule) []string {
	list := slices.DeleteFunc(slices.Clone(f.Needs), func(need string) bool { return strings.HasPrefix(need, ":") })
	for i, table := range list {
		switch name, count, counted := strings.Cut(table, "."); {
		case table == bundle.SameProgram:
			list[i] = "runs (of a program of this call)"
		case table == bundle.Denied:
			list[i] = "events (of a call that was refused)"
		case name == "words":
			list[i] = "words (of the user, of the kind " + count + ")"
		case table == bundle.Others:
			list[i] = "editors (of another session, or on another machine)"
		case count == "call":
			list[i] = name + " (of this call)"
		case counted:
			list[i] = name + " with " + count + " above 0"
		}
	}
	return list
}
