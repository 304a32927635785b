package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// collector returns what reads the facts that are shared.
func (s *Syncer) collector(ctx context.Context) (*collector, error) {
	trees, err := workingTrees(ctx, s.DB, s.Root)
	if err == nil {
		trees, err = s.removedTrees(ctx, trees)
	}
	if err != nil {
		return nil, err
	}
	for i := range trees {
		n, err := s.DB.Int(ctx, `
			SELECT count(*) FROM runs r LEFT JOIN fleet_sent f ON f.session = r.session
			WHERE  r.root = :p1 AND r.tree = :p2 AND (r.t > coalesce(f.through, -1) OR r.t IN (SELECT value FROM json_each(f.open)))`, trees[i].Root, trees[i].Changes)
		if err == nil && n > 0 {
			err = hashTree(ctx, s.DB, &trees[i])
		}
		if err != nil {
			return nil, err
		}
	}
	keep := s.Config.Keep
	if there := s.server.keepTime(s.repo); there > 0 && (keep == 0 || there < keep) {
		keep = there
	}
	c := &collector{db: s.DB, assets: s.Assets, config: s.Config, secrets: s.Secrets, member: s.state[keyMember], machine: s.machine, trees: store.JSONList(trees), paths: newPathFilter(trees), columns: map[string][]column{}}
	if keep > 0 {
		c.since = s.Clock() - keep.Milliseconds()
	}
	return c, nil
}

// removedTrees adds the working trees that were removed since the last exchange, which the state of the store lists: what was
// done in them is shared as well, and nothing on the disk shows any more that they belonged to the repository.
func (s *Syncer) removedTrees(ctx context.Context, list []tree) ([]tree, error) {
	var known []string
	if text := s.state[keyTrees]; text != "" {
		if err := json.Unmarshal([]byte(text), &known); err != nil {
			return nil, err
		}
	}
	for _, t := range list {
		known = append(known, t.Root)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, root := range known {
		if !slices.ContainsFunc(list, func(t tree) bool { return t.Root == root }) {
			list = append(list, tree{Root: root, Changes: -1})
		}
	}
	return list, s.set(ctx, map[string]string{keyTrees: store.JSONList(known)})
}

// send shares what is new in this store.
func (s *Syncer) send(ctx context.Context, done *Result) error {
	c, err := s.collector(ctx)
	if err != nil {
		return err
	}
	list, err := c.waiting(ctx)
	if err != nil {
		return err
	}
	for _, w := range list {
		for {
			if late(ctx) {
				done.Left = true
				return nil
			}
			b, err := c.collect(ctx, w, s.Clock())
			if err == nil {
				err = s.post(ctx, b)
			}
			if err != nil {
				return err
			}
			done.Sent += b.count()
			if err := noteSent(ctx, s.DB, b); err != nil {
				return err
			}
			if s.Once && b.count() > 0 {
				done.Left = true
				return nil
			}
			if w.through, w.open = b.through, b.open; !b.more {
				break
			}
		}
	}
	again, through, err := s.verdictsAgain(ctx, c)
	if err != nil {
		return err
	}
	for _, b := range again {
		if err := s.post(ctx, b); err != nil {
			return err
		}
	}
	if err := s.set(ctx, through); err != nil {
		return err
	}
	return s.attend(ctx)
}

// noteSent notes how far a session was shared with a batch.
func noteSent(ctx context.Context, db *store.DB, b batch) error {
	_, err := db.Exec(ctx, `
		INSERT INTO fleet_sent (session, through, open) VALUES (?1, ?2, ?3)
		ON CONFLICT (session) DO UPDATE SET through = excluded.through, open = excluded.open WHERE through <> excluded.through OR open <> excluded.open`,
		b.session, b.through, store.JSONList(b.open))
	return err
}

// concurrent bounds how many verdicts may be recorded out of the order of their times: one for each hook that runs at once.
const concurrent = 50

// verdictsAgain returns verdicts that are shared again, because they may have changed after their call was shared: those that a
// person has voted on since, and the latest ones, because a hook records a verdict after a call in a transaction of its own. The
// server has most of them already and ignores these. through has the numbers of votes and verdicts to note once they are
// shared.
func (s *Syncer) verdictsAgain(ctx context.Context, c *collector) (list []batch, through map[string]string, err error) {
	through = map[string]string{}
	for key, table := range map[string]string{keyVotes: "votes", keyVerdicts: "verdicts"} {
		n, err := s.DB.Int(ctx, "SELECT count(*) FROM "+table)
		if err != nil {
			return nil, nil, err
		}
		known := integer(s.state[key])
		if n == known {
			continue
		}
		calls, err := c.latest(ctx, table, max(0, n-known)+concurrent)
		if err != nil {
			return nil, nil, err
		}
		for session, ticks := range calls {
			b := batch{rows: map[string][]map[string]any{}}
			if err := c.addRows(ctx, &b, []string{"verdicts"}, store.Args{"session": session, "ticks": "[]", "seen": store.JSONList(ticks), "since": c.since, "trees": c.trees}); err != nil {
				return nil, nil, err
			}
			list = append(list, b)
		}
		through[key] = strconv.FormatInt(n, 10)
	}
	return list, through, nil
}

// post sends the facts of a batch in one transaction. A batch may be sent again after an error, because the server keeps one row
// for each uid.
func (s *Syncer) post(ctx context.Context, b batch) error {
	var list []statement
	for _, kind := range project.Shares {
		rows := b.rows[kind]
		for _, row := range rows {
			row["at"] = number(row["at"]) + s.server.offset
		}
		for ; len(rows) > 0; rows = rows[min(len(rows), maxRows):] {
			insert, err := insertion(kind, s.repo, s.server.columns[kind], rows[:min(len(rows), maxRows)])
			if err != nil {
				return err
			}
			list = append(list, insert)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return s.client.execute(ctx, append(list, s.attendance())...)
}

// insertion returns the statement that adds facts to a table of the server, with one parameter.
func insertion(kind, repo string, columns []string, rows []map[string]any) (statement, error) {
	names, values := "repo", ":repo"
	table := make([][]any, len(rows))
	for _, name := range columns {
		if _, sent := rows[0][name]; !sent {
			continue
		}
		names += ", " + store.QuoteName(name)
		values += fmt.Sprintf(", value ->> %d", len(table[0]))
		for i, row := range rows {
			table[i] = append(table[i], row[name])
		}
	}
	data, err := json.Marshal(table)
	sql := "INSERT INTO fleet_" + kind + " (" + names + ") SELECT " + values + " FROM json_each(:rows) WHERE true ON CONFLICT (uid) DO "
	if kind == "verdicts" {
		// A vote comes later, and the row gets a new place, so that others ask for it again. The subquery names the row that is updated:
		// otherwise SQLite computes it once for the statement, and two rows would get the same place.
		sql += "UPDATE SET vote = excluded.vote, seq = (SELECT max(o.seq) + 1 FROM fleet_verdicts o WHERE o.seq >= fleet_verdicts.seq) WHERE vote <> excluded.vote"
	} else {
		sql += "NOTHING"
	}
	return statement{sql, map[string]any{"repo": repo, "rows": string(data)}}, err
}

// attendTime is how often a member that has nothing to share tells the server that it is there.
const attendTime = time.Minute

// attend tells the server that this member is there, unless a batch has told it within attendTime.
func (s *Syncer) attend(ctx context.Context) error {
	if s.Clock()-s.told < attendTime.Milliseconds() {
		return nil
	}
	return s.client.execute(ctx, s.attendance())
}

// attendance returns the statement that enters this member in the list, with the time.
func (s *Syncer) attendance() statement {
	s.told = s.Clock()
	return statement{
		`INSERT INTO fleet_members (member, repo, machine, user, version, joined, seen) VALUES (:member, :repo, :machine, :user, :version, :now, :now)
		ON CONFLICT (repo, member) DO UPDATE SET machine = excluded.machine, user = excluded.user, version = excluded.version, seen = excluded.seen`,
		map[string]any{
			"member": s.state[keyMember], "repo": s.repo, "machine": s.machine, "user": s.Config.User,
			"version": s.Version, "now": s.told + s.server.offset,
		},
	}
}
