package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/store"
)

// nameClone sets the name of this store among the clones of the repository on this machine. Each has a store, and those that share a
// machine's name would be one to everybody who reads it. The one that took part first has the name of the machine, and a later one adds
// that of its folder: m1, m1:shop. What the stores of this machine know decides it, and once facts were exchanged it stays as it is, so
// `witness sync --dry-run` says it before a server was asked.
func (s *Syncer) nameClone(ctx context.Context) error {
	known := false
	if s.clone, known = s.state[keyClone]; !known {
		var taken []string
		if here, err := s.identifyHere(ctx); err == nil { // else it takes no part
			if taken, err = otherClones(ctx, s.Assets, s.DB.Path, here.id("")); err != nil {
				return err
			}
		}
		folder := newPathFilter(nil).folder(project.MainTree(s.Root))
		for n := 1; slices.Contains(taken, s.clone); n++ {
			if s.clone = ":" + folder; n > 1 {
				s.clone += fmt.Sprintf("-%d", n)
			}
		}
	}
	s.machine += s.clone
	return nil
}

// otherClones returns what follows the name of the machine for the other clones of a repository on it that have exchanged facts.
func otherClones(ctx context.Context, assets fs.FS, own, id string) (taken []string, err error) {
	folders, err := os.ReadDir(project.StateDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, folder := range folders {
		path := filepath.Join(project.StateDir(), folder.Name(), "witness.db")
		if path == own || !project.IsFile(path) {
			continue
		}
		state := stateAt(ctx, assets, path)
		repo, _, _ := strings.Cut(state[keyRepo], "#")
		if state[keyLeft] == "" && (state[keyRepo] == id || repo == id) {
			taken = append(taken, state[keyClone])
		}
	}
	return taken, err
}

// stateAt returns the table fleet_state of another store, nothing of one that cannot be read.
func stateAt(ctx context.Context, assets fs.FS, path string) map[string]string {
	db, err := store.OpenReader(path, assets)
	if err != nil {
		return nil
	}
	defer db.Close()
	db.BusyTimeout(store.AnswerWait)
	state, err := stateOf(ctx, db)
	if err != nil {
		return nil
	}
	return state
}
