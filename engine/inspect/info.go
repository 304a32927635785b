package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"witness/engine"
	"witness/engine/hook"
	"witness/engine/store"
)

// Info returns the path, size and row counts of the store and its latest faults, as pairs of a name and a
// value.
func Info(ctx context.Context, e *engine.Engine) ([][2]string, error) {
	size, err := StoreBytes(e.DB.Path)
	if err != nil {
		return nil, err
	}
	lines := [][2]string{{"store", e.DB.Path}, {"project", e.Project.Root}, {"bytes", fmt.Sprint(size)}}
	for _, table := range []string{"sessions", "events", "commands", "touches", "runs", "tests", "diagnostics", "verdicts", "faults"} {
		n, err := e.DB.Int(ctx, "SELECT count(*) FROM "+table)
		if err != nil {
			return nil, err
		}
		lines = append(lines, [2]string{table, fmt.Sprint(n)})
	}
	err = e.DB.Each(ctx, "SELECT place, message || ' (' || count || ' times)' FROM faults ORDER BY at DESC, place LIMIT 20", nil, func(_ []string, row []store.Value) error {
		lines = append(lines, [2]string{"fault", hook.Printable(store.Text(row[0]) + ": " + store.Text(row[1]))})
		return nil
	})
	return lines, err
}

// StoreBytes returns the size of the store at path with its log.
func StoreBytes(path string) (size int64, err error) {
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(path + suffix)
		if err == nil {
			size += info.Size()
		} else if !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
	}
	return size, nil
}
