package guard

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A fingerprint is what was last seen of a watched file, as in the table fingerprints.
type fingerprint struct {
	path, what string
	how        string // it was changed, created or removed; "" if it never changed
	size, time int64
	digest     string
	changed    int64 // when a change was noticed that witness did not make, 0 for none
	told       int64
}

// How often the user was told of a change: it is said when it is noticed, and again at the next start.
const (
	toldNever = 0
	toldOnce  = 1
	toldTwice = 2
)

// Notice compares the size and time of what witness depends on with what was last seen, and returns what the user is
// to be told: each change that no command of witness made, once when it is noticed, and again when a session
// starts next. However it was made, it shows. A file of which only the time has changed, and settings in which
// what decides about hooks is the same, are as they were. Nothing is said, but kept for later, unless speak.
func Notice(ctx context.Context, db *store.DB, c *facts.Call, now int64, speak bool) (notes []string, err error) {
	start := c.Moment == hook.Start
	known, waiting, err := load(ctx, db, c.Agent, start)
	if err != nil {
		return nil, err
	}
	var fresh []fingerprint
	compare := func(w watched, listed bool) (differs bool) {
		f, differs := w.compare(known, listed, now)
		// Of a folder of other programs' SQL, only the files of witness are kept.
		if _, isKnown := known[w.path]; differs && (isKnown || f.digest != "" || w.what != fileOfWitness) {
			fresh = append(fresh, f)
			known[w.path] = f
		}
		return differs
	}
	for _, w := range watchedFiles(c.Agent, c.Project.Root, start) {
		was, before := known[w.path]
		changed := compare(w, false)
		if !w.folder || was.size < 0 && known[w.path].size < 0 {
			continue
		}
		files, err := loadFolder(ctx, db, w.path, changed || start, known)
		if err != nil {
			return nil, err
		}
		for _, file := range w.files(files, changed || start, start) {
			compare(file, before)
		}
	}
	waiting = waiting || slices.ContainsFunc(fresh, func(f fingerprint) bool { return f.told == toldNever })
	if len(fresh) == 0 && (!waiting || !speak) {
		return nil, nil
	}
	err = db.Transact(ctx, store.AnswerWait, func() error {
		for _, f := range fresh {
			if err := f.save(ctx, db, c); err != nil {
				return err
			}
		}
		if !waiting || !speak {
			return nil
		}
		notes, err = tell(ctx, db, start)
		return err
	})
	return notes, err
}

// columns are those of the table fingerprints, as scan reads them.
const columns = "path, what, how, size, time, digest, changed, told"

// scan returns the fingerprint in a row.
func scan(row []store.Value) fingerprint {
	f := fingerprint{path: store.Text(row[0]), what: store.Text(row[1]), how: store.Text(row[2]), digest: store.Text(row[5])}
	f.size, _ = row[3].(int64)
	f.time, _ = row[4].(int64)
	f.changed, _ = row[6].(int64)
	f.told, _ = row[7].(int64)
	return f
}

// load returns what was last seen, by path, of what is compared at each call, and whether the user is to be told of a
// change, at the start of a session also of one that was told once. It leaves out the files in folders, which may be many,
// and the settings of other clients, unless a session starts.
func load(ctx context.Context, db *store.DB, client string, start bool) (known map[string]fingerprint, waiting bool, err error) {
	below := toldOnce
	if start {
		below = toldTwice
	}
	known = map[string]fingerprint{}
	err = db.Each(ctx, "SELECT "+columns+" FROM fingerprints WHERE what <> :file AND (:start OR what = :own OR what NOT GLOB 'settings of *') OR told < :below",
		store.Args{"file": fileOfWitness, "start": start, "own": "settings of " + client, "below": below}, func(_ []string, row []store.Value) error {
			f := scan(row)
			known[f.path] = f
			waiting = waiting || f.told < int64(below)
			return nil
		})
	return known, waiting, err
}

// loadFolder returns the paths of the known files of a folder, sorted, and adds what was last seen of them to known.
// Unless all are wanted, it reads no more than decide that they are too many to be compared.
func loadFolder(ctx context.Context, db *store.DB, dir string, all bool, known map[string]fingerprint) (paths []string, err error) {
	limit := maxAtCall + 1
	if all {
		limit = -1 // none
	}
	err = db.Each(ctx, "SELECT "+columns+" FROM fingerprints WHERE path > :dir || :separator AND path < :dir || char(unicode(:separator) + 1) ORDER BY path LIMIT :limit",
		store.Args{"dir": dir, "separator": string(filepath.Separator), "limit": limit}, func(_ []string, row []store.Value) error {
			f := scan(row)
			known[f.path] = f
			paths = append(paths, f.path)
			return nil
		})
	return paths, err
}

// compare returns the fingerprint of a file as it is now, and whether it differs from what was last seen. What is
// seen for the first time is no change, unless it appeared in a folder that was listed before.
func (w watched) compare(known map[string]fingerprint, listed bool, now int64) (f fingerprint, differs bool) {
	size, at := project.Stat(w.path)
	was, isKnown := known[w.path]
	if isKnown && was.size == size && was.time == at {
		return was, false
	}
	state := ""
	if size >= 0 {
		state = w.state(size)
	}
	if !isKnown {
		was = fingerprint{path: w.path, size: -1, told: toldTwice}
		if !listed {
			was.digest = state
		}
	}
	was.what = w.what
	return was.after(size, at, state, now), true
}

// after returns the fingerprint after a change at a time. It counts as a change if the digest is another one.
func (f fingerprint) after(size, at int64, digest string, now int64) fingerprint {
	if f.digest != digest {
		f.changed, f.told = now, toldNever
		switch {
		case size < 0:
			f.how = "removed"
		case f.size < 0:
			f.how = "created"
		default:
			f.how = "changed"
		}
	}
	f.size, f.time, f.digest = size, at, digest
	return f
}

// allowed counts the changes of a file which the user was asked about and let through, by the call that has just ended: a
// yes is for one call, so that whatever changes the file later is told.
const allowed = `
	SELECT count(*) FROM touches x
	JOIN   verdicts v ON v.session = x.session AND v.t = x.t AND v.moment = 'before' AND v.severity IN ('ask', 'block')
	WHERE  x.session = :p1 AND x.t = :p2 AND x.path = :p3 AND x.outcome = 'ok' AND x.kind NOT IN ('read', 'scan')`

// save stores a fingerprint. A change that a command of witness made, or a call that the user was asked about and
// allowed, is not to be told.
func (f fingerprint) save(ctx context.Context, db *store.DB, c *facts.Call) error {
	if f.told == toldNever {
		allowed, err := db.Int(ctx, allowed, c.Session, c.T, f.path)
		if err != nil {
			return err
		}
		if allowed > 0 || project.Written(f.path) {
			f.changed, f.how, f.told = 0, "", toldTwice
		}
	}
	_, err := db.Exec(ctx, "INSERT OR REPLACE INTO fingerprints (path, what, how, size, time, digest, changed, told) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
		f.path, f.what, f.how, f.size, f.time, f.digest, f.changed, f.told)
	return err
}

// tell returns what has not been told yet, at the start of a session also what was told once, and notes that it is
// told now.
func tell(ctx context.Context, db *store.DB, start bool) (notes []string, err error) {
	below, then := toldOnce, toldOnce
	if start {
		below, then = toldTwice, toldTwice
	}
	var remedies []string
	var all int64
	err = db.Each(ctx, "SELECT path, what, how, changed, count(*) OVER () FROM fingerprints WHERE told < :below ORDER BY what GLOB 'file of *', changed, path LIMIT 10", store.Args{"below": below}, func(_ []string, row []store.Value) error {
		if remedy := putBack(store.Text(row[1])); !slices.Contains(remedies, remedy) {
			remedies = append(remedies, remedy)
		}
		at, _ := row[3].(int64)
		all, _ = row[4].(int64)
		notes = append(notes, hook.Sanitize(fmt.Sprintf("%s (%s) was %s, not by a command of witness; noticed at %s.",
			store.Text(row[0]), store.Text(row[1]), store.Text(row[2]), time.UnixMilli(at).Format("2006-01-02 15:04:05"))))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n := len(notes); n > 0 {
		if all > int64(n) {
			notes[n-1] += fmt.Sprintf(" So were %d more.", all-int64(n))
		}
		notes[n-1] += " If that was not you, look at what has changed and run `witness doctor`. " + strings.Join(remedies, " ")
	}
	_, err = db.Exec(ctx, "UPDATE fingerprints SET told = ?1 WHERE told < ?2", then, below)
	return notes, err
}

// putBack returns the sentence that says how a change of what witness depends on is undone.
func putBack(what string) string {
	client, isSettings := strings.CutPrefix(what, "settings of ")
	switch {
	case isSettings:
		return "`witness init " + client + "` writes its hooks again."
	case strings.HasPrefix(what, "program"):
		return "Install witness again, and remove a second one."
	case strings.Contains(what, "store"):
		return "What it knew before does not come back: run the tests again, and unset the variable that has moved it, if one has."
	}
	return "`git log -p` shows what a file was, and `git restore` puts back one that is tracked."
}
