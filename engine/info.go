package engine

import (
	"context"
	"fmt"
	"os"
)

// StoreOf is where the store of the project around dir lies.
func StoreOf(dir string) string { return StorePath(placeOf(dir, "").Root) }

// ProjectOf is the root of the project around dir; dir itself, if nothing marks one.
func ProjectOf(dir string) string {
	if root := markedRoot(resolve(dir)); root != "" {
		return root
	}
	return dir
}

// Info describes the store, a name and a value for each line.
func (e *Engine) Info(ctx context.Context) ([][2]string, error) {
	size := int64(0)
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(e.path + suffix); err == nil {
			size += info.Size()
		}
	}
	lines := [][2]string{{"store", e.path}, {"project", e.place.Root}, {"bytes", fmt.Sprint(size)}}
	for _, table := range []string{"sessions", "events", "commands", "touches", "runs", "tests", "diagnostics", "verdicts", "faults"} {
		n, err := e.db.int(ctx, "SELECT count(*) FROM "+table)
		if err != nil {
			return nil, err
		}
		lines = append(lines, [2]string{table, fmt.Sprint(n)})
	}
	err := e.db.each(ctx, "SELECT place, message || ' (' || count || ' times)' FROM faults ORDER BY at DESC, place LIMIT 20", nil, func(_ []string, row []driverValue) error {
		lines = append(lines, [2]string{"fault", harmless(show(row[0]) + ": " + show(row[1]))})
		return nil
	})
	return lines, err
}
