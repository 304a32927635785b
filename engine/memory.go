package engine

import (
	"context"
	"io/fs"

	"witness/engine/facts"
	"witness/engine/store"
)

// OpenMemory opens an engine with a store in memory, for what is to leave no trace. It asks no
// disk about a call's files, its clock stands at 0, and a session starts without a briefing.
func OpenMemory(ctx context.Context, assets fs.FS, dir string) (*Engine, error) {
	e := configure(assets, dir, "")
	e.Clock = func() int64 { return 0 }
	e.Config.Briefing = "never"
	db, err := store.OpenMemory(ctx, assets)
	if err != nil {
		return nil, err
	}
	e.useDisk(db, &facts.Graph{DB: db, Root: e.Project.Root}, facts.Recorded{})
	return e, nil
}
