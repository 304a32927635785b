package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/project"
)

// A PolicyState is the result of the last attempts to bring the team's policy. It belongs to the user and is a file of its own, so
// that commands and starts of sessions can read it without a store. Times are in milliseconds since 1970.
type PolicyState struct {
	Source  string   `json:"source"`            // fleet.policy
	Commit  string   `json:"commit,omitempty"`  // of the repository
	Hash    string   `json:"hash,omitempty"`    // of the content in force, as #sha256= takes it
	Brought int64    `json:"brought,omitempty"` // when it was last read and is what it should be, 0 if never
	Changed int64    `json:"changed,omitempty"` // when it changed last
	Changes []string `json:"changes,omitempty"` // what changed then
	Tried   int64    `json:"tried"`
	Failing int64    `json:"failing,omitempty"` // since when it cannot be brought
	Error   string   `json:"error,omitempty"`   // why
}

func policyStateFile() string { return filepath.Join(project.StateDir(), "policy.json") }

// ReadPolicyState returns the state of the policy, the zero value if there is none.
func ReadPolicyState() (st PolicyState) {
	text, err := os.ReadFile(policyStateFile())
	if err != nil || json.Unmarshal(text, &st) != nil {
		return PolicyState{} // it is written again with the next attempt
	}
	return st
}

// Change says what changed last, "" if nothing was brought yet.
func (st PolicyState) Change() string {
	if st.Changed == 0 {
		return ""
	}
	changes := st.Changes[:min(len(st.Changes), saidChanges)]
	text := "The team's policy (" + st.Source
	if st.Commit != "" {
		text += ", commit " + st.Commit[:min(len(st.Commit), 12)]
	}
	text += ") has changed: " + strings.Join(changes, ", ")
	if more := len(st.Changes) - len(changes); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ". It is in force in " + project.PolicyDir() + "; `witness config show --origin` shows what it sets."
}

// saidChanges is how many changed files are named.
const saidChanges = 5

// Trouble says since when and why the policy cannot be brought, "" if it was.
func (st PolicyState) Trouble() string {
	if st.Error == "" {
		return ""
	}
	kept := "No policy is in force."
	if st.Brought > 0 {
		kept = "The one of " + minute(st.Brought) + " stays in force."
	}
	return fmt.Sprintf("The team's policy cannot be brought from %s since %s: %s. %s", st.Source, minute(st.Failing), strings.ReplaceAll(st.Error, "\n", "; "), kept)
}

// minute returns a time in milliseconds since 1970 as people write it.
func minute(at int64) string { return time.UnixMilli(at).Format("2006-01-02 15:04") }

// write keeps the state.
func (st PolicyState) write() error {
	text, err := json.Marshal(st)
	if err != nil {
		return err
	}
	place := policyStateFile()
	temp := place + ".new" // a hook must not read half of it
	return errors.Join(os.WriteFile(temp, append(text, '\n'), 0o600), os.Rename(temp, place))
}
