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

// tidy deletes what is too old to be kept, here and on the server.
func (s *Syncer) tidy(ctx context.Context, now int64) error {
	if now-integer(s.state[keyTidied]) < tidyTime.Milliseconds() {
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
		for _, of := range []struct {
			repositories string
			keep         time.Duration
		}{
			// A repository with a time of its own is left to its members.
			{"repo NOT IN (SELECT substr(key, length(:key) + 1) FROM fleet_meta WHERE substr(key, 1, length(:key)) = :key)", s.server.keep},
			{"repo = :repo", s.server.keepTime(s.repo)},
		} {
			if of.keep > 0 {
				list = append(list, statement{
					fmt.Sprintf("DELETE FROM fleet_%s WHERE seq IN (SELECT seq FROM fleet_%[1]s WHERE at < :before AND %s ORDER BY at LIMIT %d)", kind, of.repositories, 20*maxRows),
					map[string]any{"before": now + s.server.offset - of.keep.Milliseconds(), "key": keepOf, "repo": s.repo},
				})
			}
		}
	}
	if len(list) > 0 {
		if err := s.client.execute(ctx, list...); err != nil {
			return err
		}
	}
	return s.set(ctx, map[string]string{keyTidied: strconv.FormatInt(now, 10)})
}

// deleteOld deletes the facts of others that are too old, in small steps: hooks wait for each. The table has no index on the time, so what
// is old is looked for before the step, which locks nothing. all is false if the time was too short; the next exchange goes on.
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
