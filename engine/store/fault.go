package store

import (
	"context"

	"witness/engine/hook"
)

// overrun begins the fault of a rule that took too long.
const Overrun = "the rule took longer than its share of the time"

// maxFaults bounds how many different faults of one place are kept, the latest ones. A message may
// quote what the call was about, and be different for each call.
const MaxFaults = 20

// recordFault counts a fault: something that went wrong in witness and was kept from the agent.
// place is the file or step, now the time in milliseconds since 1970.
func (db *DB) RecordFault(ctx context.Context, place, message string, now int64) error {
	message = hook.Truncate(message, 300)
	if _, err := db.Exec(ctx, `
		INSERT INTO faults (place, message, at) VALUES (?1, ?2, ?3)
		ON CONFLICT (place, message) DO UPDATE SET count = count + 1, at = excluded.at, told = 0`,
		place, message, now); err != nil {
		return err
	}
	// The overruns of a rule are kept whatever else goes wrong with it: they quarantine it.
	_, err := db.Exec(ctx, `
		DELETE FROM faults
		WHERE  place = ?1 AND message <> ?2 AND instr(message, ?3) = 0
		  AND  message NOT IN (SELECT message FROM faults WHERE place = ?1 ORDER BY at DESC, message LIMIT ?4)`,
		place, message, Overrun, MaxFaults)
	return err
}
