package receipt

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"witness/engine"
	"witness/engine/facts"
	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/store"
)

// window is how long before its author date a commit may have begun.
const window = 30 * 24 * time.Hour

// What was changed elsewhere was seen at the call of the session that came next, so it comes before that call's own change.
const changesQuery = `
	SELECT k.session, k.root, k.file, k.class, iif(k.kind = 'write' AND NOT k.on_disk, 'gone', k.hash_before), CASE WHEN k.kind = 'delete' THEN 'gone'
	            WHEN k.manner = 'restore' AND k.hash_after = '' THEN k.hash_before -- git left it alone
	            ELSE k.hash_after END, e.at
	FROM   events e
	CROSS  JOIN touches k INDEXED BY touches_in_order ON k.session = e.session AND k.t = e.t
	WHERE  e.moment = 'after' AND e.at >= :since AND k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok' AND k.manner <> 'same'
	ORDER  BY e.at, k.session, k.t, k.via <> 'elsewhere'`

const runsQuery = `
	SELECT r.session, r.t, r.n, r.root, r.tool, r.kind, coalesce(c.text, r.program), r.outcome, r.passed, r.failed, e.at, e.agent
	FROM   runs r
	JOIN   events e ON e.session = r.session AND e.t = r.t AND e.moment = 'after'
	LEFT   JOIN commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
	WHERE  e.at >= :since AND r.outcome <> 'unstarted' AND NOT r.stashed
	ORDER  BY e.at, r.session, r.t, r.n`

const saidQuery = `
	SELECT v.rule, v.severity, v.subject,
	       CASE WHEN v.unsaid NOT IN ('', 'observe') THEN 'unsaid'
	            WHEN EXISTS (SELECT 1 FROM judged j WHERE j.id = v.id AND j.vote = 'wrong') THEN 'wrong'
	            WHEN EXISTS (SELECT 1 FROM answers a WHERE a.session = v.session AND a.t = v.t AND a.rule = v.rule AND a.subject = v.subject AND a.answered > 0) THEN 'answered'
	            ELSE 'open' END
	FROM   verdicts v
	WHERE  v.session = :session AND v.at BETWEEN :since AND :until
	ORDER  BY v.at, v.rule, v.subject`

const testsQuery = `
	SELECT o.test || iif(o.suite <> '' AND instr(o.test, o.suite) = 0, ' (' || o.suite || ')', ''), o.outcome,
	       o.outcome = 'fail' AND EXISTS (SELECT 1 FROM recovered a WHERE a.test = o.test AND a.suite = o.suite AND a.flipped AND a.passed)
	FROM   outcomes o
	WHERE  o.session = :session AND o.t = :t AND o.n = :n AND o.test <> ''
	ORDER  BY 1`

// Staged is the revision of what is staged.
const Staged = "--staged"

// Of returns the receipts of a revision, of the commits of a range, the oldest first, or of what is staged.
func Of(ctx context.Context, e *engine.Engine, assets fs.FS, revision string) (list []Receipt, err error) {
	commits := []string{revision}
	if revision != Staged {
		if strings.HasPrefix(revision, "-") {
			return nil, fmt.Errorf("%q is no revision", revision)
		}
		args := []string{"rev-list", "--reverse", "--no-merges", revision, "--"}
		if !strings.Contains(revision, "..") {
			args = []string{"rev-list", "-1", revision, "--"}
		}
		out, err := git.Run(ctx, e.Project.Root, args...)
		if err != nil && revision == "HEAD" {
			return nil, fmt.Errorf("no commit in %s yet; `witness receipt --staged` is about what is staged", e.Project.Root)
		}
		if err != nil {
			return nil, fmt.Errorf("git knows no revision %q in %s", revision, e.Project.Root)
		}
		commits = strings.Fields(string(out))
	}
	for _, commit := range commits {
		r, err := of(ctx, e, assets, commit)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// of returns the receipt of one commit.
func of(ctx context.Context, e *engine.Engine, assets fs.FS, commit string) (r Receipt, err error) {
	r = Receipt{Files: []File{}, Runs: []Run{}, Untried: []string{}, Unseen: []string{}, Sessions: []Session{}, Said: []Said{}}
	root := e.Project.Root
	authored := e.Clock()
	names := []string{"diff", "--cached", "--name-only", "--no-renames", "-z"}
	if commit != Staged {
		out, err := git.Run(ctx, root, "show", "-s", "--format=%H %T %at %P", commit)
		words, at := strings.Fields(string(out)), int64(0)
		if err == nil && len(words) >= 3 {
			r.Commit, r.Tree = words[0], words[1]
			at, err = strconv.ParseInt(words[2], 10, 64)
		}
		if err != nil {
			return r, fmt.Errorf("git does not show the commit %s: %w", commit, err)
		}
		authored = 1000 * at
		names = []string{"diff-tree", "--root", "--no-commit-id", "--name-only", "--no-renames", "-r", "-z"}
		if len(words) > 4 { // of a merge, what it brings to the branch
			names = append(names, words[3])
		}
		names = append(names, commit)
	}
	out, err := git.Run(ctx, root, names...)
	if err != nil {
		return r, fmt.Errorf("git does not list the files of %s: %w", commit, err)
	}
	since := authored - window.Milliseconds()
	h, err := read(ctx, e, since)
	if err != nil {
		return r, err
	}
	in, classes := hashes(ctx, root), e.Config.Classes(assets)
	committed := func(file string) string { return in(r.Commit, file) }
	for _, name := range strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }) {
		class := classes.Of(name)
		r.Files = append(r.Files, File{File: name, Code: class == "code" || class == "test", hash: committed(name)})
	}
	isDocument := func(file string) bool { return classes.Of(file) == "document" }
	r.Runs, r.Untried = h.choose(root, r.Files, authored, tree{committed, in, differences(ctx, root, r.Commit), moves(ctx, root), isDocument})
	if r.Runs == nil {
		r.Runs = []Run{}
	}
	for i := range r.Runs {
		if err := readTests(ctx, e, &r.Runs[i]); err != nil {
			return r, err
		}
	}
	r.attribute(h)
	return r, r.readSaid(ctx, e, h)
}

// hashes returns what a file's content in a commit, or in the index for "", hashes to.
func hashes(ctx context.Context, root string) func(commit, file string) string {
	known := map[string]string{}
	return func(commit, file string) string {
		name := commit + ":" + file
		hash, ok := known[name]
		if !ok {
			hash = gone
			if content, err := git.Run(ctx, root, "cat-file", "blob", name); err == nil {
				hash = facts.ContentState(file, content, nil).Hash
			}
			known[name] = hash
		}
		return hash
	}
}

// read reads the changes and the runs since a time.
func read(ctx context.Context, e *engine.Engine, since int64) (h history, err error) {
	a := store.Args{"since": since}
	err = e.DB.Each(ctx, changesQuery, a, func(_ []string, row []store.Value) error {
		c := change{store.Text(row[0]), store.Text(row[1]), store.Text(row[2]), store.Text(row[3]), store.Text(row[4]), store.Text(row[5]), 0}
		c.at, _ = row[6].(int64)
		h.changes = append(h.changes, c)
		return nil
	})
	if err == nil {
		err = h.readHeads(ctx, e, since)
	}
	if err != nil {
		return h, err
	}
	count := func(v store.Value) *int64 {
		if n, ok := v.(int64); ok {
			return &n
		}
		return nil
	}
	return h, e.DB.Each(ctx, runsQuery, a, func(_ []string, row []store.Value) error {
		r := Run{
			Session: store.Text(row[0]), root: store.Text(row[3]), Tool: store.Text(row[4]), Kind: store.Text(row[5]),
			Command: hook.Printable(store.Text(row[6])), Outcome: store.Text(row[7]), Passed: count(row[8]), Failed: count(row[9]),
			Agent: store.Text(row[11]), Failing: []string{}, Flaky: []string{},
		}
		r.t, _ = row[1].(int64)
		r.n, _ = row[2].(int64)
		r.at, _ = row[10].(int64)
		r.At = time.UnixMilli(r.at).UTC()
		h.runs = append(h.runs, r)
		return nil
	})
}

// readTests reads the tests of a run.
func readTests(ctx context.Context, e *engine.Engine, r *Run) error {
	return e.DB.Each(ctx, e.DB.WithViews(testsQuery), store.Args{"session": r.Session, "t": r.t, "n": r.n}, func(_ []string, row []store.Value) error {
		name := hook.Printable(store.Text(row[0]))
		switch store.Text(row[1]) {
		case "pass":
			r.passing = append(r.passing, name)
		case "fail":
			r.Failing = append(r.Failing, name)
		}
		if row[2] == int64(1) {
			r.Flaky = append(r.Flaky, name)
		}
		return nil
	})
}

// attribute sets which files of the commit were not seen to come about, and which sessions had a part in it.
func (r *Receipt) attribute(h history) {
	add := func(session, agent string) {
		if !slices.ContainsFunc(r.Sessions, func(s Session) bool { return s.Session == session }) {
			r.Sessions = append(r.Sessions, Session{session, agent, []string{}})
		}
	}
	for _, f := range r.Files {
		seen := false
		for _, c := range h.changes {
			if c.file == f.File && c.after == f.hash {
				seen = true
				add(c.session, "")
			}
		}
		if !seen {
			r.Unseen = append(r.Unseen, f.File)
		}
	}
	for _, run := range r.Runs {
		add(run.Session, run.Agent)
	}
}

// readSaid reads the agents of the sessions, and what witness said in them from the first change of a file of the commit to the last run.
func (r *Receipt) readSaid(ctx context.Context, e *engine.Engine, h history) error {
	var since, until int64
	for _, c := range h.changes {
		if slices.ContainsFunc(r.Files, func(f File) bool { return f.File == c.file }) {
			if since == 0 {
				since = c.at
			}
			until = c.at
		}
	}
	for _, run := range r.Runs {
		until = max(until, run.at)
	}
	for i, s := range r.Sessions {
		a := store.Args{"session": s.Session, "since": since, "until": until}
		err := e.DB.Each(ctx, "SELECT agent FROM sessions WHERE session = :session", a, func(_ []string, row []store.Value) error {
			r.Sessions[i].Agent = store.Text(row[0])
			return nil
		})
		if err != nil {
			return err
		}
		err = e.DB.Each(ctx, "SELECT DISTINCT model FROM usage WHERE session = :session AND model <> '' ORDER BY model", a, func(_ []string, row []store.Value) error {
			r.Sessions[i].Models = append(r.Sessions[i].Models, hook.Printable(store.Text(row[0])))
			return nil
		})
		if err != nil {
			return err
		}
		err = e.DB.Each(ctx, e.DB.WithViews(saidQuery), a, func(_ []string, row []store.Value) error {
			r.Said = append(r.Said, Said{store.Text(row[0]), store.Text(row[1]), hook.Printable(store.Text(row[2])), store.Text(row[3]), s.Session})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
