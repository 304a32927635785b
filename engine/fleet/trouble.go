package fleet

import (
	"context"
	"fmt"

	"witness/engine/store"
)

// troubleFailures is how many exchanges in a row have to fail before that is told: after the death of a leader a few do.
const troubleFailures = 3

// Trouble says since when the server was not reached and what waits to be sent, "" as long as exchanges end well.
func Trouble(ctx context.Context, db *store.DB) (string, error) {
	state, err := stateOf(ctx, db)
	if err != nil || state[keyLeft] != "" || integer(state[keyFailures]) < troubleFailures {
		return "", err
	}
	since := "The server of the fleet has never been reached"
	if at := integer(state[keySynced]); at > 0 {
		since = "The server of the fleet was last reached at " + minute(at)
	}
	facts := "1 fact waits"
	if n := integer(state[keyWaiting]); n != 1 {
		facts = fmt.Sprintf("%d facts wait", n)
	}
	return fmt.Sprintf("%s; %s to be sent. Nothing is lost; `witness fleet status` shows why.", since, facts), nil
}
