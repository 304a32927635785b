// Package engine remembers what coding agents do and judges what they are about to do.
// It knows no agent's protocol, no rule and no runner by name: it is handed events,
// and the brain (schema, views, facts, rules, queries) as a file system.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// An Engine is one project's store and the files of the brain that are in force.
type Engine struct {
	brain  fs.FS
	layers []Source
	config *Config
	place  Place
	db     *conn
	path   string      // of the store
	file   fs.FileInfo // of the store, as it was opened
	lock   folderLock  // on its folder

	facts, rules []*Script            // loaded when first asked for
	claimed      map[string][]*Script // the readers that list a command, by its name: see claimants
	ahead        []*listing           // of folders that will be asked for
	headers      []*headers           // of the folders that the rules were loaded from
	hears        *call                // the call that a hook is about; nil for who wants to know all rules

	// now is the wall clock in milliseconds; replay sets it to stand still.
	now func() int64
	// onDisk tells whether a file exists; replay, which has no disk, knows only what it saw.
	onDisk func(path, kind string) bool
	faults []fault
	// asked is told of each question that is put to a rule, with the number of rows that
	// answered it; nil but where somebody wants to know: see Why.
	asked func(f *Script, s subject, rows int)

	// started remembers, in a replay, where each session began: what a live client tells
	// in its environment.
	started map[string]string
}

// Strict tells that mistakes are to be shown instead of swallowed: $WITNESS_STRICT=1.
func Strict() bool { return os.Getenv("WITNESS_STRICT") == "1" }

// Open opens the store of the project around dir. started is where the client was
// started, "" if it does not say.
func Open(ctx context.Context, brain fs.FS, dir, started string) (*Engine, error) {
	e := newEngine(brain, dir, started)
	e.lookAhead()
	err := e.open(ctx)
	if damaged(err) {
		err = e.renew(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// newEngine is an engine of the project around dir without its store.
func newEngine(brain fs.FS, dir, started string) *Engine {
	place := placeOf(dir, started)
	return &Engine{
		brain: brain, place: place, path: StorePath(place.Root),
		layers: sources(brain, place.Root), config: loadConfig(place.Dir, place.Root),
		now:    func() int64 { return time.Now().UnixMilli() },
		onDisk: func(path, _ string) bool { return isFile(path) },
	}
}

// open opens the store, and makes it if there is none.
func (e *Engine) open(ctx context.Context) (err error) {
	dir := filepath.Dir(e.path)
	if e.lock = hold(dir); e.lock < 0 {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		e.lock = hold(dir)
	}
	if home := homelessDir(); within(e.path, home) && !isOwn(home) {
		return fmt.Errorf("%s belongs to somebody else; set $HOME or $XDG_STATE_HOME", home)
	}
	if e.file, err = makeStore(e.path); err != nil {
		return err
	}
	// Of those who find an empty store each waits for the others: SQLite's way to a new log
	// is not made for a crowd.
	if e.file.Size() == 0 && e.lock.alone() {
		defer e.lock.share()
	}
	e.db, err = openStore(ctx, e.brain, e.path)
	return err
}

// Close closes the store.
func (e *Engine) Close() error {
	err := e.db.close()
	if e.path != "" {
		e.lock.free()
	}
	return err
}

// Leave is Close for a process that ends at once. What was committed stays in the
// write-ahead log: the last to close a store would wait for the disk four times at each
// call. Only a log that has grown long is moved into the store.
func (e *Engine) Leave(ctx context.Context) error { return e.db.shorten(ctx, e.path, e.lock.last) }

// Hear takes in one event of a client with these manners: it remembers what ended, judges
// what the rules have to say of this moment, and remembers that too. What is returned is
// what the client can be told now. An error is about the store: nothing was said.
//
// A store that turns out to be damaged is set aside, and the event goes into a new one.
func (e *Engine) Hear(ctx context.Context, ev Event, m Manners) (Verdict, error) {
	v, err := e.hear(ctx, ev, m)
	if !damaged(err) {
		return v, err
	}
	if err := e.renew(ctx, err); err != nil {
		return Verdict{}, err
	}
	return e.hear(ctx, ev, m)
}

func (e *Engine) hear(ctx context.Context, ev Event, m Manners) (Verdict, error) {
	if e.started != nil {
		if e.started[ev.Session] == "" {
			e.started[ev.Session] = ev.CWD
		}
		ev.Project = e.started[ev.Session]
	}
	if err := e.whence(ctx, &ev); err != nil {
		return Verdict{}, err
	}
	c := e.call(ev)
	if e.path != "" && e.asked == nil {
		e.hears, e.rules = c, nil
	}
	var verdict Verdict
	var err error
	if ev.Moment == Before {
		verdict, err = e.before(ctx, c, m)
	} else {
		verdict, err = e.after(ctx, c, m)
	}
	var errStart error
	if ev.Moment == Start && !m.dropsContext(Start) {
		errStart = e.begin(ctx, c, &verdict)
	}
	e.keepHeaders(ctx)
	return verdict, errors.Join(err, errStart, e.keepFaults(ctx))
}

// whence puts a call that ended back to where it began: a client whose shell has moved on
// tells the new directory, while the line's own paths are relative to the old.
func (e *Engine) whence(ctx context.Context, ev *Event) error {
	if ev.Moment != After || ev.Call == "" {
		return nil
	}
	return e.db.each(ctx, "SELECT cwd FROM events WHERE session = :session AND call = :call AND call <> '' AND moment = 'before'",
		args{"session": ev.Session, "call": ev.Call}, func(_ []string, row []driverValue) error {
			ev.CWD = show(row[0])
			return nil
		})
}

// before judges a call and remembers it together with the verdict, in one transaction.
func (e *Engine) before(ctx context.Context, c *call, m Manners) (v Verdict, err error) {
	limit := time.Duration(e.config.BeforeMS) * time.Millisecond
	again := false // another hook file of the client has been answered for this call
	// First what needs no rules: a large folder of them is still being listed.
	if err := e.db.prepareRecord(ctx, c); err != nil {
		return v, err
	}
	budget, cancel := withBudget(ctx, limit)
	err = e.compileRules(budget, c)
	cancel()
	if err != nil {
		return v, err
	}
	err = e.transact(ctx, answerWait, func() error {
		c.filled = nil // while this one waited, another may have brought facts
		fresh, err := e.db.recordEvent(ctx, c, e.now())
		if err != nil {
			return err
		}
		again = !fresh && m.Twice
		if err := e.observe(ctx, c); err != nil {
			return err
		}
		if err := e.db.recordTouches(ctx, c, c.observed, "IGNORE"); err != nil {
			return err
		}
		if err := e.db.recordDoomed(ctx, c); err != nil {
			return err
		}
		// Having waited for the lock costs the rules nothing of their time.
		budget, cancel := withBudget(ctx, limit)
		defer cancel()
		v = m.adapt(e.judge(budget, c))
		return e.db.recordVerdict(ctx, c, v, m, e.now())
	})
	if again {
		v.Findings = slices.DeleteFunc(v.Findings, func(f Finding) bool { return f.Severity == Warn })
	}
	return m.deliverable(Before, v), err
}

// after remembers what happened, in one transaction, and then judges.
func (e *Engine) after(ctx context.Context, c *call, m Manners) (v Verdict, err error) {
	budget, cancel := withBudget(ctx, time.Duration(e.config.AfterMS)*time.Millisecond)
	defer cancel()
	found := e.read(budget, c)
	fresh := false
	if err := e.db.prepareRecord(ctx, c); err != nil {
		return v, err
	}
	err = e.transact(ctx, lockWait, func() error {
		if fresh, err = e.db.recordEvent(ctx, c, e.now()); err != nil || !fresh {
			return err
		}
		if err := e.observe(ctx, c); err != nil {
			return err
		}
		if err := e.db.recordFacts(ctx, c, found); err != nil {
			return err
		}
		if err := e.db.recordTrial(ctx, c); err != nil || e.path == "" {
			return err
		}
		if err := e.recordImports(ctx, c); err != nil {
			return err
		}
		return e.db.recordLooks(ctx, c)
	})
	if err != nil || !fresh || c.Active { // what would be said to an agent that was kept from stopping is not heard
		return v, err
	}
	v = m.adapt(e.judge(budget, c))
	late := len(m.Deaf) > 0 && !m.dropsContext(c.Moment)
	if len(v.Findings)+len(v.suppressed) == 0 && !late {
		return v, nil
	}
	err = e.transact(ctx, lockWait, func() error {
		if err := e.db.recordVerdict(ctx, c, v, m, e.now()); err != nil || !late {
			return err
		}
		waiting, err := e.db.waiting(ctx, c)
		v.Add(waiting)
		return err
	})
	return m.deliverable(c.Moment, v), err
}
