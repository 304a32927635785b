package fleet

import (
	"context"
	"encoding/json"

	"witness/engine/store"
)

// The keys of the table fleet_state.
const (
	keyMember   = "member"   // the name of this store
	keyFleet    = "fleet"    // the name of the fleet that it has exchanged facts with
	keyRoots    = "roots"    // the first commits of the repository, separated by spaces
	keyRepo     = "repo"     // the name of the repository on the server
	keyClone    = "clone"    // what follows the name of the machine: "" for the first clone on it that took part, else a colon and a name
	keyPulled   = "pulled"   // a JSON object: by kind, the position up to which facts were brought
	keyVotes    = "votes"    // how many votes there were when verdicts were last shared
	keyVerdicts = "verdicts" // and how many verdicts
	keySynced   = "synced"   // when the last exchange ended well, milliseconds since 1970
	keyFailures = "failures" // how many exchanges have failed since
	keyWaiting  = "waiting"  // how many facts were to be sent when the last one failed
	keyErrors   = "errors"   // a JSON array of the latest errors
	keyTidied   = "tidied"   // when old facts were last deleted
	keyTrees    = "trees"    // a JSON array of the working trees that the repository has had
	keyLeft     = "left"     // when this store left the fleet, "" if it has not
)

// stateOf returns the table fleet_state, nothing of a store that has not joined a fleet.
func stateOf(ctx context.Context, db *store.DB) (map[string]string, error) {
	state := map[string]string{}
	if !db.InFleet {
		return state, nil
	}
	err := db.Each(ctx, "SELECT key, value FROM fleet_state", nil, func(_ []string, row []store.Value) error {
		state[store.Text(row[0])] = store.Text(row[1])
		return nil
	})
	return state, err
}

// set changes values of the table fleet_state.
func set(ctx context.Context, db *store.DB, values map[string]string) error {
	text, err := json.Marshal(values)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, "INSERT INTO fleet_state (key, value) SELECT key, value FROM json_each(?1) WHERE true ON CONFLICT (key) DO UPDATE SET value = excluded.value", string(text))
	return err
}

// A Failure is an exchange that failed.
type Failure struct {
	At    int64  `json:"at"` // milliseconds since 1970
	Error string `json:"error"`
}

// keptErrors is how many errors are kept.
const keptErrors = 5

// failuresOf returns the latest errors, the last one first.
func failuresOf(state map[string]string) (list []Failure) {
	if json.Unmarshal([]byte(state[keyErrors]), &list) != nil {
		return nil // there are none yet
	}
	return list
}
