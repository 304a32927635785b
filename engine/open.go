package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"witness/engine/disk"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/marks"
	"witness/engine/project"
	"witness/engine/readers"
	"witness/engine/state"
	"witness/engine/store"
)

// Open opens the store of the project around dir. started is the directory that the client was
// started in, "" if unknown. It waits at most wait for other processes. trace may be nil. If the store cannot be written,
// the engine has a copy of it: see Unwritable of store.DB.
func Open(ctx context.Context, assets fs.FS, dir, started string, wait time.Duration, trace *Trace) (*Engine, error) {
	return OpenKept(ctx, nil, assets, dir, started, wait, trace)
}

// OpenKept is Open for a process that judges several calls: kept has the store of the last one. Leave gives it back.
func OpenKept(ctx context.Context, kept *store.Kept, assets fs.FS, dir, started string, wait time.Duration, trace *Trace) (*Engine, error) {
	defer trace.Start("open store")()
	e := configure(assets, dir, started, project.AsHooks)
	open := store.OpenToJudge
	if kept != nil {
		open = kept.Open
	}
	db, err := open(ctx, assets, project.SessionStorePath(e.Project, started), wait)
	if err != nil {
		return nil, err
	}
	e.trace, e.kept = trace, kept
	e.use(db)
	return e, nil
}

// OpenToAsk is Open for callers that ask for what is recorded. Where there is no store it creates none, and the engine
// has an empty one in memory: the Path of its DB is "".
func OpenToAsk(ctx context.Context, assets fs.FS, dir, started string) (*Engine, error) {
	e := configure(assets, dir, started, project.AsHooks)
	db, err := store.OpenToAsk(ctx, assets, project.SessionStorePath(e.Project, started), store.LockWait)
	if err != nil {
		return nil, err
	}
	e.use(db)
	return e, nil
}

// OpenCopy opens a copy of the store of the project around dir, for callers that must not change the
// store. Time is practically unlimited. remove closes the copy and deletes it.
func OpenCopy(ctx context.Context, assets fs.FS, dir, started string) (e *Engine, remove func() error, err error) {
	folder, err := os.MkdirTemp("", "witness-copy-")
	if err != nil {
		return nil, nil, err
	}
	e = configure(assets, dir, started, project.AsHooks)
	db, err := store.OpenCopy(ctx, assets, project.SessionStorePath(e.Project, started), filepath.Join(folder, "witness.db"))
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	e.use(db)
	e.unlimited()
	return e, func() error { return errors.Join(e.Close(), os.RemoveAll(folder)) }, nil
}

// OpenReader opens the store of the project around dir read-only.
func OpenReader(assets fs.FS, dir string) (*Engine, error) {
	e := configure(assets, dir, "", project.AsHooks)
	db, err := store.OpenReader(project.StorePath(e.Project.Root), assets)
	if err != nil {
		return nil, err
	}
	db.BusyTimeout(store.LockWait)
	e.use(db)
	return e, nil
}

// OpenMemory opens an engine with a store in memory, for callers that must leave nothing behind. The
// engine does not access the disk for a call's files, its clock is always 0, and a session starts
// without a briefing. judge decides which files of the project are in force.
func OpenMemory(ctx context.Context, assets fs.FS, dir string, judge project.Judge) (*Engine, error) {
	e := configure(assets, dir, "", judge)
	e.Clock = func() int64 { return 0 }
	e.Config.Briefing = "never"
	db, err := store.OpenMemory(ctx, assets)
	if err != nil {
		return nil, err
	}
	e.useDisk(db, facts.NewRecorded(e.markers))
	return e, nil
}

// configure returns an engine for the project around dir, without a store.
func configure(assets fs.FS, dir, started string, judge project.Judge) *Engine {
	here := project.Find(dir, started)
	config := project.LoadConfig(here.Dir, here.Root, judge)
	return &Engine{
		Config: config, Project: here, sources: config.Sources(assets, here.Root),
		Clock:    func() int64 { return time.Now().UnixMilli() },
		recorder: recorder{assets: assets},
	}
}

// use connects the parts of the engine to a store and to the disk of this machine.
func (e *Engine) use(db *store.DB) {
	e.useDisk(db, &disk.Live{DB: db, Own: e.markers})
}

// markers returns what the project and the user want to have counted in files.
func (e *Engine) markers() []marks.Own { return e.Readers.Markers() }

// useDisk connects the parts of the engine to a store and a disk.
func (e *Engine) useDisk(db *store.DB, files facts.Disk) {
	clock := func() int64 { return e.Clock() } // a replay sets another one later
	mark := db.NewMark()
	e.DB, e.disk, e.recorder.db, e.recorder.disk = db, files, db, files
	e.faults = &faultLog{db: db, secrets: &e.Config.Secrets, root: e.Project.Root, clock: clock}
	e.Eval = &eval.Evaluator{
		DB: db, Config: e.Config, Project: e.Project, Sources: e.sources, Disk: files,
		Clock: clock, Faults: e.faults.add, Mark: mark,
	}
	e.Readers = &readers.Set{DB: db, Sources: e.sources, Config: e.Config, Faults: e.faults.add, Mark: mark, Clock: clock, Aside: e.Eval.SetAside}
	e.resolver = &facts.Resolver{Project: e.Project, Readers: e.Readers, Secrets: &e.Config.Secrets, Classes: e.Config.Classes(e.recorder.assets), Disk: files}
	e.recorder.state = state.Keeper{DB: db, Disk: files}
	e.asker = projectAsker{db: db, mark: mark, readers: e.Readers, recorder: e.recorder, faults: e.faults, watchdog: &e.Watchdog, clock: clock}
	e.briefer = &briefer{db: db, config: e.Config, sources: e.sources, eval: e.Eval, faults: e.faults, watchdog: &e.Watchdog}
	e.noticer = noticer{db: db, config: e.Config, sources: e.sources, clock: clock}
	e.watch = &fileWatch{db: db, clock: clock, faults: e.faults, trace: e.trace}
	e.pruner = Pruner{DB: db, Clock: clock}
}

// Close closes the store.
func (e *Engine) Close() error {
	e.Eval.Mark.Clear()
	return e.DB.Close()
}

// Leave is a faster Close for a process that is about to exit, or that keeps the store for its next call.
func (e *Engine) Leave(ctx context.Context) error {
	e.Eval.Mark.Clear()
	if e.kept != nil {
		return e.kept.Leave(e.DB)
	}
	return e.DB.Leave(ctx)
}

// RecordFault records a fault that happened before an engine was opened, in the store of the project
// around dir.
func RecordFault(ctx context.Context, assets fs.FS, dir, started, place string, fault error) error {
	e, err := Open(ctx, assets, dir, started, store.AnswerWait, nil)
	if err != nil {
		return err
	}
	e.faults.add(place, fault)
	return errors.Join(e.faults.keep(ctx), e.Leave(ctx))
}
