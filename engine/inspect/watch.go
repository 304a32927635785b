package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"witness/engine/eval"
	"witness/engine/store"
)

// An Occurrence is an event of a session, or a verdict on one.
type Occurrence struct {
	Timestamp  string `json:"at" jsonschema:"RFC 3339 in UTC"`
	Session    string `json:"session"`
	Agent      string `json:"agent"`
	Actor      string `json:"actor" jsonschema:"the subagent; empty for the main agent"`
	Event      string `json:"moment" jsonschema:"before, after, prompt, stop, ..."`
	Tool       string `json:"tool" jsonschema:"empty if the event is not a tool call"`
	Subject    string `json:"subject" jsonschema:"of an event, the shell command or the files; of a verdict, its subject"`
	Outcome    string `json:"outcome"`
	Rule       string `json:"rule" jsonschema:"empty for an event"`
	Severity   string `json:"severity"`
	DurationMS int64  `json:"duration_ms" jsonschema:"as the client reported it, or from the before event to the after event; 0 if unknown"`
	Message    string `json:"message"`
	T          int64  `json:"t" jsonschema:"the step of the call or moment"`
	Name       string `json:"name" jsonschema:"the client's own name of the tool or event"`
	Mode       string `json:"mode" jsonschema:"the client's permission mode; empty if it does not tell"`
	Result     string `json:"result" jsonschema:"of an event, what tests and linters reported: 2 failed, 4 passed"`
	Verdict    string `json:"verdict" jsonschema:"the id of a verdict"`
	Unsaid     string `json:"unsaid" jsonschema:"why a verdict was withheld from the agent; empty if it was not"`
}

// Time returns when it was.
func (o Occurrence) Time() time.Time {
	at, err := time.Parse(eval.TimeFormat, o.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return at
}

// A Watcher follows a store without affecting it: it opens the store read-only, reads only after
// another process has written, and keeps no transaction open in between, so that it blocks neither
// writers nor checkpoints.
type Watcher struct {
	assets  fs.FS
	root    string // of the project
	session string // the only one that is followed, "" for all
	path    string
	db      *store.DB
	file    os.FileInfo         // the store that is open
	version int64               // its data_version at the last look
	since   int64               // everything older has been returned; in milliseconds since 1970
	most    int64               // the maximum number of sessions; those with the latest events
	seen    map[[6]string]int64 // the times of the occurrences since then that have been returned
}

// watchLate is how long after its time an event can become visible: a hook takes the time and then
// waits for the store for at most store.LockWait.
const watchLate = 2 * store.LockWait

// Limits of one look at the store.
const (
	watchSessions = 500
	watchTicks    = 1000 // the latest ticks of each session
)

// Watch returns a Watcher for the store of the project with a root. The store need not exist yet. It returns occurrences from
// since on.
func Watch(assets fs.FS, root, path string, since time.Time) *Watcher {
	return &Watcher{assets: assets, root: root, path: path, since: since.UnixMilli(), most: watchSessions, seen: map[[6]string]int64{}}
}

// WatchSession returns a Watcher for one session, from its beginning on.
func WatchSession(assets fs.FS, root, path, session string) *Watcher {
	w := Watch(assets, root, path, time.UnixMilli(0))
	w.session = session
	return w
}

// Last returns the latest n occurrences. New continues from there.
func (w *Watcher) Last(ctx context.Context, n int) ([]Occurrence, error) {
	w.since, w.most = 0, int64(n)
	list, err := w.New(ctx)
	w.most = watchSessions
	if w.since == 0 {
		w.since = time.Now().UnixMilli()
	}
	return list[max(0, len(list)-n):], err
}

// New returns the occurrences that have become visible since the last call, in the order of time.
func (w *Watcher) New(ctx context.Context) ([]Occurrence, error) {
	if open, err := w.open(ctx); err != nil || !open {
		return nil, err
	}
	version, err := w.db.Int(ctx, "PRAGMA data_version")
	if err != nil || version == w.version {
		return nil, err
	}
	list, err := w.look(ctx)
	if err != nil {
		return nil, err
	}
	w.version = version
	return list, nil
}

// open opens the store, again if another file has replaced it. It returns false if there is no store.
func (w *Watcher) open(ctx context.Context) (bool, error) {
	file, err := os.Stat(w.path)
	if err != nil {
		return false, w.Close()
	}
	if w.db != nil && os.SameFile(file, w.file) {
		return true, nil
	}
	if err := w.Close(); err != nil {
		return false, err
	}
	db, err := store.OpenReader(w.path, w.assets)
	if err != nil {
		return false, err
	}
	db.BusyTimeout(time.Second)
	if _, err := db.Exec(ctx, "PRAGMA query_only = 1"); err != nil {
		return false, errors.Join(err, db.Close())
	}
	made, err := db.Int(ctx, "PRAGMA user_version")
	if err != nil || made == 0 {
		return false, errors.Join(err, db.Close()) // a hook is creating it
	}
	w.db, w.file, w.version = db, file, 0
	return true, nil
}

// Close closes the store. A later New opens it again.
func (w *Watcher) Close() error {
	if w.db == nil {
		return nil
	}
	db := w.db
	w.db = nil
	return db.Close()
}

// watchQuery returns the events and verdicts since a time. Calls of one session may end in another
// order than they began, so the time of a session is the maximum of its latest events.
const watchQuery = `
	WITH latest AS (
	  SELECT s.session, (SELECT max(at) FROM (SELECT at FROM events e WHERE e.session = s.session ORDER BY t DESC LIMIT 50)) AS at,
	         (SELECT max(t) FROM events e WHERE e.session = s.session) AS t
	  FROM   sessions s
	  WHERE  s.session = coalesce(nullif(:session, ''), s.session)),
	recent AS MATERIALIZED (SELECT session, t FROM latest WHERE at >= :since ORDER BY at DESC LIMIT :most)
	SELECT e.at, e.t, e.session, e.agent, e.actor, e.moment, e.tool,
	       iif(e.command <> '', e.command, coalesce((SELECT group_concat(file, ', ') FROM (
	         SELECT DISTINCT file FROM touches f WHERE f.session = e.session AND f.t = e.t AND f.via = 'tool' ORDER BY file)), '')),
	       e.outcome, '' AS rule, '',
	       CASE WHEN e.duration_ms > 0 THEN e.duration_ms
	            WHEN e.moment = 'after' THEN coalesce((SELECT max(e.at - b.at, 0) FROM events b WHERE b.session = e.session AND b.t = e.t AND b.moment = 'before'), 0)
	            ELSE 0 END, '',
	       e.name, e.mode, iif(e.moment = 'after', coalesce((SELECT group_concat(text, '; ' ORDER BY n) FROM (
	         SELECT u.n, CASE WHEN u.outcome = 'unstarted' THEN u.tool || ' did not start'
	                          WHEN u.kind = 'check' AND u.failed > 0 THEN u.failed || iif(u.failed = 1, ' finding', ' findings')
	                          WHEN u.kind = 'check' THEN iif(u.outcome = 'pass', 'no findings', NULL)
	                          WHEN u.failed > 0 AND u.passed > 0 THEN u.failed || ' failed, ' || u.passed || ' passed'
	                          WHEN u.failed > 0 THEN u.failed || ' failed'
	                          WHEN u.passed > 0 AND u.outcome = 'pass' THEN u.passed || ' passed'
	                          WHEN u.outcome IN ('pass', 'fail') THEN 'tests ' || u.outcome END AS text
	         FROM runs u WHERE u.session = e.session AND u.t = e.t)), ''), ''), '', ''
	FROM   recent r CROSS JOIN events e
	WHERE  e.session = r.session AND e.t > r.t - :ticks AND e.at >= :since
	UNION ALL
	SELECT v.at, v.t, v.session, coalesce(e.agent, ''), v.actor, v.moment, coalesce(e.tool, ''), v.subject, coalesce(e.outcome, ''), v.rule, v.severity, 0, v.message, '', '', '', v.id, v.unsaid
	FROM   recent r CROSS JOIN verdicts v LEFT JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
	WHERE  v.session = r.session AND v.t > r.t - :ticks AND v.at >= :since
	ORDER  BY 1, 3, 2, 10`

// look returns the occurrences that have not been returned yet.
func (w *Watcher) look(ctx context.Context) (list []Occurrence, err error) {
	newest := w.since
	err = w.db.Each(ctx, watchQuery, store.Args{"session": w.session, "since": w.since, "most": w.most, "ticks": watchTicks}, func(_ []string, row []store.Value) error {
		at, ok := row[0].(int64)
		took, isNumber := row[11].(int64)
		if !ok || !isNumber {
			return fmt.Errorf("%s: a time is not a number", w.path)
		}
		newest = max(newest, at)
		t, _ := row[1].(int64)
		o := Occurrence{
			time.UnixMilli(at).UTC().Format(eval.TimeFormat), store.Text(row[2]), store.Text(row[3]), store.Text(row[4]), store.Text(row[5]),
			store.Text(row[6]), store.Text(row[7]), store.Text(row[8]), store.Text(row[9]), store.Text(row[10]), took, store.Text(row[12]),
			t, store.Text(row[13]), store.Text(row[14]), store.Text(row[15]), store.Text(row[16]), store.Text(row[17]),
		}
		key := [6]string{o.Session, store.Text(row[1]), o.Event, o.Rule, o.Message}
		if o.Rule != "" {
			key[5] = o.Subject // the subject of an event may still change
		}
		if _, shown := w.seen[key]; !shown {
			w.seen[key] = at
			list = append(list, o)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.since = max(w.since, newest-watchLate.Milliseconds())
	for key, at := range w.seen {
		if at < w.since {
			delete(w.seen, key)
		}
	}
	return slices.Clip(list), nil
}
