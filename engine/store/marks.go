package store

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/hook"
	"witness/engine/regular"
)

// A Mark names the file of a project whose SQL is running in this process. It is a file beside the store,
// written before the SQL runs and removed afterwards. SQLite looks for an interrupt between its steps
// only, so a function on a long text can run until the client kills the hook; then the mark remains, and
// the next process counts it as an overrun of that file. A lock on the mark shows that its process lives.
type Mark struct {
	dir  string
	file *os.File // nil until the first Set

	unaccepted *time.Duration // what is left for files that nobody has accepted, nil for no bound; see LimitUnaccepted
}

// maxMarks bounds the marks that are looked at, and maxMark the length of one in bytes.
const (
	maxMarks = 100
	maxMark  = 4096
)

// NewMark returns the mark of this process for the store, which may be in memory; then it does nothing.
func (db *DB) NewMark() *Mark {
	if db.Path == "" {
		return &Mark{}
	}
	return &Mark{dir: markDir(db.Path)}
}

func markDir(store string) string { return store + "-running" }

// Set notes that the SQL of a file begins to run, or that none does if path is "". Without a folder for the
// mark, for example on a full disk, the SQL runs unnoted.
func (m *Mark) Set(path string) {
	if m.dir == "" || m.file == nil && path == "" {
		return
	}
	if m.file == nil {
		if m.file = createMark(m.dir); m.file == nil {
			return
		}
	}
	if _, err := m.file.WriteAt([]byte(path+"\n"), 0); err != nil {
		m.Clear()
	}
}

// createMark creates a locked file in a folder, which it creates if it is missing. It returns nil if that
// is not possible.
func createMark(dir string) *os.File {
	file, err := os.CreateTemp(dir, "")
	if err != nil {
		if os.MkdirAll(dir, 0o700) != nil {
			return nil
		}
		if file, err = os.CreateTemp(dir, ""); err != nil {
			return nil
		}
	}
	if !LockFile(file) {
		discard(file)
		return nil
	}
	return file
}

// Clear removes the mark.
func (m *Mark) Clear() {
	if m.file != nil {
		discard(m.file)
		m.file = nil
	}
}

// discard removes a mark. If that fails, it empties the mark, which then counts for nothing.
func discard(file *os.File) {
	if os.Remove(file.Name()) != nil {
		_ = file.Truncate(0)
	}
	_ = file.Close()
}

// countMarks counts the marks that processes left behind when they were killed as overruns of their files.
func (db *DB) countMarks(ctx context.Context, now int64) error {
	if db.Path == "" {
		return nil
	}
	dir, err := os.Open(markDir(db.Path))
	if err != nil {
		return nil // no process has ever left one
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxMarks)
	for _, name := range names {
		file, err := os.OpenFile(filepath.Join(dir.Name(), name), os.O_RDWR|regular.NoFollow, 0)
		if err != nil {
			continue // another process has just counted it
		}
		if !LockFile(file) {
			_ = file.Close() // its process lives
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(file, maxMark))
		path, _, whole := strings.Cut(string(text), "\n")
		discard(file)
		if whole && path != "" {
			if err := db.RecordFault(ctx, path, fmt.Sprintf("%s: a hook was ended while it ran; after %d times it is set aside until its file is changed", Overrun, MaxOverruns), now); err != nil {
				return err
			}
		}
	}
	return nil
}

// Overruns returns the files whose SQL took longer than its share of the time MaxOverruns times or more
// often, with the time of the last overrun in milliseconds since 1970. Those of processes that were killed
// are counted first, unless the connection is read-only.
func (db *DB) Overruns(ctx context.Context, now int64) (map[string]int64, error) {
	if !db.readOnly {
		if err := db.countMarks(ctx, now); err != nil {
			return nil, err
		}
	}
	slow := map[string]int64{}
	// The first query is fast, and for most stores it is the only one: they have no faults at all.
	if some, err := db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM faults)"); err != nil || some == 0 {
		return slow, err
	}
	err := db.Each(ctx, "SELECT place, max(at) FROM faults WHERE instr(message, :overrun) GROUP BY place HAVING sum(count) >= :max",
		Args{"overrun": Overrun, "max": MaxOverruns}, func(_ []string, row []Value) error {
			slow[Text(row[0])], _ = row[1].(int64)
			return nil
		})
	return slow, err
}

// Overrun is the beginning of the message of the fault that is recorded for a file of a project or of the
// user whose SQL took too long.
const Overrun = "it took longer than its share of the time"

// MaxOverruns is how often the SQL of such a file may take too long before the file is set aside. Each
// overrun delays a call.
const MaxOverruns = 3

// MaxFaults is how many different faults of one place are kept, the latest ones. A message may quote
// a part of the call and so differ for each call.
const MaxFaults = 20

// MaxFaultMessage is the maximum length of the message of a fault, in bytes.
const MaxFaultMessage = 300

// NewsOf, with the name of a client behind it, is the place of what a newer version of the client sends.
const NewsOf = "news of "

// RecordFault counts a fault: an error of witness that was not shown to the agent. place is the file
// or step, now the time in milliseconds since 1970.
//
// A place that begins with NewsOf is no fault: it counts what a client sent that this version does not know.
func (db *DB) RecordFault(ctx context.Context, place, message string, now int64) error {
	message = hook.Truncate(message, MaxFaultMessage)
	if _, err := db.Exec(ctx, `
		INSERT INTO faults (place, message, at) VALUES (?1, ?2, ?3)
		ON CONFLICT (place, message) DO UPDATE SET count = count + 1, at = excluded.at, told = 0`,
		place, message, now); err != nil {
		return err
	}
	// The overruns of a rule are never deleted, because they quarantine it.
	_, err := db.Exec(ctx, `
		DELETE FROM faults
		WHERE  place = ?1 AND message <> ?2 AND instr(message, ?3) = 0
		  AND  message NOT IN (SELECT message FROM faults WHERE place = ?1 ORDER BY at DESC, message LIMIT ?4)`,
		place, message, Overrun, MaxFaults)
	return err
}
