// Package fleet exchanges facts between the stores of a team through an rqlite server: `witness sync` sends those of this
// store and brings those of the others. No hook does this or waits for it.
//
// What leaves the machine is what the files of share.d return, see collect.go. Read sync.go for an exchange, send.go and bring.go for its two parts, server.go
// for what the server has, stay.go for the process that hooks start, and identity.go for which repository is which.
package fleet

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"time"

	"witness/engine/project"
	"witness/engine/redact"
	"witness/engine/store"
)

// A Syncer exchanges the facts of one store with a server.
type Syncer struct {
	DB       *store.DB
	Assets   fs.FS
	Root     string // a working tree of the repository
	Config   project.Fleet
	Secrets  redact.Finder // what leaves in no path and no name
	Version  string        // of witness, for the list of members
	Clock    func() int64
	Once     bool // share at most one batch, and bring at most one
	Policies Policies

	client  *client
	server  serverState
	state   map[string]string
	repo    string
	machine string
	clone   string // what its name ends in, see nameClone
	stays   bool   // this is the process that hooks started
	asked   int64  // when the server was last asked for its schema, retention and clock
	told    int64  // when it was last told that this member is there
}

// Result is what an exchange did.
type Result struct {
	Sent, Brought int  // facts
	Left          bool // there was more than the time allowed
}

// ErrLeft is the error of an exchange of a store that has left the fleet.
var ErrLeft = errors.New("this store has left the fleet: witness fleet init joins it again")

// errNoRepository is the error for a project that no other machine could recognise.
var errNoRepository = errors.New("this is no Git repository with a remote or a first commit, by which other machines could recognise it")

// errElsewhere ends the error for a repository that the configuration leaves out.
var errElsewhere = errors.New("none of the repositories that take part: fleet.repositories is set in ~/.config/witness/config.toml or /etc/witness/config.toml")

// staysApart reports whether an exchange failed because this store does not take part in a fleet, and not because something broke.
func staysApart(err error) bool {
	return errors.Is(err, ErrLeft) || errors.Is(err, errNoRepository) || errors.Is(err, errElsewhere)
}

// Close ends the connection to the server.
func (s *Syncer) Close() {
	if s.client != nil {
		s.client.transport.Close()
	}
}

// Exchange sends what is new here and brings what is new on the server, until nothing is left or ctx is done. It can be
// interrupted at any time and is continued by the next one.
func (s *Syncer) Exchange(ctx context.Context) (done Result, err error) {
	end, err := turn(ctx, s.DB.Path)
	if err != nil {
		return done, err
	}
	defer end()
	if err := s.prepare(ctx); err != nil {
		return done, err
	}
	if err := s.connect(ctx); err != nil {
		return done, err
	}
	if err := s.send(ctx, &done); err != nil {
		return done, err
	}
	if err := s.bring(ctx, &done); err != nil {
		return done, err
	}
	now := s.Clock()
	if err := s.tidy(ctx, now); err != nil {
		return done, err
	}
	if !s.stays {
		if err := s.markByHand(); err != nil {
			return done, err
		}
	}
	if s.state[keyFailures] == "0" && isWithin(attendTime, integer(s.state[keySynced]), now) {
		return done, nil // the time is not noted each time, because a write for each exchange would make the store's log grow
	}
	return done, s.set(ctx, map[string]string{keySynced: strconv.FormatInt(now, 10), keyFailures: "0"})
}

// turn waits until no other process exchanges facts of the store at path.
func turn(ctx context.Context, path string) (end func(), err error) {
	file, err := os.OpenFile(stampOf(path)+"-turn", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for !store.LockFile(file) {
		select {
		case <-ctx.Done():
			return nil, errors.Join(errors.New("another witness sync of this project has not ended"), file.Close())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return func() { _ = file.Close() }, nil
}

// prepare reads the state of the store and names it.
func (s *Syncer) prepare(ctx context.Context) (err error) {
	if err := s.DB.JoinFleet(ctx); err != nil {
		return err
	}
	if s.state, err = stateOf(ctx, s.DB); err != nil {
		return err
	}
	if s.state[keyLeft] != "" {
		return ErrLeft
	}
	if s.machine = s.Config.Machine; s.machine == "" {
		if s.machine, err = os.Hostname(); err != nil {
			return err
		}
	}
	if s.state[keyMember] == "" {
		if err := s.set(ctx, map[string]string{keyMember: randomName()}); err != nil {
			return err
		}
	}
	return s.nameClone(ctx)
}

// set changes the state of the store.
func (s *Syncer) set(ctx context.Context, values map[string]string) error {
	changed := map[string]string{}
	for key, value := range values {
		if old, known := s.state[key]; !known || old != value {
			changed[key], s.state[key] = value, value
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return set(ctx, s.DB, changed)
}

// dial makes the client for the server.
func (s *Syncer) dial() (err error) {
	if s.client == nil {
		s.client, err = newClient(s.Config)
	}
	return err
}

// askTime is how long what a server has said of itself is used: its schema, its retention, and how far its clock is ahead. After
// that it is asked again, because clocks drift apart.
const askTime = 10 * time.Minute

// connect asks the server what it is, and finds the repository there.
func (s *Syncer) connect(ctx context.Context) (err error) {
	if err := s.dial(); err != nil {
		return err
	}
	if s.repo != "" && s.Clock()-s.asked < askTime.Milliseconds() {
		return nil
	}
	s.asked = s.Clock()
	if s.server, err = s.client.state(ctx, s.Clock); err != nil {
		return err
	}
	if s.state[keyFleet] != s.server.fleet {
		if err := s.begin(ctx); err != nil {
			return err
		}
	}
	return s.findRepository(ctx)
}

// begin starts over with a server that this store does not know: it forgets what it has exchanged with another one, or with this
// one before it was set up anew.
func (s *Syncer) begin(ctx context.Context) error {
	return s.DB.Transact(ctx, store.LockWait, func() error {
		if err := forget(ctx, s.DB); err != nil {
			return err
		}
		return s.set(ctx, map[string]string{keyFleet: s.server.fleet, keyPulled: "{}", keyVotes: "0", keyVerdicts: "0"})
	})
}

// forget deletes the facts of others, and that those of this store were shared.
func forget(ctx context.Context, db *store.DB) error {
	tables := []string{"fleet_sent"}
	for _, kind := range project.Shares {
		tables = append(tables, "fleet_"+kind)
	}
	for _, table := range tables {
		if _, err := db.Exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	return nil
}

// findRepository finds the repository on the server, and enters it there.
func (s *Syncer) findRepository(ctx context.Context) error {
	here, err := s.identifyHere(ctx)
	if err != nil {
		return err
	}
	known := ""
	if here.name != "" && !here.isLocal() {
		results, err := s.client.query(ctx, statement{"SELECT root FROM fleet_repos WHERE repo = :repo", map[string]any{"repo": here.name}})
		if err != nil {
			return err
		}
		if len(results) == 1 && len(results[0].Values) == 1 {
			known = text(results[0].Values[0][0])
		}
		if known == "" {
			err := s.client.execute(ctx, statement{
				"INSERT INTO fleet_repos (repo, root) VALUES (:repo, :root) ON CONFLICT (repo) DO UPDATE SET root = excluded.root WHERE root = ''",
				map[string]any{"repo": here.name, "root": here.root()},
			})
			if err != nil {
				return err
			}
		}
	}
	s.repo = here.id(known)
	return s.set(ctx, map[string]string{keyRepo: s.repo, keyClone: s.clone})
}

// isWithin reports whether at is less than d before now. It is false for a time after now, which was noted while the clock was
// wrong.
func isWithin(d time.Duration, at, now int64) bool { return at <= now && now-at < d.Milliseconds() }

// late reports whether ctx is done or ends so soon that no further batch should begin.
func late(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return ctx.Err() != nil || limited && time.Until(end) < 200*time.Millisecond
}
