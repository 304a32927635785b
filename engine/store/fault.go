package store

import (
	"context"

	"witness/engine/hook"
)

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

// RecordFault counts a fault: an error of witness that was not shown to the agent. place is the file
// or step, now the time in milliseconds since 1970.
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
