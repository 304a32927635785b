package inspect

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A Store is one store of this machine's user.
type Store struct {
	Path  string
	Bytes int64 // with its log
	// Project is the folder of its project, "" if the store does not tell.
	Project string
	Gone    bool  // the project's folder is missing
	Last    int64 // when it was last used, in milliseconds since 1970, 0 if unknown
	// Aside is whether the store was set aside, because it was damaged or outdated. Nothing uses it.
	Aside bool
	Wrong error // why it cannot be read
}

// Stores returns all stores in the folder of states, the one that was used last first.
func Stores(ctx context.Context, assets fs.FS) (list []Store, err error) {
	paths, err := filepath.Glob(filepath.Join(globQuoted(project.StateDir()), "*", "witness.db*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		name := filepath.Base(path)
		aside := isAside(name)
		if name != "witness.db" && !aside || !project.IsFile(path) {
			continue
		}
		s := Store{Path: path, Aside: aside}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if info, err := os.Stat(path + suffix); err == nil {
				s.Bytes += info.Size()
				if suffix != "-shm" {
					s.Last = max(s.Last, info.ModTime().UnixMilli())
				}
			}
		}
		if !aside {
			s.Wrong = s.examine(ctx, assets)
		}
		list = append(list, s)
	}
	// A store that was set aside is of the same project as the one beside it.
	for i := range list {
		for _, s := range list {
			if list[i].Aside && !s.Aside && filepath.Dir(s.Path) == filepath.Dir(list[i].Path) {
				list[i].Project, list[i].Gone = s.Project, s.Gone
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Store) int {
		return cmp.Or(cmp.Compare(b.Last, a.Last), strings.Compare(a.Path, b.Path))
	})
	return list, nil
}

// examine reads from the store which project it is of and when it was last used.
func (s *Store) examine(ctx context.Context, assets fs.FS) (err error) {
	db, err := store.OpenReader(s.Path, assets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.BusyTimeout(store.AnswerWait)
	var roots []string
	err = db.Each(ctx, "SELECT root FROM sessions WHERE root <> '' GROUP BY root ORDER BY max(started) DESC, root", nil, func(_ []string, row []store.Value) error {
		roots = append(roots, store.Text(row[0]))
		return nil
	})
	if err != nil || len(roots) == 0 {
		return err
	}
	// The folder of the store is named after the project. Other roots are its worktrees.
	s.Project = roots[0]
	for _, root := range roots {
		if project.StoreFolder(root) == filepath.Base(filepath.Dir(s.Path)) {
			s.Project = root
		}
	}
	s.Gone = !slices.ContainsFunc(roots, func(root string) bool { _, err := os.Lstat(root); return !errors.Is(err, fs.ErrNotExist) })
	s.Project = hook.Printable(s.Project)
	at, err := db.Int(ctx, `
		SELECT coalesce(max(at), 0)
		FROM   (SELECT (SELECT e.at FROM events e WHERE e.session = s.session ORDER BY e.t DESC LIMIT 1) AS at
		        FROM   (SELECT session FROM sessions ORDER BY started DESC LIMIT 50) s)`)
	if at > 0 {
		s.Last = at
	}
	return err
}

// setAside returns the stores that were set aside beside the store at path.
func setAside(path string) (list []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if isAside(e.Name()) {
			list = append(list, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return list, err
}

// isAside reports whether a file's name is that of a store that was set aside, and not of its log.
func isAside(name string) bool {
	rest, ok := strings.CutPrefix(name, "witness.db.")
	return ok && !strings.HasSuffix(rest, "-wal") && !strings.HasSuffix(rest, "-shm")
}

// globQuoted returns path as a pattern that matches it alone.
func globQuoted(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
