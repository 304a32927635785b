package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"witness/engine/bundle"
)

// ThirdPartyShare divides a hook's budget: one rule or reader that is not embedded in witness may
// use a ThirdPartyShare-th of it.
const ThirdPartyShare = 4

// NoTimeLeft is the fault of a file that was not asked: files that nobody has accepted share their time, and others had used
// it up.
const NoTimeLeft = "no time was left for this file: those of a project that nobody has accepted have a quarter of the time limit together; `witness trust` lifts that"

// LimitUnaccepted bounds the processor time of the files of a project that nobody has accepted in this hook: together
// they have the share that any other file has alone, and each of them a ThirdPartyShare-th of that.
func (m *Mark) LimitUnaccepted(budget time.Duration) {
	left := budget / ThirdPartyShare
	m.unaccepted = &left
}

// Spent reports whether no time is left for a file because nobody has accepted it.
func (m *Mark) Spent(f *bundle.File) bool { return m.bounds(f) && *m.unaccepted <= 0 }

// bounds reports whether a file shares its time with all that nobody has accepted.
func (m *Mark) bounds(f *bundle.File) bool {
	return m.unaccepted != nil && f.Origin == "project" && f.Trust == bundle.Untrusted
}

// Run calls do, which runs the SQL of a file that is not embedded in witness, with that file's share of a
// budget. The error names the overrun if the file used more, also if it used up the whole budget. An instance of a rule of witness runs
// witness's SQL: it has what is left of the whole, and it is not to blame if that is little.
func (m *Mark) Run(ctx context.Context, f *bundle.File, budget time.Duration, do func(ctx context.Context) error) error {
	if f.BorrowsSQL() && !m.bounds(f) {
		return do(ctx)
	}
	if m.Spent(f) {
		return &bundle.FileError{Path: f.Path, Err: errors.New(NoTimeLeft)}
	}
	m.Set(f.Path)
	defer m.Set("")
	share := budget / ThirdPartyShare
	wall := wallFactor * share // of the whole share even if less of it is left: a short time on the wall clock says little on a busy machine
	whole := !f.BorrowsSQL()
	switch {
	case !whole:
		share = *m.unaccepted
	case m.bounds(f):
		whole = *m.unaccepted >= share/ThirdPartyShare
		share = min(share/ThirdPartyShare, *m.unaccepted)
	}
	before := CPUTime()
	own, cancel := within(ctx, share, wall)
	defer cancel()
	exceeded := exceeds(share, wall)
	var err error
	Watch(ctx, f, budget, func() { err = do(own) })
	tooLong := own.Err() != nil && exceeded()
	if m.bounds(f) {
		*m.unaccepted -= CPUTime() - before
	}
	if tooLong && !whole {
		return &bundle.FileError{Path: f.Path, Err: errors.New(NoTimeLeft)} // the others are to blame
	}
	if tooLong {
		return &bundle.FileError{Path: f.Path, Err: fmt.Errorf("%s, %d ms; after %d times it is set aside until its file is changed", Overrun, share.Milliseconds(), MaxOverruns)}
	}
	return err
}
