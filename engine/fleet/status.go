package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// A Status is what `witness fleet status` shows.
type Status struct {
	Member     string    // the name of this store, "" before its first exchange
	Machine    string    // as the others see it
	Repository string    // its name on the server, "" if it is not known
	Left       bool      // this store has left the fleet
	Synced     int64     // when the last exchange ended well, milliseconds since 1970, 0 if none did
	Waiting    int       // facts that have not been sent
	Kept       int       // facts of others in this store
	Failures   int64     // exchanges that failed since the last one that ended well
	Errors     []Failure // the latest ones, the last first

	Server *ServerStatus // nil if it does not answer
}

// A ServerStatus is what a server says.
type ServerStatus struct {
	URL     string        // of the one that answered
	Fleet   string        // its name
	Version int64         // of the schema
	Keep    time.Duration // how long it keeps the facts of this repository
	Took    time.Duration // that it took to answer
	Ahead   time.Duration // its clock, compared with this machine's
	Members []Member      // of this repository, the one that was seen last first
}

// A Member is a store that takes part.
type Member struct {
	Name, Machine, User, Version string
	Seen                         int64 // milliseconds since 1970, by this machine's clock
	Facts                        int64 // of this repository
}

// Status returns how the store takes part. If the server does not answer it returns what is known, with the error.
func (s *Syncer) Status(ctx context.Context) (st Status, err error) {
	err = s.prepare(ctx)
	if st.Left = errors.Is(err, ErrLeft); err != nil && !st.Left {
		return st, err
	}
	st.Member, st.Machine, st.Repository = s.state[keyMember], s.machine, s.state[keyRepo]
	st.Synced, st.Failures, st.Errors = integer(s.state[keySynced]), integer(s.state[keyFailures]), failuresOf(s.state)
	for _, kind := range project.Shares {
		n, err := s.DB.Int(ctx, "SELECT count(*) FROM fleet_"+kind)
		if err != nil {
			return st, err
		}
		st.Kept += int(n)
	}
	if st.Left {
		return st, nil
	}
	if st.Waiting, err = s.countWaiting(ctx); err != nil {
		return st, err
	}
	st.Server, err = s.askStatus(ctx)
	st.Repository = s.state[keyRepo]
	return st, err
}

// countWaiting returns how many facts have not been sent.
func (s *Syncer) countWaiting(ctx context.Context) (n int, err error) {
	err = s.Pending(ctx, func(string, map[string]any) error {
		n++
		return nil
	})
	return n, err
}

// askStatus asks the server how it is.
func (s *Syncer) askStatus(ctx context.Context) (*ServerStatus, error) {
	if err := s.connect(ctx); err != nil {
		return nil, err
	}
	before := time.Now()
	count := ""
	for _, kind := range project.Shares {
		if s.server.columns[kind] != nil {
			count += fmt.Sprintf(" + (SELECT count(*) FROM fleet_%s f WHERE f.repo = m.repo AND f.member = m.member)", kind)
		}
	}
	results, err := s.client.query(ctx, statement{
		"SELECT member, machine, user, version, seen, 0" + count + " FROM fleet_members m WHERE repo = :repo ORDER BY seen DESC", map[string]any{"repo": s.repo},
	})
	if err != nil {
		return nil, err
	}
	st := &ServerStatus{
		URL: s.client.urls[s.client.last], Fleet: s.server.fleet, Version: s.server.version, Keep: s.server.keepTime(s.repo), Took: time.Since(before),
		Ahead: time.Duration(s.server.offset) * time.Millisecond,
	}
	for _, row := range results[0].Values {
		st.Members = append(st.Members, Member{text(row[0]), text(row[1]), text(row[2]), text(row[3]), number(row[4]) - s.server.offset, number(row[5])})
	}
	return st, nil
}

// Fill adds all facts of the fleet about this repository to another store, also those that this store has sent, so that a question
// asked there is asked of the whole team.
func (s *Syncer) Fill(ctx context.Context, to *store.DB) (n int, err error) {
	if err := s.prepare(ctx); err != nil {
		return 0, err
	}
	if err := s.connect(ctx); err != nil {
		return 0, err
	}
	columns, err := localColumns(ctx, s.DB, s.server)
	if err != nil {
		return 0, err
	}
	all := &Syncer{DB: to, Clock: s.Clock, client: s.client, server: s.server, repo: s.repo, state: map[string]string{}}
	for pulled := (map[string]int64{}); ; {
		full, brought, err := all.bringBatch(ctx, columns, pulled)
		n += brought
		if err != nil || !full {
			return n, err
		}
	}
}

// FillFrom is Fill from a backup of the server: a SQLite file that its /db/backup returned.
func (s *Syncer) FillFrom(ctx context.Context, backup, to *store.DB) (n int, err error) {
	if err := s.prepare(ctx); err != nil {
		return 0, err
	}
	if err := to.JoinFleet(ctx); err != nil {
		return 0, err
	}
	repo := s.state[keyRepo]
	if repo == "" {
		repo = identify(ctx, s.Root).id("")
	}
	for _, kind := range project.Shares {
		columns, err := columnsOf(ctx, to, kind)
		if err != nil {
			return n, err
		}
		var names []string
		for _, c := range columns {
			names = append(names, c.name)
		}
		var rows [][]any
		err = backup.Each(ctx, "SELECT seq, "+quoted(names)+" FROM fleet_"+kind+" WHERE repo = :repo", store.Args{"repo": repo}, func(_ []string, row []store.Value) error {
			values := make([]any, len(row))
			for i, v := range row {
				values[i] = v
			}
			rows = append(rows, values)
			return nil
		})
		if err == nil {
			err = add(ctx, to, kind, names, rows, 0)
		}
		if err != nil {
			return n, fmt.Errorf("the backup: %w", err)
		}
		n += len(rows)
	}
	return n, nil
}
