package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

type dbPruneCmd struct {
	Older string `placeholder:"90d" help:"Delete the sessions of this project that were last used longer ago: a number of days."`
	Gone  bool   `help:"Delete the stores of projects whose folder is gone; with --older, those that were last used longer ago."`
}

// Run deletes old sessions or whole stores, which only a person may do.
func (c *dbPruneCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Older == "" && !c.Gone {
		return term.UsageError{Err: errors.New("delete what? --older 90d deletes old sessions, --gone the stores of projects that are gone")}
	}
	age := time.Duration(0)
	if c.Older != "" {
		var err error
		if age, err = project.ParseAge(c.Older); err != nil {
			return term.UsageError{Err: fmt.Errorf("--older: %w", err)}
		}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	if c.Gone {
		return pruneGone(ctx, s, time.Now().Add(-age))
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		before, err := inspect.StoreBytes(e.DB.Path)
		if err != nil {
			return err
		}
		p, err := e.PruneAll(ctx, e.Clock()-age.Milliseconds())
		if err != nil {
			return err
		}
		after, err := inspect.StoreBytes(e.DB.Path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.Out, "%s deleted; the store had %s and has %s.\n", term.Count(p.Sessions, "session"), term.Bytes(before), term.Bytes(after))
		return err
	})
}

// pruneGone deletes the stores of projects that are gone and that were last used before a time, each with what was
// accepted of its project, and prints them.
func pruneGone(ctx context.Context, s term.Streams, before time.Time) error {
	list, err := inspect.Stores(ctx, witness.Files)
	if err != nil {
		return err
	}
	bytes, deleted := int64(0), []string{}
	for _, one := range list {
		if !one.Gone || one.Aside || one.Last > before.UnixMilli() {
			continue
		}
		if err := os.RemoveAll(filepath.Dir(one.Path)); err != nil {
			return err
		}
		bytes, deleted = bytes+one.Bytes, append(deleted, one.Project+"\t"+term.Bytes(one.Bytes))
	}
	if len(deleted) == 0 {
		_, err = fmt.Fprintln(s.Out, "There is no store of a project that is gone.")
		return err
	}
	if err := term.Columns(s.Out, deleted); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s deleted, %s.\n", term.Count(len(deleted), "store"), term.Bytes(bytes))
	return err
}

type dbForgetCmd struct {
	Match string `required:"" placeholder:"RE" help:"A regular expression (RE2)."`
}

// Run removes what matches, which only a person may do.
func (c *dbForgetCmd) Run(ctx context.Context, s term.Streams) error {
	match, err := regexp.Compile(c.Match)
	if err == nil && match.MatchString("") {
		err = fmt.Errorf("%q matches the empty text, and with it everything", c.Match)
	}
	if err != nil {
		return term.UsageError{Err: fmt.Errorf("--match: %w", err)}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		r, err := inspect.Forget(ctx, e, match)
		if err != nil {
			return err
		}
		if r.Changed+r.Deleted == 0 {
			fmt.Fprintln(s.Out, "Nothing in the store of this project matches.")
		} else {
			fmt.Fprintf(s.Out, "%s changed and %s deleted, in %s.\n", term.Count(r.Changed, "row"), term.Count(r.Deleted, "row"), strings.Join(r.Tables, ", "))
		}
		for _, path := range r.Aside {
			fmt.Fprintf(s.Out, "%s was set aside and is not searched; delete it if you do not need it.\n", path)
		}
		return nil
	})
}

// pruneGoneLine deletes all stores of projects that are gone.
const pruneGoneLine = "witness db prune --gone"

type dbListCmd struct {
	Format string `help:"${enum}" enum:"table,json" default:"table"`
}

// Run prints all stores.
func (c *dbListCmd) Run(ctx context.Context, s term.Streams) error {
	list, err := inspect.Stores(ctx, witness.Files)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		// The members are a stable format: there may be more, but none is renamed or removed.
		rows := []map[string]any{}
		for _, one := range list {
			rows = append(rows, map[string]any{"path": one.Path, "bytes": one.Bytes, "project": one.Project, "gone": one.Gone, "last": one.Last, "aside": one.Aside})
		}
		return term.WriteJSON(s.Out, rows)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.Out, "There is no store in "+project.StateDir()+".")
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	var remove []string
	total := int64(0)
	for _, one := range list {
		total += one.Bytes
		what := one.Project
		switch {
		case one.Wrong != nil:
			what = "cannot be read: " + hook.Printable(one.Wrong.Error())
		case one.Aside:
			what = strings.TrimPrefix(one.Project+" (set aside: "+filepath.Base(one.Path)+")", " ")
			remove = append(remove, "rm "+term.ShellQuote(one.Path))
		case one.Gone:
			what = one.Project + " (gone)"
			if !slices.Contains(remove, pruneGoneLine) {
				remove = append(remove, pruneGoneLine)
			}
		case one.Project == "":
			what = filepath.Base(filepath.Dir(one.Path)) + " (no session)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", term.Bytes(one.Bytes), term.Ago(one.Last), what)
	}
	fmt.Fprintf(w, "%s\t\tin %s\n", term.Bytes(total), term.Count(len(list), "store"))
	if err := w.Flush(); err != nil {
		return err
	}
	for i, command := range remove {
		if i == 0 {
			fmt.Fprintln(s.Out, "\nNothing uses these; to delete them:")
		}
		fmt.Fprintln(s.Out, "  "+command)
	}
	return nil
}
