package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/store"
)

// A stage is the state of a call's hook between its two parts. In the first, witness itself and the user's
// files are asked and all is recorded. Then the SQL of the project is asked. Anybody may have written that,
// and nothing of the first part waits for it: it runs outside of any write transaction, its file is noted
// before it runs (store.Mark), and a watchdog ends the hook if neither it nor an interrupt ends it.
type stage struct {
	*Engine
	ctx        context.Context
	call       *facts.Call
	evaluation *eval.Evaluation
	client     hook.Capabilities

	fresh   bool            // no other hook of the client has been answered for this call
	asks    bool            // the project is asked
	found   readers.Found   // by the readers of the first part
	verdict hook.Verdict    // so far
	notes   hook.Verdict    // what is told besides, and not recorded as a verdict
	limit   time.Duration   // the time limit of the hook
	budget  context.Context // ends when that is used up
	cancel  func()          // releases the budget
}

// ask asks the SQL of the project.
func (s *stage) ask() error {
	defer s.trace.Start("ask project")()
	if s.Abandon != nil { // a hook
		s.Eval.Mark.LimitUnaccepted(s.limit)
	}
	if err := s.read(); err != nil {
		return err
	}
	return s.judge()
}

// deliver returns the part of a verdict that the client can pass on now, with the notes.
func (s *stage) deliver(v hook.Verdict) hook.Verdict {
	v.Findings = slices.Clone(v.Findings)
	if s.call.Moment == hook.Before && !s.fresh {
		v.Findings = slices.DeleteFunc(v.Findings, func(f hook.Finding) bool { return f.Severity == hook.Warn })
	}
	v = s.client.Deliverable(s.call.Moment, v)
	v.Add(s.notes)
	return v
}

// guard calls do, which runs SQL of the project. If do has not returned after twice the time limit, the
// hook ends with the verdict that is known.
func (s *stage) guard(do func()) { s.Engine.guard(s.limit, s.deliver(s.verdict), do) }

// guard calls do, which runs SQL of the project. If do has not returned after twice a time limit, e.Abandon
// is called. SQLite has not looked for the interrupt then, and the process can only end.
func (e *Engine) guard(limit time.Duration, known hook.Verdict, do func()) {
	if e.Abandon == nil {
		do()
		return
	}
	const patience = 2 // in limits; an interrupt ends any other statement after one
	watch, cancel := store.WithBudget(context.Background(), patience*limit)
	defer cancel()
	stop := context.AfterFunc(watch, func() { e.Abandon(known) })
	defer stop()
	do()
}

// read asks the project's readers. What they find is recorded, and since it may be what a rule of
// witness's waits for, these are asked again.
func (s *stage) read() error {
	found := s.found
	if !found.Project {
		return nil
	}
	var more readers.Found
	s.guard(func() { more = s.readers.ReadProject(s.budget, s.call, found) })
	if len(more.Runs)+len(more.Changes) == 0 && !found.MayChange {
		return nil
	}
	if err := s.DB.Transact(s.ctx, store.LockWait, func() error { return s.recorder.more(s.ctx, s.call, found, more) }); err != nil {
		return err
	}
	again := s.evaluation.JudgeAgain(s.budget)
	said := func(f hook.Finding) bool {
		same := func(o hook.Finding) bool { return o.Rule == f.Rule && o.Subject == f.Subject }
		return slices.ContainsFunc(s.verdict.Findings, same) || slices.ContainsFunc(s.verdict.Suppressed, same)
	}
	again.Findings = slices.DeleteFunc(again.Findings, said)
	again.Suppressed = slices.DeleteFunc(again.Suppressed, said)
	return s.record(s.client.Adapt(again))
}

// judge asks the project's rules. The findings of each are recorded before the next one is asked.
func (s *stage) judge() error {
	spent := false
	for _, r := range s.evaluation.ProjectRules() {
		if s.budget.Err() != nil {
			s.fault(r.Path, errors.New(eval.NoTimeLeft))
			return nil
		}
		if s.Eval.Mark.Spent(r.File) {
			if !spent { // one fault says it for all
				s.fault(r.Path, errors.New(store.NoTimeLeft))
			}
			spent = true
			continue
		}
		var found hook.Verdict
		s.guard(func() { found = s.client.Adapt(s.evaluation.JudgeRule(s.budget, r)) })
		if err := s.record(found); err != nil {
			return err
		}
	}
	return nil
}

// record records further findings and adds them to the verdict.
func (s *stage) record(found hook.Verdict) error {
	if len(found.Findings)+len(found.Suppressed) == 0 {
		return nil
	}
	s.verdict.Suppressed = append(s.verdict.Suppressed, found.Suppressed...)
	s.verdict.Add(found)
	wait := store.LockWait
	if s.call.Moment == hook.Before {
		wait = store.AnswerWait
	}
	return s.DB.Transact(s.ctx, wait, func() error {
		return s.recorder.verdict(s.ctx, s.call, found, s.client, s.Clock())
	})
}
