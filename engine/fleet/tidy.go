package fleet

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// tidyTime is how often old facts are deleted.
const tidyTime = time.Hour

// maxDeleted is how many facts of a kind a member deletes from the server at a time. It is small, because every member of the
// fleet deletes, and for each row the server changes an index.
const maxDeleted = 2000

// tidy deletes what is too old to be kept, here and on the server.
func (s *Syncer) tidy(ctx context.Context, now int64) error {
	if isWithin(tidyTime, integer(s.state[keyTidied]), now) {
		return nil
	}
	var list []statement
	for _, kind := range project.Shares {
		if all, err := s.deleteOld(ctx, kind); err != nil || !all {
			return err
		}
		if s.server.columns[kind] == nil {
			continue
		}
		list = append(list, s.server.deletions(kind, s.repo, now)...)
	}
	if len(list) > 0 {
		if err := s.client.execute(ctx, list...); err != nil {
			return err
		}
	}
	return s.set(ctx, map[string]string{keyTidied: strconv.FormatInt(now, 10)})
}

// deletions returns the statements that delete old facts of a kind from the server: the oldest of all repositories that have no
// retention of their own, and, if this repository has one, the old ones among its facts that arrived first.
func (s serverState) deletions(kind, repo string, now int64) (list []statement) {
	deletion := func(keep time.Duration, old string) statement {
		return statement{
			fmt.Sprintf("DELETE FROM fleet_%s WHERE seq IN (SELECT seq FROM %s LIMIT %d)", kind, old, maxDeleted),
			map[string]any{"before": now + s.offset - keep.Milliseconds(), "key": keepOf, "repo": repo},
		}
	}
	if s.keep > 0 {
		list = append(list, deletion(s.keep, "fleet_"+kind+" WHERE at < :before AND repo NOT IN (SELECT substr(key, length(:key) + 1) FROM fleet_meta WHERE substr(key, 1, length(:key)) = :key) ORDER BY at"))
	}
	if own := s.keeps[repo]; own > 0 {
		list = append(list, deletion(own, fmt.Sprintf("(SELECT seq, at FROM fleet_%s WHERE repo = :repo ORDER BY seq LIMIT %d) WHERE at < :before", kind, maxLooks)))
	}
	return list
}

// deleteOld deletes the facts of others that are too old, in small steps, because hooks wait for each step. The table has no index
// on the time, so the old rows are found before each step, by reading, which locks nothing. all is false if the time was too
// short; the next exchange continues.
func (s *Syncer) deleteOld(ctx context.Context, kind string) (all bool, err error) {
	after, before := "", s.since()
	for before > 0 {
		if late(ctx) {
			return false, nil
		}
		var old []string
		err := s.DB.Each(ctx, fmt.Sprintf("SELECT uid FROM fleet_%s WHERE uid > :after AND at < :before ORDER BY uid LIMIT %d", kind, maxRows), store.Args{"after": after, "before": before}, func(_ []string, row []store.Value) error {
			old = append(old, store.Text(row[0]))
			return nil
		})
		if err != nil || len(old) == 0 {
			return err == nil, err
		}
		after = old[len(old)-1]
		if _, err := s.DB.Exec(ctx, "DELETE FROM fleet_"+kind+" WHERE uid IN (SELECT value FROM json_each(?1))", store.JSONList(old)); err != nil {
			return false, err
		}
	}
	return true, nil
}
