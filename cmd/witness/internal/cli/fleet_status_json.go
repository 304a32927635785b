package cli

import (
	"time"

	"witness/engine/fleet"
	"witness/engine/project"
)

// A fleetStatus is what fleet status prints as JSON.
type fleetStatus struct {
	URLs       []string        `json:"urls" jsonschema:"the servers of the configuration; without one nothing is shared"`
	Left       bool            `json:"left" jsonschema:"whether this repository has left the fleet"`
	Member     string          `json:"member,omitempty" jsonschema:"the random name of this store; left out before its first exchange"`
	Machine    string          `json:"machine,omitempty" jsonschema:"as the others see it"`
	Repository string          `json:"repository,omitempty" jsonschema:"its name on the server; left out before the first exchange"`
	Synced     time.Time       `json:"synced,omitzero" jsonschema:"when the last exchange ended well; left out if none did"`
	Waiting    int             `json:"waiting" jsonschema:"facts to be sent"`
	Kept       int             `json:"kept" jsonschema:"facts of others in this store"`
	Failures   int64           `json:"failures" jsonschema:"exchanges that failed since the last one that ended well"`
	Errors     []fleetFailure  `json:"errors" jsonschema:"the latest ones, the last first"`
	Server     *fleetServer    `json:"server,omitempty" jsonschema:"left out if none answers"`
	Policy     *fleetPolicyNow `json:"policy,omitempty" jsonschema:"the team's policy; left out if none is configured"`
}

type fleetFailure struct {
	At    time.Time `json:"at"`
	Error string    `json:"error"`
}

type fleetServer struct {
	URL      string        `json:"url" jsonschema:"of the one that answered"`
	Fleet    string        `json:"fleet" jsonschema:"a random name, which a server gets when it is set up"`
	Schema   int64         `json:"schema" jsonschema:"the version of its tables"`
	TookMS   int64         `json:"took_ms" jsonschema:"milliseconds until it answered"`
	AheadMS  int64         `json:"ahead_ms" jsonschema:"how far its clock is ahead of this machine's; times are corrected by it"`
	KeepDays int64         `json:"keep_days" jsonschema:"how long it keeps the facts of this repository"`
	Members  []fleetMember `json:"members" jsonschema:"of this repository, the one that was seen last first"`
}

type fleetMember struct {
	Member  string    `json:"member"`
	Machine string    `json:"machine"`
	User    string    `json:"user,omitempty"`
	Version string    `json:"version" jsonschema:"of witness"`
	Seen    time.Time `json:"seen" jsonschema:"by this machine's clock"`
	Facts   int64     `json:"facts" jsonschema:"that the server has of it, of this repository"`
}

type fleetPolicyNow struct {
	Source  string    `json:"source"`
	Commit  string    `json:"commit,omitempty"`
	Hash    string    `json:"hash,omitempty" jsonschema:"of what is in force"`
	Brought time.Time `json:"brought,omitzero" jsonschema:"when it was last read; left out if never"`
	Changed time.Time `json:"changed,omitzero"`
	Error   string    `json:"error,omitempty" jsonschema:"why a newer one is not in force"`
}

// statusAsJSON returns a status as it is printed.
func statusAsJSON(c project.Fleet, st fleet.Status) fleetStatus {
	all := fleetStatus{
		URLs: append([]string{}, c.URLs...), Left: st.Left, Member: st.Member, Machine: st.Machine, Repository: st.Repository, Synced: timeOf(st.Synced),
		Waiting: st.Waiting, Kept: st.Kept, Failures: st.Failures, Errors: []fleetFailure{}, Policy: policyAsJSON(c),
	}
	for _, f := range st.Errors {
		all.Errors = append(all.Errors, fleetFailure{timeOf(f.At), f.Error})
	}
	if st.Server != nil {
		all.Server = &fleetServer{
			URL: st.Server.URL, Fleet: st.Server.Fleet, Schema: st.Server.Version, TookMS: st.Server.Took.Milliseconds(), AheadMS: st.Server.Ahead.Milliseconds(),
			KeepDays: int64(st.Server.Keep / (24 * time.Hour)), Members: []fleetMember{},
		}
		for _, m := range st.Server.Members {
			all.Server.Members = append(all.Server.Members, fleetMember{m.Name, m.Machine, m.User, m.Version, timeOf(m.Seen), m.Facts})
		}
	}
	return all
}

// policyAsJSON returns the policy that is in force, nil if there is none and none is configured.
func policyAsJSON(c project.Fleet) *fleetPolicyNow {
	st := fleet.ReadPolicyState()
	if c.Policy == "" && st.Source == "" {
		return nil
	}
	now := &fleetPolicyNow{st.Source, st.Commit, st.Hash, timeOf(st.Brought), timeOf(st.Changed), st.Error}
	if st.Source == "" {
		now.Source = c.Policy
	}
	return now
}

// timeOf returns a time in milliseconds since 1970, the zero time for 0.
func timeOf(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.UnixMilli(at).UTC()
}
