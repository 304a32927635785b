// Package engine is the pipeline of a hook: it opens the store, records what an agent does, and
// judges what it is about to do.
//
// It knows no client's protocol, no rule and no test runner by name. Clients' adapters hand it
// events, and rules, readers and questions are files.
package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// An Engine processes the events of one project.
type Engine struct {
	DB      *store.DB
	Config  *project.Config
	Project project.Project
	Sources []bundle.Source
	Eval    *eval.Evaluator
	Clock   func() int64 // milliseconds since 1970

	resolver *facts.Resolver
	readers  *facts.Readers
	graph    *facts.Graph
	disk     facts.Disk
	recorder recorder
	trace    *Trace
	faults   []fault
}

// Strict reports whether mistakes are to be shown instead of swallowed: $WITNESS_STRICT is 1.
func Strict() bool { return os.Getenv("WITNESS_STRICT") == "1" }

// Open opens the store of the project around dir. started is the directory that the client was
// started in, "" if it does not say. trace may be nil.
func Open(ctx context.Context, assets fs.FS, dir, started string, trace *Trace) (*Engine, error) {
	end := trace.Start("open store")
	defer end()
	e := configure(assets, dir, started)
	db, err := store.Open(ctx, assets, project.StorePath(e.Project.Root))
	if err != nil {
		return nil, err
	}
	e.trace = trace
	e.use(db)
	return e, nil
}

// OpenCopy opens a copy of the store of the project around dir, for a question that must not
// change the store. There is no limit on time. remove closes and deletes the copy.
func OpenCopy(ctx context.Context, assets fs.FS, dir, started string) (e *Engine, remove func() error, err error) {
	folder, err := os.MkdirTemp("", "witness-copy-")
	if err != nil {
		return nil, nil, err
	}
	e = configure(assets, dir, started)
	db, err := store.OpenCopy(ctx, assets, project.StorePath(e.Project.Root), folder+string(os.PathSeparator)+"witness.db")
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	e.use(db)
	e.unlimited()
	return e, func() error { return errors.Join(e.Close(), os.RemoveAll(folder)) }, nil
}

// OpenReader opens the store of the project around dir read-only.
func OpenReader(assets fs.FS, dir string) (*Engine, error) {
	e := configure(assets, dir, "")
	db, err := store.OpenReader(project.StorePath(e.Project.Root), assets)
	if err != nil {
		return nil, err
	}
	db.BusyTimeout(store.LockWait)
	e.use(db)
	return e, nil
}

// configure is an engine of the project around dir without a store.
func configure(assets fs.FS, dir, started string) *Engine {
	here := project.Find(dir, started)
	return &Engine{
		Config: project.LoadConfig(here.Dir, here.Root), Project: here, Sources: project.Sources(assets, here.Root),
		Clock:    func() int64 { return time.Now().UnixMilli() },
		recorder: recorder{assets: assets},
	}
}

// use connects the parts of the engine to a store of this machine.
func (e *Engine) use(db *store.DB) {
	graph := &facts.Graph{DB: db, Root: e.Project.Root}
	e.useDisk(db, graph, &facts.Live{DB: db, Graph: graph})
}

func (e *Engine) useDisk(db *store.DB, graph *facts.Graph, disk facts.Disk) {
	e.DB, e.graph, e.disk, e.recorder.db = db, graph, disk, db
	e.readers = &facts.Readers{DB: db, Sources: e.Sources, Config: e.Config, Faults: e.fault}
	e.resolver = &facts.Resolver{Project: e.Project, Readers: e.readers, Secrets: &e.Config.Secrets, Disk: disk}
	e.Eval = &eval.Evaluator{
		DB: db, Config: e.Config, Project: e.Project, Sources: e.Sources, Graph: graph, Disk: disk,
		Clock: func() int64 { return e.Clock() }, Faults: e.fault,
	}
}

// unlimited lifts the limits on time, for callers that no agent waits for.
func (e *Engine) unlimited() {
	e.Config.BeforeMS = time.Minute.Milliseconds()
	e.Config.AfterMS = e.Config.BeforeMS
}

// Close closes the store.
func (e *Engine) Close() error { return e.DB.Close() }

// Leave is Close for a process that exits at once; it is faster.
func (e *Engine) Leave(ctx context.Context) error { return e.DB.Leave(ctx) }

// Hear processes one event of a client: it records what happened, evaluates the rules for this
// moment, and records the verdict. The result is what the client can be told now. An error is
// about the store, and nothing was judged then. A store that turns out to be damaged is
// replaced, and the event goes into the new one.
func (e *Engine) Hear(ctx context.Context, ev hook.Event, client hook.Capabilities) (hook.Verdict, error) {
	verdict, _, err := e.Evaluate(ctx, ev, client)
	return verdict, err
}

// Evaluate is Hear, and also returns the evaluation of the rules.
func (e *Engine) Evaluate(ctx context.Context, ev hook.Event, client hook.Capabilities) (hook.Verdict, *eval.Evaluation, error) {
	verdict, evaluation, err := e.process(ctx, ev, client)
	if !store.Damaged(err) {
		return verdict, evaluation, err
	}
	if err := e.DB.Replace(ctx, err); err != nil {
		return hook.Verdict{}, nil, err
	}
	return e.process(ctx, ev, client)
}

func (e *Engine) process(ctx context.Context, ev hook.Event, client hook.Capabilities) (verdict hook.Verdict, evaluation *eval.Evaluation, err error) {
	if err := e.restoreCWD(ctx, &ev); err != nil {
		return hook.Verdict{}, nil, err
	}
	c := e.Resolve(ev)
	evaluation = e.Eval.Begin(c)
	if ev.Moment == hook.Before {
		verdict, err = e.before(ctx, c, evaluation, client)
	} else {
		verdict, err = e.after(ctx, c, evaluation, client)
	}
	var errStart error
	if ev.Moment == hook.Start && !client.DropsContext(hook.Start) {
		errStart = e.startSession(ctx, c, &verdict)
	}
	end := e.trace.Start("save index and faults")
	defer end()
	evaluation.SaveIndexes(ctx)
	return verdict, evaluation, errors.Join(err, errStart, e.keepFaults(ctx))
}

// Resolve resolves the paths and the shell line of an event.
func (e *Engine) Resolve(ev hook.Event) *facts.Call {
	end := e.trace.Start("resolve")
	defer end()
	return e.resolver.Resolve(ev)
}

// restoreCWD sets the working directory of a call that has ended to the one recorded when it
// started. A client whose shell changed directory during the call reports the new one, but the
// paths on the command line are relative to the old.
func (e *Engine) restoreCWD(ctx context.Context, ev *hook.Event) error {
	if ev.Moment != hook.After || ev.Call == "" {
		return nil
	}
	return e.DB.Each(ctx, "SELECT cwd FROM events WHERE session = :session AND call = :call AND call <> '' AND moment = 'before'",
		store.Args{"session": ev.Session, "call": ev.Call}, func(_ []string, row []store.Value) error {
			ev.CWD = store.Text(row[0])
			return nil
		})
}

// before judges a call that is about to run, and records it together with the verdict in one
// transaction.
func (e *Engine) before(ctx context.Context, c *facts.Call, evaluation *eval.Evaluation, client hook.Capabilities) (v hook.Verdict, err error) {
	limit := time.Duration(e.Config.BeforeMS) * time.Millisecond
	duplicate := false // another hook of the client has been answered for this call
	end := e.trace.Start("compile")
	if err := e.recorder.prepare(ctx, c); err != nil {
		return v, err
	}
	budget, cancel := store.WithBudget(ctx, limit)
	err = evaluation.Compile(budget)
	cancel()
	end()
	if err != nil {
		return v, err
	}
	end = e.trace.Start("record")
	defer func() { end() }()
	err = e.DB.Transact(ctx, store.AnswerWait, func() error {
		fresh, err := e.recorder.event(ctx, c, e.Clock())
		if err != nil {
			return err
		}
		duplicate = !fresh && client.DoubleHooks
		if err := e.disk.Observe(ctx, c); err != nil {
			return err
		}
		if err := e.recorder.touches(ctx, c, c.Observed, "IGNORE"); err != nil {
			return err
		}
		end()
		end = e.trace.Start("judge")
		// The budget begins here, so that waiting for the lock costs the rules nothing.
		budget, cancel := store.WithBudget(ctx, limit)
		defer cancel()
		v = client.Adapt(evaluation.Judge(budget))
		end()
		end = e.trace.Start("record verdict")
		return e.recorder.verdict(ctx, c, v, client, e.Clock())
	})
	if duplicate {
		v.Findings = slices.DeleteFunc(v.Findings, func(f hook.Finding) bool { return f.Severity == hook.Warn })
	}
	return client.Deliverable(hook.Before, v), err
}

// after records what happened in one transaction, and then judges.
func (e *Engine) after(ctx context.Context, c *facts.Call, evaluation *eval.Evaluation, client hook.Capabilities) (v hook.Verdict, err error) {
	budget, cancel := store.WithBudget(ctx, time.Duration(e.Config.AfterMS)*time.Millisecond)
	defer cancel()
	end := e.trace.Start("read output")
	found := e.readers.Read(budget, c)
	end()
	fresh, err := e.recordCall(ctx, c, found)
	// A stop that follows from a hook keeping the agent from stopping gets no answer.
	if err != nil || !fresh || c.Active {
		return v, err
	}
	end = e.trace.Start("judge")
	v = client.Adapt(evaluation.Judge(budget))
	end()
	deliverWaiting := len(client.NoContextAt) > 0 && !client.DropsContext(c.Moment)
	if len(v.Findings)+len(v.Suppressed) == 0 && !deliverWaiting {
		return v, nil
	}
	end = e.trace.Start("record verdict")
	defer end()
	err = e.DB.Transact(ctx, store.LockWait, func() error {
		if err := e.recorder.verdict(ctx, c, v, client, e.Clock()); err != nil || !deliverWaiting {
			return err
		}
		waiting, err := e.recorder.takeWaiting(ctx, c)
		v.Add(waiting)
		return err
	})
	return client.Deliverable(c.Moment, v), err
}

// recordCall records the end of a call. fresh is false if another hook has recorded it already.
func (e *Engine) recordCall(ctx context.Context, c *facts.Call, found facts.Found) (fresh bool, err error) {
	end := e.trace.Start("record")
	defer end()
	if err := e.recorder.prepare(ctx, c); err != nil {
		return false, err
	}
	err = e.DB.Transact(ctx, store.LockWait, func() error {
		if fresh, err = e.recorder.event(ctx, c, e.Clock()); err != nil || !fresh {
			return err
		}
		if err := e.disk.Observe(ctx, c); err != nil {
			return err
		}
		if err := e.recorder.facts(ctx, c, found); err != nil {
			return err
		}
		if err := e.recorder.trial(ctx, c); err != nil {
			return err
		}
		return e.disk.Remember(ctx, c)
	})
	return fresh, err
}

// RecordOnly records the end of a call without evaluating rules. What went wrong in readers is an
// error.
func (e *Engine) RecordOnly(ctx context.Context, ev hook.Event) error {
	c := e.Resolve(ev)
	_, err := e.recordCall(ctx, c, e.readers.Read(ctx, c))
	for _, f := range e.faults {
		err = errors.Join(err, f.err)
	}
	return err
}
