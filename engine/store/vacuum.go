package store

import (
	"context"
	"fmt"
)

// ContentBytes returns the size of what the store holds, without the pages that are free to be used again.
func (db *DB) ContentBytes(ctx context.Context) (int64, error) {
	return db.Int(ctx, "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size")
}

// Vacuum rewrites the store without its free pages and truncates the log, so that no deleted text is left in either file. Other
// processes can read meanwhile, but not write.
func (db *DB) Vacuum(ctx context.Context) error {
	db.BusyTimeout(LockWait)
	// In memory, the copy of a large store would need as much memory.
	for _, sql := range []string{"PRAGMA secure_delete = ON", "PRAGMA temp_store = FILE", "VACUUM"} {
		if _, err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	busy, err := db.Int(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && busy != 0 {
		err = fmt.Errorf("another process reads %s, so its log still has what was deleted; run the command again", db.Path)
	}
	return err
}
