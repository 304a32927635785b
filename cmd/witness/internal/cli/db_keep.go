package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
	"witness/engine/store"
)

type dbPruneCmd struct {
	Older *term.Duration `placeholder:"90d" help:"Delete the sessions of this project that were last used longer ago."`
	Gone  bool           `help:"Delete the stores of projects whose folder is gone; with --older, those that were last used longer ago."`
}

// Run deletes old sessions or whole stores, which only a person may do.
func (c *dbPruneCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Older == nil && !c.Gone {
		return term.UsageError{Err: errors.New("delete what? --older 90d deletes old sessions, --gone the stores of projects that are gone")}
	}
	age := time.Duration(0)
	if c.Older != nil {
		age = time.Duration(*c.Older)
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	if c.Gone {
		return pruneGone(ctx, s, time.Now().Add(-age))
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		before, err := inspect.StoreBytes(e.DB.Path)
		if err != nil {
			return err
		}
		progress := term.NewProgress(s.Err)
		progress.Doing("deleting old sessions")
		p, err := engine.Pruner{DB: e.DB, Clock: e.Clock}.PruneAll(ctx, e.Clock()-age.Milliseconds())
		progress.End()
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
		if err := store.Remove(one.Path); err != nil {
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
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		p := term.NewProgress(s.Err)
		p.Doing("searching the store")
		r, err := inspect.Forget(ctx, e, match)
		p.End()
		if err != nil {
			return err
		}
		if r.Changed+r.Deleted == 0 {
			fmt.Fprintln(s.Out, "Nothing in the store of this project matches.")
		} else {
			err = term.Say(s.Out, "%s changed and %s deleted, in %s.", term.Count(r.Changed, "row"), term.Count(r.Deleted, "row"), strings.Join(r.Tables, ", "))
		}
		for _, path := range r.Aside {
			fmt.Fprintf(s.Out, "%s was set aside and is not searched; delete it if you do not need it.\n", path)
		}
		return err
	})
}

// pruneGoneLine deletes all stores of projects that are gone.
const pruneGoneLine = "witness db prune --gone"

// A storeLine is what db list prints of one store as JSON.
type storeLine struct {
	Path    string    `json:"path"`
	Project string    `json:"project" jsonschema:"the folder of its project; empty if the store does not tell"`
	Bytes   int64     `json:"bytes"`
	Last    time.Time `json:"last,omitzero" jsonschema:"when it was last used"`
	Gone    bool      `json:"gone" jsonschema:"whether the project's folder is gone"`
	Aside   bool      `json:"aside" jsonschema:"whether it was set aside, because it was damaged or outdated; nothing uses it"`
	Broken  string    `json:"broken,omitempty" jsonschema:"why it cannot be read"`
}

// printStores writes the stores as JSON or as a table.
func printStores(s term.Streams, list []inspect.Store, format string) error {
	lines := []storeLine{}
	t := eval.Table{Columns: []string{"path", "project", "bytes", "last", "gone", "aside"}}
	for _, one := range list {
		line := storeLine{Path: one.Path, Project: one.Project, Bytes: one.Bytes, Gone: one.Gone, Aside: one.Aside}
		last := ""
		if one.Last > 0 {
			line.Last = time.UnixMilli(one.Last).UTC()
			last = line.Last.Format(time.RFC3339)
		}
		if one.Wrong != nil {
			line.Broken = hook.Printable(one.Wrong.Error())
		}
		lines = append(lines, line)
		t.Rows = append(t.Rows, []any{line.Path, line.Project, line.Bytes, last, line.Gone, line.Aside})
	}
	if format == "json" {
		return term.WriteJSON(s.Out, lines)
	}
	return printTable(s, t, format, nil)
}

type dbListCmd struct {
	Format term.Format `embed:"" set:"formats=text,json,csv,markdown"`
}

// Run prints all stores.
func (c *dbListCmd) Run(ctx context.Context, s term.Streams) error {
	list, err := inspect.Stores(ctx, witness.Files)
	if err != nil {
		return err
	}
	if format := c.Format.Chosen(); format != "text" {
		return printStores(s, list, format)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.Out, "There is no store in "+project.StateDir()+".")
		return err
	}
	var lines, remove []string
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
		lines = append(lines, term.Bytes(one.Bytes)+"\t"+term.Ago(one.Last)+"\t"+what)
	}
	lines = append(lines, term.Bytes(total)+"\t\tin "+term.Count(len(list), "store"))
	if err := term.Columns(s.Out, lines); err != nil {
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
