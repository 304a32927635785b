package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Snapshot opens a copy of the store of the project around dir, for a question that must
// not change it. A project without a store has an empty one. done removes the copy.
func Snapshot(ctx context.Context, brain fs.FS, dir, started string) (e *Engine, done func() error, err error) {
	folder, err := os.MkdirTemp("", "witness-snapshot-")
	if err != nil {
		return nil, nil, err
	}
	e = newEngine(brain, dir, started)
	store := e.path
	e.path = filepath.Join(folder, "witness.db")
	if err = copyStore(ctx, store, e.path); err == nil {
		e.db, err = openStore(ctx, brain, e.path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	// Nobody waits for the answer.
	e.config.BeforeMS = time.Minute.Milliseconds()
	e.config.AfterMS = e.config.BeforeMS
	return e, func() error { return errors.Join(e.Close(), os.RemoveAll(folder)) }, nil
}

// copyStore writes what a store holds now into a new file; nothing, if there is no store.
func copyStore(ctx context.Context, from, to string) error {
	if !isFile(from) {
		return nil
	}
	raw, err := openReader(from)
	if err != nil {
		return err
	}
	raw.waitAtMost(lockWait)
	_, err = raw.exec(ctx, "VACUUM INTO ?1", to)
	return errors.Join(err, raw.close())
}

// ExplainCall takes in an event as a hook would and writes for each rule, or for the named one, why
// it speaks or does not: what of the header did not match, or what it was asked and how
// many rows answered.
func (e *Engine) ExplainCall(ctx context.Context, ev Event, m Manners, only string, out io.Writer) error {
	type question struct {
		subject
		rows int
	}
	if _, err := e.db.exec(ctx, "DELETE FROM faults"); err != nil { // what goes wrong now is what counts
		return err
	}
	asked := map[*Script][]question{}
	e.asked = func(f *Script, s subject, rows int) { asked[f] = append(asked[f], question{s, rows}) }
	verdict, err := e.Hear(ctx, ev, m)
	if err != nil {
		return err
	}
	broken := map[string]string{}
	if err := e.db.each(ctx, "SELECT place, message FROM faults", nil, func(_ []string, row []driverValue) error {
		broken[show(row[0])] = show(row[1])
		return nil
	}); err != nil {
		return err
	}
	c := e.call(ev)
	var speaks, silent, unasked strings.Builder
	for _, f := range e.loadRules() {
		if only != "" && f.Name != only {
			continue
		}
		said := slices.DeleteFunc(slices.Clone(verdict.Findings), func(found Finding) bool { return found.Rule != f.Name })
		rows := 0
		for _, q := range asked[f] {
			rows += q.rows
		}
		b := &silent
		switch {
		case len(said) > 0:
			b = &speaks
			fmt.Fprintf(b, "\n%s speaks.\n", f.Name)
		case broken[f.Path] != "":
			b = &speaks
			fmt.Fprintf(b, "\n%s is broken: %s\n", f.Name, broken[f.Path])
		case len(asked[f]) == 0:
			why := f.unasked(c)
			if subjects, err := e.applies(f, c); err == nil && len(subjects) > 0 && len(f.Needs) > 0 {
				why = "it needs rows of this session in " + listed(f.needed()) + ", and there are none"
			}
			b = &unasked
			fmt.Fprintf(b, "\n%s was not asked: %s.\n", f.Name, why)
		case rows == 0:
			fmt.Fprintf(b, "\n%s has nothing to say: its query returns no row.\n", f.Name)
		default:
			fmt.Fprintf(b, "\n%s stays silent: its query returns a row, but repeat, a setting or the agent's own limits keep it back.\n", f.Name)
		}
		for _, found := range said {
			fmt.Fprintf(b, "  %s: %s\n", found.Severity, found.Message)
		}
		for _, q := range asked[f] {
			name, answer := q.name, fmt.Sprintf("%d rows", q.rows)
			if name == "" {
				name = "the call as a whole"
			}
			if q.rows == 1 {
				answer = "1 row"
			}
			fmt.Fprintf(b, "  asked about %s: %s\n", name, answer)
			for _, p := range parameters(f.Text) {
				fmt.Fprintf(b, "    %s = %s\n", p, literal(q.args[p[1:]]))
			}
		}
	}
	_, err = fmt.Fprintf(out, "call: %s\n%s%s%s", c.summary(), speaks.String(), silent.String(), unasked.String())
	return err
}

// unasked tells which part of a rule's header a call does not match.
func (f *Script) unasked(c *call) string {
	if f.Severity == Off {
		if f.From != "" {
			return "it is off, by " + f.From
		}
		return "it is off by default"
	}
	if !f.hears(c.Moment) {
		when := f.When
		if len(when) == 0 {
			when = []string{Before}
		}
		return fmt.Sprintf("it runs at the moment %s, and this is %s", listed(when), c.Moment)
	}
	does, files, commands := []string{c.Tool}, []string{}, []string{}
	for _, t := range c.touches {
		does, files = append(does, t.kind), append(files, t.file)
	}
	for _, cmd := range c.commands {
		does, commands = append(does, Run), append(commands, cmd.spoken()...)
	}
	slices.Sort(does)
	does = slices.DeleteFunc(slices.Compact(does), func(s string) bool { return s == "" })
	none := func(list []string) string {
		if len(list) == 0 {
			return "nothing"
		}
		return strings.Join(list, ", ")
	}
	switch {
	case len(f.Tools) > 0 && !slices.ContainsFunc(does, func(d string) bool { return slices.Contains(f.Tools, d) }):
		return fmt.Sprintf("tools lists %s, and the call is %s", strings.Join(f.Tools, ", "), none(does))
	case len(f.Commands) > 0 && !slices.ContainsFunc(commands, func(name string) bool { return knows(f.Commands, name) }):
		return fmt.Sprintf("commands lists %s, and the call runs %s", strings.Join(f.Commands, ", "), none(commands))
	case len(f.Paths) > 0 && !slices.ContainsFunc(files, func(file string) bool { return anyGlob(f.Paths, file) }):
		return fmt.Sprintf("paths lists %s, and the call touches %s", strings.Join(f.Paths, ", "), none(files))
	case c.Moment == After:
		return "the store knows the end of this call already, and rules are asked once"
	}
	return "nothing of the call matches all keys of its header at once"
}

// summary says in a line what a call does.
func (c *call) summary() string {
	words := []string{c.Moment}
	if c.Tool != "" {
		words = append(words, c.Tool)
	}
	if c.Command != "" {
		words = append(words, "`"+cut(strings.Join(strings.Fields(c.Command), " "), 200)+"`")
	}
	for _, t := range c.touches {
		words = append(words, fmt.Sprintf("(%s %s)", t.kind, t.file))
	}
	return speakable(strings.Join(words, " "))
}

// literal is a value as SQL spells it.
func literal(v any) string {
	switch v := value(v).(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(harmless(v), "'", "''") + "'"
	default:
		return fmt.Sprint(v)
	}
}

// needed says for people what a rule needs.
func (f *Script) needed() []string {
	list := slices.Clone(f.Needs)
	for i, table := range list {
		if name, count, counted := strings.Cut(table, "."); counted {
			list[i] = name + " with " + count + " above 0"
		}
	}
	return list
}
