package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// Times of the team's policy.
const (
	policyTime  = 20 * time.Second // for reading it
	policyPause = time.Hour        // after it was read; after a failure longestPause
)

// Policies bring the team's policy, and put it on the server.
type Policies struct {
	// Check returns the first mistake in the files of a policy in a folder; shown names it in the message.
	Check func(ctx context.Context, dir, shown string) error
	// Wrote is told of each file of a policy that was written or removed.
	Wrote func(path string) error

	config project.Fleet
	clock  func() int64
	dial   func() (*client, error)
	asked  int64 // when it was last looked whether the policy is to be brought
}

// TeamPolicy returns the policies of the configuration.
func (s *Syncer) TeamPolicy() *Policies {
	p := &s.Policies
	p.config, p.clock = s.Config, s.Clock
	p.dial = func() (*client, error) {
		err := s.dial()
		return s.client, err
	}
	return p
}

// Update brings the team's policy if it is due, or in any case if now is set. A policy is a folder like the user's
// configuration directory, and in force below it. It belongs to the user, not to a project, so one process at a time brings it for
// all projects. If it cannot be brought, the one before stays in force, and PolicyState has the reason.
func (p *Policies) Update(ctx context.Context, now bool) error {
	if !now && p.clock()-p.asked < time.Minute.Milliseconds() {
		return nil
	}
	p.asked = p.clock()
	st := ReadPolicyState()
	if p.config.Policy == "" {
		return p.remove(st)
	}
	pause := policyPause
	if st.Error != "" {
		pause = longestPause
	}
	if !now && st.Source == p.config.Policy && isWithin(pause, st.Tried, p.clock()) {
		return nil
	}
	if err := os.MkdirAll(project.StateDir(), 0o700); err != nil {
		return err
	}
	turn, err := os.OpenFile(filepath.Join(project.StateDir(), "policy-turn"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer turn.Close()
	if !store.LockFile(turn) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, policyTime)
	defer cancel()
	err = p.bring(ctx, &st)
	st.Source, st.Tried = p.config.Policy, p.clock()
	if err == nil {
		st.Brought, st.Error, st.Failing = st.Tried, "", 0
	} else {
		if st.Error == "" {
			st.Failing = st.Tried
		}
		st.Error = err.Error()
	}
	return st.write()
}

// bring reads the policy and puts it into force if it is what it should be.
func (p *Policies) bring(ctx context.Context, st *PolicyState) error {
	policy, err := project.ParsePolicy(p.config.Policy)
	if err != nil {
		return err
	}
	dir := project.PolicyDir()
	if dir == "" {
		return errors.New("there is no home directory to keep it in")
	}
	got, err := p.read(ctx, policy)
	if err != nil {
		return err
	}
	hash := got.hash()
	if policy.Pin != "" && hash != policy.Pin {
		return fmt.Errorf("the content of %s has the hash %s, not %s: look at what changed, and set the new hash", policy.URL, hash, policy.Pin)
	}
	if len(got.files) == 0 {
		return fmt.Errorf("%s has neither config.toml nor files in rules.d, facts.d or queries.d", policy.URL)
	}
	changes := changes(inForce(dir), got.files)
	if len(changes) == 0 {
		st.Commit, st.Hash = got.commit, hash
		return nil
	}
	staged, err := got.stage(filepath.Dir(dir))
	defer func() { _ = os.RemoveAll(staged) }()
	if err == nil {
		err = p.Check(ctx, staged, policy.URL)
	}
	if err == nil {
		err = p.install(staged, dir, got.files)
	}
	if err == nil {
		st.Commit, st.Hash, st.Changed, st.Changes = got.commit, hash, p.clock(), changes
	}
	return err
}

// install moves the files of a policy to their places, one by one: a hook must not read half of one. What is new comes
// first and what is gone last, so a lock is never missing in between.
func (p *Policies) install(staged, dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		place := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(place), 0o700)
		if err == nil {
			err = os.Rename(filepath.Join(staged, filepath.FromSlash(name)), place)
		}
		if err == nil {
			err = p.Wrote(place)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range policyFiles(os.DirFS(dir)) {
		if _, stays := files[name]; stays {
			continue
		}
		place := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.Remove(place), p.Wrote(place)); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a policy that the configuration names no more.
func (p *Policies) remove(st PolicyState) error {
	if st.Source == "" {
		return nil
	}
	dir := project.PolicyDir()
	if err := p.install("", dir, nil); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(dir), PolicyState{}.write())
}

// A content is what a policy consists of.
type content struct {
	commit string            // of the repository that it is from, "" without
	files  map[string][]byte // by their path in the folder
	single bool              // it is one file, which becomes config.toml
}

// hash returns the SHA-256 of the file, and of a folder that of what sha256sum prints of its files, sorted by their paths.
func (c content) hash() string {
	of := func(text []byte) string {
		sum := sha256.Sum256(text)
		return hex.EncodeToString(sum[:])
	}
	if c.single {
		return of(c.files["config.toml"])
	}
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		fmt.Fprintf(&list, "%s  %s\n", of(c.files[name]), name)
	}
	return of([]byte(list.String()))
}

// inForce returns the files of the policy in a folder; one that cannot be read is empty.
func inForce(dir string) map[string][]byte {
	files := map[string][]byte{}
	for _, name := range policyFiles(os.DirFS(dir)) {
		files[name], _ = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	}
	return files
}

// changes says how the files of a policy differ from those before.
func changes(before, now map[string][]byte) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(now)) {
		switch have, known := before[name]; {
		case !known:
			list = append(list, name+" was added")
		case string(have) != string(now[name]):
			list = append(list, name+" was changed")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, stays := now[name]; !stays {
			list = append(list, name+" was removed")
		}
	}
	return list
}

// stage writes the files into a new folder beside the one that is in force.
func (c content) stage(beside string) (dir string, err error) {
	if err := os.MkdirAll(beside, 0o700); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(beside, ".policy-*"); err != nil {
		return "", err
	}
	for name, text := range c.files {
		place := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(place), 0o700), os.WriteFile(place, text, 0o600)); err != nil {
			return dir, err
		}
	}
	return dir, nil
}
