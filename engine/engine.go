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
	Readers *readers.Set
	Eval    *eval.Evaluator
	Clock   func() int64 // milliseconds since 1970

	Watchdog Watchdog

	sources  []bundle.Source
	resolver *facts.Resolver
	disk     facts.Disk
	recorder recorder
	asker    projectAsker
	briefer  *briefer
	noticer  noticer
	watch    *fileWatch
	pruner   Pruner
	faults   *faultLog
	trace    *Trace
	kept     *store.Kept // from which the store is, nil if it is closed when the engine is
}

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
	start, err := restoreStart(ctx, e.DB, &ev)
	if err != nil {
		return hook.Verdict{}, nil, err
	}
	if counts, err := restoreBackground(ctx, e.DB, &ev); err != nil || !counts {
		return hook.Verdict{}, &eval.Evaluation{}, err
	}
	c := e.Resolve(ev)
	c.Start = start
	if ev.Asked {
		return hook.Verdict{}, &eval.Evaluation{}, e.recorder.asked(ctx, c)
	}
	if err := e.recorder.noticeTests(ctx, c); err != nil {
		return hook.Verdict{}, nil, err
	}
	if err := amends(ctx, e.DB, c); err != nil {
		return hook.Verdict{}, nil, err
	}
	c.SetChecked(client.Checks)
	c.CheckedOut(e.disk)
	end := e.trace.Start("read transcript")
	c.Meter = e.disk.Used(ctx, c)
	end()
	end = e.trace.Start("load rules")
	evaluation = e.Eval.Begin(c)
	evaluation.CannotAsk = !client.CanAsk
	end()
	if ev.News != "" && !Strict() {
		e.faults.add(store.NewsOf+ev.Agent, errors.New(ev.News))
	}
	h := &hearing{ctx: ctx, call: c, evaluation: evaluation, client: client, cancel: func() {}}
	defer func() { h.cancel() }()
	if ev.Moment == hook.Before {
		err = e.before(h)
	} else {
		err = e.after(h)
	}
	e.watch.compare(ctx, c, client, &h.notes)
	if err == nil && h.asks {
		end := e.trace.Start("ask project")
		err = e.asker.ask(h)
		end()
	}
	verdict = h.deliver()
	var errStart error
	if h.fresh {
		end := e.trace.Start("brief")
		errStart = e.briefAt(ctx, c, client, &verdict)
		end()
	}
	if ev.Moment == hook.End && err == nil {
		end := e.trace.Start("retention")
		if err := e.pruner.retain(ctx, e.Config, ev.Session); err != nil {
			e.faults.add("retention", err) // no reason to lose the answer of the hook
		}
		end()
	}
	if ev.Moment == hook.Start && client.TellsUser {
		end := e.trace.Start("notices")
		notes, errNotes := e.noticer.notices(ctx, c)
		end()
		verdict.Add(hook.Verdict{Notes: notes})
		errStart = errors.Join(errStart, errNotes)
	}
	defer e.trace.Start("save index and faults")()
	evaluation.SaveIndexes(ctx)
	e.Readers.SaveIndexes(ctx)
	return verdict, evaluation, errors.Join(err, errStart, e.faults.keep(ctx))
}

// Watch makes the engine compare the files that witness depends on with what was last seen, at each event.
func (e *Engine) Watch() { e.watch.on = true }

// briefAt adds the briefing about the state of the project to the verdict: at the start of a session, with the faults of
// witness itself, and after a compaction, when the model forgets. A client that takes no text then is told with the next
// result or prompt.
func (e *Engine) briefAt(ctx context.Context, c *facts.Call, client hook.Capabilities, v *hook.Verdict) error {
	moment := c.Moment
	if client.BriefsLate && (moment == hook.After || moment == hook.Prompt) && !client.DropsContext(moment) {
		owed, err := e.briefer.owed(ctx, c, client)
		if err != nil || owed == "" || owed == hook.Start && !client.DropsContext(hook.Start) {
			return err
		}
		moment = owed
	}
	switch {
	case moment == hook.Start && (c.Moment != hook.Start || !client.DropsContext(hook.Start)):
		faults, err := e.faults.report(ctx)
		v.Add(faults)
		if err != nil {
			return err
		}
	case moment == hook.Compact && (c.Moment != hook.Compact || client.AtCompact):
	default:
		return nil
	}
	return e.briefer.brief(ctx, c, moment, v)
}

// Resolve resolves the paths and the shell line of an event.
func (e *Engine) Resolve(ev hook.Event) *facts.Call {
	end := e.trace.Start("resolve")
	defer end()
	return e.resolver.Resolve(ev)
}

// before records and judges a call that is about to run, and records the verdict, in one transaction.
func (e *Engine) before(h *hearing) (err error) {
	ctx, c := h.ctx, h.call
	h.limit = time.Duration(e.Config.BeforeMS) * time.Millisecond
	if err := e.recorder.state.Settled(ctx, c); err != nil {
		return err
	}
	end := e.trace.Start("compile")
	budget, cancel := store.WithBudget(ctx, h.limit)
	err = h.evaluation.Compile(budget)
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
	h.asks = true
	return e.DB.Transact(ctx, store.AnswerWait, func() (err error) {
		if h.fresh, err = e.recorder.event(ctx, c, e.Clock()); err != nil {
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
		h.budget, h.cancel = store.WithBudget(ctx, h.limit)
		h.verdict = h.client.Adapt(h.evaluation.Judge(h.budget))
		end()
		end = e.trace.Start("record verdict")
		return errors.Join(e.recorder.verdict(ctx, c, h.verdict, h.client, e.Clock()), e.recorder.answers(ctx, c, h.evaluation.Asked, h.verdict))
	})
}

// after records what happened in one transaction, and then judges.
func (e *Engine) after(h *hearing) (err error) {
	ctx, c, client := h.ctx, h.call, h.client
	h.limit = time.Duration(e.Config.AfterMS) * time.Millisecond
	h.budget, h.cancel = store.WithBudget(ctx, h.limit)
	end := e.trace.Start("read output")
	h.found = e.Readers.Read(h.budget, c)
	end()
	h.fresh, err = e.recordCall(ctx, c, &h.found)
	if err != nil || !h.fresh {
		return err
	}
	h.asks = true
	end = e.trace.Start("judge")
	h.verdict = client.Adapt(h.evaluation.Judge(h.budget))
	end()
	deliverWaiting := false
	if len(client.NoContextAt) > 0 && !client.DropsContext(c.Moment) {
		if deliverWaiting, err = e.recorder.waits(ctx, c); err != nil {
			return err
		}
	}
	if len(h.verdict.Findings)+len(h.verdict.Suppressed)+len(h.verdict.Occasions) == 0 && !deliverWaiting {
		return e.recorder.answers(ctx, c, h.evaluation.Asked, h.verdict)
	}
	defer e.trace.Start("record verdict")()
	return e.DB.Transact(ctx, store.LockWait, func() error {
		err := errors.Join(e.recorder.verdict(ctx, c, h.verdict, client, e.Clock()), e.recorder.answers(ctx, c, h.evaluation.Asked, h.verdict))
		if err != nil || !deliverWaiting {
			return err
		}
		waiting, err := e.recorder.takeWaiting(ctx, c)
		h.verdict.Add(waiting)
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
	statements := append(said(c, e.disk, e.Resolve), pasted(ctx, c, e.Resolve, e.Readers)...)
	err = e.DB.Transact(ctx, store.LockWait, func() error {
		if fresh, err = e.recorder.event(ctx, c, e.Clock()); err != nil || !fresh {
			return err
		}
		if c.Outcome == hook.Denied {
			return errors.Join(e.recorder.refused(ctx, c), e.recorder.words(ctx, c, statements))
		}
		if err := e.disk.Observe(ctx, c); err != nil {
			return err
		}
		if err := e.disk.Measure(ctx, c); err != nil {
			return err
		}
		if err := errors.Join(e.recorder.facts(ctx, c, found), e.recorder.words(ctx, c, statements)); err != nil {
			return err
		}
		if err := e.recorder.state.Tried(ctx, c); err != nil {
			return err
		}
		if err := e.disk.Remember(ctx, c); err != nil || !c.MayRemove() {
			return err
		}
		_, err := e.recorder.state.ForgetRemoved(ctx, c)
		return err
	})
	return fresh, err
}
