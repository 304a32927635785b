package inspect

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"witness/engine"
	"witness/engine/hook"
	"witness/engine/store"
)

// A StoreInfo describes a store.
type StoreInfo struct {
	Path    string      `json:"path"`
	Project string      `json:"project" jsonschema:"the folder of its project"`
	Bytes   int64       `json:"bytes"`
	Tables  []TableInfo `json:"tables"`
	Faults  []FaultInfo `json:"faults" jsonschema:"the latest errors inside hooks"`
}

// A TableInfo is the size of one table.
type TableInfo struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
}

// A FaultInfo is an error inside a hook.
type FaultInfo struct {
	Place   string    `json:"place" jsonschema:"the file or the step in which it occurred"`
	Message string    `json:"message"`
	Count   int64     `json:"count"`
	At      time.Time `json:"at" jsonschema:"when it occurred last"`
}

// countOutcomes counts the rows of the view outcomes, without reading the names of a list for each run that has it.
const countOutcomes = `
	SELECT (SELECT count(*) FROM tests)
	       + (SELECT coalesce(sum(m.tests), 0) FROM test_lists l JOIN (SELECT list, count(*) AS tests FROM listed_tests GROUP BY list) m ON m.list = l.list)`

// Info returns the path, size and row counts of the store and its latest faults.
func Info(ctx context.Context, e *engine.Engine) (info StoreInfo, err error) {
	info = StoreInfo{Path: e.DB.Path, Project: e.Project.Root, Faults: []FaultInfo{}}
	if info.Bytes, err = StoreBytes(e.DB.Path); err != nil {
		return info, err
	}
	for _, table := range []string{"sessions", "events", "commands", "touches", "runs", "tests", "diagnostics", "verdicts", "faults"} {
		count := "SELECT count(*) FROM " + table
		if table == "tests" {
			count = countOutcomes
		}
		n, err := e.DB.Int(ctx, count)
		if err != nil {
			return info, err
		}
		info.Tables = append(info.Tables, TableInfo{table, n})
	}
	err = e.DB.Each(ctx, "SELECT place, message, count, at FROM faults ORDER BY at DESC, place LIMIT 20", nil, func(_ []string, row []store.Value) error {
		f := FaultInfo{Place: hook.Printable(store.Text(row[0])), Message: hook.Printable(store.Text(row[1]))}
		f.Count, _ = row[2].(int64)
		at, _ := row[3].(int64)
		f.At = time.UnixMilli(at).UTC()
		info.Faults = append(info.Faults, f)
		return nil
	})
	return info, err
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
