package cli

import (
	"context"
	"fmt"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
	"witness/engine/project"
)

// dbCmd groups the commands on the store.
type dbCmd struct {
	Path   dbPathCmd   `cmd:"" help:"Print the path of this project's store."`
	Info   dbInfoCmd   `cmd:"" help:"Show the size of the store and of its tables."`
	List   dbListCmd   `cmd:"" help:"List every store of yours: its size, when it was last used, its project, and whether that is gone."`
	Prune  dbPruneCmd  `cmd:"" help:"Delete old sessions of this project, or the stores of projects that are gone; for a person at a terminal."`
	Forget dbForgetCmd `cmd:"" help:"Remove what matches from the store of this project, also from the disk; for a person at a terminal."`
}

type dbPathCmd struct {
	Format term.Format `embed:"" set:"formats=text,json"`
}

// A storePath is what db path prints as JSON.
type storePath struct {
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

// Run prints the path.
func (c *dbPathCmd) Run(s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	path := project.StoreOf(dir)
	if c.Format.Chosen() == "json" {
		return term.WriteJSON(s.Out, storePath{path, project.IsFile(path)})
	}
	_, err = fmt.Fprintln(s.Out, path)
	return err
}

type dbInfoCmd struct {
	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run prints the size of the store, the row count of each table, and how much was withheld from
// the agent.
func (c *dbInfoCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		if e.DB.Path == "" && c.Format.Chosen() == "text" {
			return term.Say(s.Out, "There is no store yet, because nothing has been recorded in this project. It will be %s.", project.StoreOf(e.Project.Dir))
		}
		info, err := inspect.Info(ctx, e)
		if err != nil {
			return err
		}
		if c.Format.Chosen() == "json" {
			return term.WriteJSON(s.Out, info)
		}
		lines := []string{"store\t" + info.Path, "project\t" + info.Project, "size\t" + term.Bytes(info.Bytes)}
		for _, table := range info.Tables {
			lines = append(lines, fmt.Sprintf("%s\t%d", table.Table, table.Rows))
		}
		for _, fault := range info.Faults {
			lines = append(lines, fmt.Sprintf("fault\t%s: %s (%d times)", fault.Place, fault.Message, fault.Count))
		}
		return term.Columns(s.Out, lines)
	})
}
