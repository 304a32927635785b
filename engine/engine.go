// Package engine is the pipeline of a hook: it opens the store, records what an agent does, and
// judges what it is about to do.
//
// It contains no client's protocol, no rule and no test runner. The clients' adapters turn payloads
// into events, and rules, readers and queries are files.
//
// Read engine.go for the way of an event, open.go for how the parts are connected, and record.go for
// what is written into the store.
package engine

import (
	"context"
	"errors"
	"os"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/readers"
	"witness/engine/store"
)

// An Engine processes the events of one project.
type Engine struct {
	DB      *store.DB
	Config  *project.Config
	Project project.Project
	Eval    *eval.Evaluator
	Clock   func() int64 // milliseconds since 1970

	// Abandon ends the process with the verdict that is known, because SQL of the project runs and
	// cannot be interrupted. It is called on another goroutine. Without it witness waits.
	Abandon func(known hook.Verdict)

	sources  []bundle.Source
	resolver *facts.Resolver
	readers  *readers.Set
	graph    *facts.Graph
	disk     facts.Disk
	recorder recorder
	trace    *Trace
	faults   []fault
	watches  bool // the files that witness depends on are compared with what was last seen
}

// Strict reports whether errors are returned and printed instead of only recorded: $WITNESS_STRICT
// is 1.
func Strict() bool { return os.Getenv("WITNESS_STRICT") == "1" }

// Hear processes one event of a client: it records what happened, evaluates the rules for this
// moment, and records the verdict. It returns the part of the verdict that the client can pass on at
// this moment. An error is one of the store. A damaged store is replaced, and the event is recorded
// in the new one.
func (e *Engine) Hear(ctx context.Context, ev hook.Event, client hook.Capabilities) (hook.Verdict, error) {
	verdict, _, err := e.Evaluate(ctx, ev, client)
	return verdict, err
}

// Evaluate is Hear, but also returns the evaluation of the rules.
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

// process is Evaluate without the replacement of a damaged store.
func (e *Engine) process(ctx context.Context, ev hook.Event, client hook.Capabilities) (verdict hook.Verdict, evaluation *eval.Evaluation, err error) {
	if ev.Moment == hook.Start {
		if err := e.DB.CheckSchema(ctx); err != nil {
			return hook.Verdict{}, nil, err
		}
	}
	if err := e.restoreCWD(ctx, &ev); err != nil {
		return hook.Verdict{}, nil, err
	}
	if counts, err := e.restoreBackground(ctx, &ev); err != nil || !counts {
		return hook.Verdict{}, &eval.Evaluation{}, err
	}
	c := e.Resolve(ev)
	if err := e.noticeTests(ctx, c); err != nil {
		return hook.Verdict{}, nil, err
	}
	if err := e.amends(ctx, c); err != nil {
		return hook.Verdict{}, nil, err
	}
	c.SetChecked(client.Checks)
	c.CheckedOut(e.disk)
	end := e.trace.Start("load rules")
	evaluation = e.Eval.Begin(c)
	end()
	s := &stage{Engine: e, ctx: ctx, call: c, evaluation: evaluation, client: client, cancel: func() {}}
	defer func() { s.cancel() }()
	if ev.Moment == hook.Before {
		err = e.before(s)
	} else {
		err = e.after(s)
	}
	e.noticeChanges(ctx, c, client, &s.notes)
	if err == nil && s.asks {
		err = s.ask()
	}
	verdict = s.deliver(s.verdict)
	var errStart error
	if ev.Moment == hook.Start && s.fresh && !client.DropsContext(hook.Start) {
		errStart = e.startSession(ctx, c, &verdict)
	}
	if ev.Moment == hook.End && err == nil {
		e.retain(ctx, ev)
	}
	if ev.Moment == hook.Start && client.TellsUser {
		notes, errNotes := e.notices(ctx, c)
		verdict.Add(hook.Verdict{Notes: notes})
		errStart = errors.Join(errStart, errNotes)
	}
	defer e.trace.Start("save index and faults")()
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
	return e.DB.Each(ctx, `
		SELECT cwd FROM events
		WHERE  session = :session AND call <> '' AND call >= :call AND call < :call || '$' AND (call = :call OR call > :call || '#') AND moment = 'before'
		ORDER  BY actor = :actor DESC, t DESC LIMIT 1`,
		store.Args{"session": ev.Session, "call": ev.Call, "actor": ev.Actor}, func(_ []string, row []store.Value) error {
			ev.CWD = store.Text(row[0])
			return nil
		})
}

// before records and judges a call that is about to run, and records the verdict, in one transaction.
func (e *Engine) before(s *stage) (err error) {
	ctx, c := s.ctx, s.call
	s.limit = time.Duration(e.Config.BeforeMS) * time.Millisecond
	end := e.trace.Start("compile")
	budget, cancel := store.WithBudget(ctx, s.limit)
	err = s.evaluation.Compile(budget)
	cancel()
	if err == nil {
		err = e.recorder.prepare(ctx, c) // after the rules, whose authorizer makes SQLite compile earlier statements again
	}
	end()
	if err != nil {
		return err
	}
	end = e.trace.Start("record")
	defer func() { end() }()
	s.asks = true
	return e.DB.Transact(ctx, store.AnswerWait, func() (err error) {
		if s.fresh, err = e.recorder.event(ctx, c, e.Clock()); err != nil {
			return err
		}
		if err := e.disk.Observe(ctx, c); err != nil {
			return err
		}
		if err := e.recorder.touches(ctx, c, c.Observed, "IGNORE"); err != nil {
			return err
		}
		end()
		end = e.trace.Start("judge")
		// The budget starts here, so that the time spent waiting for the lock does not count.
		s.budget, s.cancel = store.WithBudget(ctx, s.limit)
		s.verdict = s.client.Adapt(s.evaluation.Judge(s.budget))
		end()
		end = e.trace.Start("record verdict")
		return e.recorder.verdict(ctx, c, s.verdict, s.client, e.Clock())
	})
}

// after records what happened in one transaction, and then judges.
func (e *Engine) after(s *stage) (err error) {
	ctx, c, client := s.ctx, s.call, s.client
	s.limit = time.Duration(e.Config.AfterMS) * time.Millisecond
	s.budget, s.cancel = store.WithBudget(ctx, s.limit)
	end := e.trace.Start("read output")
	s.found = e.readers.Read(s.budget, c)
	end()
	s.fresh, err = e.recordCall(ctx, c, &s.found)
	if err != nil || !s.fresh {
		return err
	}
	s.asks = true
	end = e.trace.Start("judge")
	s.verdict = client.Adapt(s.evaluation.Judge(s.budget))
	end()
	deliverWaiting := len(client.NoContextAt) > 0 && !client.DropsContext(c.Moment)
	if len(s.verdict.Findings)+len(s.verdict.Suppressed) == 0 && !deliverWaiting {
		return nil
	}
	defer e.trace.Start("record verdict")()
	return e.DB.Transact(ctx, store.LockWait, func() error {
		if err := e.recorder.verdict(ctx, c, s.verdict, client, e.Clock()); err != nil || !deliverWaiting {
			return err
		}
		waiting, err := e.recorder.takeWaiting(ctx, c)
		s.verdict.Add(waiting)
		return err
	})
}

// recordCall records the end of a call. fresh is false if another hook has recorded it already.
func (e *Engine) recordCall(ctx context.Context, c *facts.Call, found *readers.Found) (fresh bool, err error) {
	end := e.trace.Start("record")
	defer end()
	if err := e.recorder.prepare(ctx, c); err != nil {
		return false, err
	}
	err = e.DB.Transact(ctx, store.LockWait, func() error {
		if fresh, err = e.recorder.event(ctx, c, e.Clock()); err != nil || !fresh {
			return err
		}
		if c.Outcome == hook.Denied {
			return e.recorder.refused(ctx, c)
		}
		if err := e.disk.Observe(ctx, c); err != nil {
			return err
		}
		if err := e.disk.Measure(ctx, c); err != nil {
			return err
		}
		if err := e.recorder.facts(ctx, c, found); err != nil {
			return err
		}
		if err := e.recorder.trial(ctx, c, e.disk); err != nil {
			return err
		}
		if err := e.disk.Remember(ctx, c); err != nil || !c.MayRemove() {
			return err
		}
		_, err := e.recorder.forgetRemoved(ctx, e.disk, c)
		return err
	})
	return fresh, err
}
