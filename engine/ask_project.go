package engine

import (
	"errors"
	"slices"

	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/store"
)

// A projectAsker asks the SQL of the project, after witness's own answer is known and recorded. Anybody may have written
// that SQL, so nothing waits for it: it runs outside of any write transaction, its file is noted before it runs
// (store.Mark), and a watchdog ends the hook if neither it nor an interrupt ends it.
type projectAsker struct {
	db       *store.DB
	mark     *store.Mark
	readers  *readers.Set
	recorder recorder
	faults   *faultLog
	watchdog *Watchdog
	clock    func() int64
}

// ask asks the readers of the project, and then its rules.
func (p projectAsker) ask(h *hearing) error {
	if p.watchdog.Abandon != nil { // a hook
		p.mark.LimitUnaccepted(h.limit)
	}
	if err := p.read(h); err != nil {
		return err
	}
	return p.judge(h)
}

// guard calls do. If do does not end, the hook ends with the verdict so far.
func (p projectAsker) guard(h *hearing, do func()) { p.watchdog.guard(h.limit, h.deliver(), do) }

// read asks the project's readers and records what they find. Then it evaluates witness's own and the user's rules again,
// because they were evaluated before these facts were known.
func (p projectAsker) read(h *hearing) error {
	found := h.found
	if !found.Project {
		return nil
	}
	var more readers.Found
	p.guard(h, func() { more = p.readers.ReadProject(h.budget, h.call, found) })
	if len(more.Runs)+len(more.Changes) == 0 && !found.MayChange {
		return nil
	}
	if err := p.db.Transact(h.ctx, store.LockWait, func() error { return p.recorder.more(h.ctx, h.call, found, more) }); err != nil {
		return err
	}
	again := h.evaluation.JudgeAgain(h.budget)
	said := func(f hook.Finding) bool {
		same := func(o hook.Finding) bool { return o.Rule == f.Rule && o.Subject == f.Subject }
		return slices.ContainsFunc(h.verdict.Findings, same) || slices.ContainsFunc(h.verdict.Suppressed, same)
	}
	again.Findings = slices.DeleteFunc(again.Findings, said)
	again.Suppressed = slices.DeleteFunc(again.Suppressed, said)
	return p.record(h, h.client.Adapt(again))
}

// judge asks the project's rules. The findings of each are recorded before the next one is asked.
func (p projectAsker) judge(h *hearing) error {
	spent, kept := false, hook.Verdict{}
	defer func() { _ = p.record(h, kept) }() // what is only counted is not worth a fault
	for _, r := range h.evaluation.ProjectRules() {
		if h.budget.Err() != nil {
			p.faults.add(r.Path, errors.New(eval.NoTimeLeft))
			return nil
		}
		if p.mark.Spent(r.File) {
			if !spent { // one fault says it for all
				p.faults.add(r.Path, errors.New(store.NoTimeLeft))
			}
			spent = true
			continue
		}
		var found hook.Verdict
		p.guard(h, func() { found = h.client.Adapt(h.evaluation.JudgeRule(h.budget, r)) })
		if len(found.Findings)+len(found.Suppressed) == 0 {
			kept.Occasions = append(kept.Occasions, found.Occasions...)
			continue
		}
		if err := p.record(h, found); err != nil {
			return err
		}
	}
	return nil
}

// record records further findings and adds them to the verdict.
func (p projectAsker) record(h *hearing, found hook.Verdict) error {
	if len(found.Findings)+len(found.Suppressed)+len(found.Occasions) == 0 {
		return nil
	}
	h.verdict.Suppressed = append(h.verdict.Suppressed, found.Suppressed...)
	h.verdict.Add(found)
	wait := store.LockWait
	if h.call.Moment == hook.Before {
		wait = store.AnswerWait
	}
	return p.db.Transact(h.ctx, wait, func() error {
		return p.recorder.verdict(h.ctx, h.call, found, h.client, p.clock())
	})
}
