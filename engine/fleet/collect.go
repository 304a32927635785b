package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/git"
	"witness/engine/project"
	"witness/engine/redact"
	"witness/engine/store"
)

// Limits of one batch.
const (
	maxTicks = 200 // calls of one session
	maxRows  = 500 // rows of one statement
	maxOpen  = 100 // calls of a session that are kept back until they end: the latest
)

// openTime is how long a call that has started is kept back from the others until it ends. After that it is shared without
// its end, because a call whose client crashed never ends.
const openTime = 24 * time.Hour

// A collector reads from the store what is shared.
type collector struct {
	db      *store.DB
	assets  fs.FS
	config  project.Fleet
	secrets redact.Finder
	member  string
	machine string
	trees   string // a JSON array, the parameter :trees
	paths   *pathFilter
	since   int64

	columns map[string][]column // by kind of fact, the columns of its table; nothing else of a row leaves the machine
}

// A batch is what is shared of one session at a time.
type batch struct {
	session string
	rows    map[string][]map[string]any // by kind of fact
	through int64                       // the watermark when they are shared
	open    []int64
	more    bool // the session has more
}

// count returns the number of facts.
func (b batch) count() (n int) {
	for _, rows := range b.rows {
		n += len(rows)
	}
	return n
}

// A waiting session has calls that have not been shared.
type waiting struct {
	session string
	through int64
	open    []int64
}

// waiting returns the sessions that may have something to share.
func (c *collector) waiting(ctx context.Context) (list []waiting, err error) {
	err = c.db.Each(ctx, `
		SELECT s.session, coalesce(f.through, -1), coalesce(f.open, '[]')
		FROM   sessions s LEFT JOIN fleet_sent f ON f.session = s.session
		WHERE  (SELECT max(t) FROM events e WHERE e.session = s.session) > coalesce(f.through, -1) OR f.open <> '[]'
		ORDER  BY s.started`, nil, func(_ []string, row []store.Value) error {
		w := waiting{session: store.Text(row[0])}
		w.through, _ = row[1].(int64)
		list = append(list, w)
		return json.Unmarshal([]byte(store.Text(row[2])), &list[len(list)-1].open)
	})
	return list, err
}

// collect returns the next batch of a session.
func (c *collector) collect(ctx context.Context, w waiting, now int64) (b batch, err error) {
	b = batch{session: w.session, through: w.through, rows: map[string][]map[string]any{}}
	var ended, seen []int64
	err = c.db.Each(ctx, `
		SELECT e.t, max(e.moment <> 'before'), max(e.at), e.t > :through FROM events e
		WHERE  e.session = :session AND (e.t > :through OR e.t IN (SELECT value FROM json_each(:open)))
		GROUP  BY e.t ORDER BY e.t LIMIT :limit`,
		store.Args{"session": w.session, "through": w.through, "open": store.JSONList(w.open), "limit": maxTicks + len(w.open)},
		func(_ []string, row []store.Value) error {
			t, _ := row[0].(int64)
			at, _ := row[2].(int64)
			fresh := row[3] == int64(1)
			switch {
			case row[1] == int64(1):
				ended, seen = append(ended, t), append(seen, t)
			case at > now-openTime.Milliseconds():
				b.open = append(b.open, t)
				if fresh {
					seen = append(seen, t)
				}
			}
			b.through = max(b.through, t)
			return nil
		})
	if err != nil {
		return b, err
	}
	b.more = len(seen) >= maxTicks
	b.open = b.open[max(0, len(b.open)-maxOpen):]
	if len(seen) == 0 {
		return b, nil
	}
	return b, c.addRows(ctx, &b, project.Shares, store.Args{"session": w.session, "ticks": store.JSONList(ended), "seen": store.JSONList(seen), "since": c.since, "trees": c.trees})
}

// addRows adds the facts of some kinds to a batch, unless the configuration keeps them here.
func (c *collector) addRows(ctx context.Context, b *batch, kinds []string, a store.Args) error {
	for _, kind := range kinds {
		if !slices.Contains(c.config.Share, kind) {
			continue
		}
		sql, err := fs.ReadFile(c.assets, "share.d/"+kind+".sql")
		if err != nil {
			return err
		}
		if c.columns[kind] == nil {
			if c.columns[kind], err = columnsOf(ctx, c.db, kind); err != nil {
				return err
			}
		}
		err = c.db.Each(ctx, string(sql), a, func(columns []string, row []store.Value) error {
			b.rows[kind] = append(b.rows[kind], c.row(kind, columns, row))
			return nil
		})
		if err != nil {
			return fmt.Errorf("share.d/%s.sql: %w", kind, err)
		}
	}
	return nil
}

// row returns a fact as it leaves the machine: without paths outside of the repository, and without secrets in what is a path or a name.
func (c *collector) row(kind string, columns []string, values []store.Value) map[string]any {
	all := map[string]any{"member": c.member, "machine": c.machine, "user": c.config.User}
	for i, name := range columns {
		v := values[i]
		switch text, isText := v.(string); {
		case name == "uid":
			v = digest(c.member, kind, text)
		case name == "run":
			v = digest(c.member, "runs", text)
		case name == "session":
			v = digest(c.member, text)
		case name == "command":
			v = digest(text)
		case name == "worktree":
			v = c.secrets.Redact(c.paths.folder(text))
		case (name == "program" || name == "tool") && filepath.IsAbs(text):
			v = filepath.Base(text)
		case name == "file" || name == "edited":
			v = c.secrets.Redact(c.paths.file(text))
		case isText:
			v = c.secrets.Redact(c.paths.text(text)) // a branch, a name of a test
		}
		all[name] = v
	}
	row := map[string]any{}
	for _, column := range c.columns[kind] {
		if v, known := all[column.name]; known {
			row[column.name] = v
		}
	}
	return row
}

// digest returns 16 bytes of the SHA-256 of texts as 22 characters.
func digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d %s", len(text), text)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}

// latest returns the calls of the n latest rows of a table, by session.
func (c *collector) latest(ctx context.Context, table string, n int64) (calls map[string][]int64, err error) {
	calls = map[string][]int64{}
	err = c.db.Each(ctx, "SELECT DISTINCT session, t FROM (SELECT session, t FROM "+table+" ORDER BY at DESC LIMIT :n)", store.Args{"n": n}, func(_ []string, row []store.Value) error {
		session := store.Text(row[0])
		t, _ := row[1].(int64)
		calls[session] = append(calls[session], t)
		return nil
	})
	return calls, err
}

// A tree is a working tree of the repository, as it is now.
type tree struct {
	Root    string `json:"root"`
	Branch  string `json:"branch"`
	Head    string `json:"head"`
	Changes int64  `json:"changes"` // trees.changes
	Tree    string `json:"tree"`    // "" if it is not known
}

// workingTrees returns the working trees of the repository of root that the store knows. Those of other repositories that
// a session worked in are not among them: their facts belong to another repository.
func workingTrees(ctx context.Context, db *store.DB, root string) (list []tree, err error) {
	mine, ok := git.Open(root)
	if !ok {
		return nil, nil
	}
	roots := map[string]int64{root: 0}
	err = db.Each(ctx, "SELECT root, changes FROM trees UNION SELECT DISTINCT root, 0 FROM sessions ORDER BY 2", nil, func(_ []string, row []store.Value) error {
		roots[store.Text(row[0])], _ = row[1].(int64)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for path, changes := range roots {
		r, ok := git.Open(path)
		if !ok || path == "" || project.Resolve(r.Identity()) != project.Resolve(mine.Identity()) {
			continue
		}
		list = append(list, tree{Root: path, Branch: r.Branch(), Head: r.Head(), Changes: changes})
	}
	slices.SortFunc(list, func(a, b tree) int { return strings.Compare(a.Root, b.Root) })
	return list, nil
}

// hashTree sets what a working tree is now, if no change of it was recorded in the meantime: Git's hash of the tree of its
// commit, and if something differs + and the beginning of the hash that the tree would have with it.
func hashTree(ctx context.Context, db *store.DB, t *tree) error {
	r, ok := git.Open(t.Root)
	if !ok {
		return nil
	}
	var made []string // files that sessions created, which Git may not know yet
	err := db.Each(ctx, "SELECT DISTINCT file FROM touches WHERE root = :p1 AND kind IN ('edit', 'write') AND outcome = 'ok' AND class IN ('code', 'test', 'settings', 'generated')",
		store.Args{"p1": t.Root}, func(_ []string, row []store.Value) error {
			made = append(made, filepath.ToSlash(store.Text(row[0])))
			return nil
		})
	if err != nil {
		return err
	}
	head := headTree(ctx, t.Root)
	now, known := r.Tree(made)
	changes, err := db.Int(ctx, "SELECT changes FROM trees WHERE root = :p1", t.Root)
	switch {
	case err != nil:
		return err
	case head == "" || !known || changes != t.Changes:
		return nil
	case now == head:
		t.Tree = head
	default:
		t.Tree = head + "+" + now[:12]
	}
	return nil
}
