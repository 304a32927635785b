// Package agent holds what differs between coding agents: one file for each. It
// knows nothing of rules, facts or the store.
package agent

import (
	"io/fs"

	"witness/engine"
)

// An Agent is one coding agent's side of the conversation.
type Agent struct {
	Name string

	// Identify reports how surely a payload comes from this agent. It must not return
	// ByPayload for a payload of another agent; TestEveryPayloadIsIdentifiedAsItsOwn checks
	// that for every recorded and documented payload.
	Identify func(getenv func(string) string, payload []byte) Match

	// Hear turns one payload into events: none if witness has no use for it, several
	// if it reports several calls. Malformed input is an error, never a panic.
	Hear func(payload []byte, getenv func(string) string) ([]engine.Event, error)

	// Answer is the exact reply, ending in a newline, or nil where this agent cannot
	// be told (or there is nothing to say).
	Answer func(engine.Event, engine.Verdict) []byte

	// Signs tell that somebody uses this agent.
	Signs Signs

	// Probe is the payload with which the agent announces a shell command, $CWD and
	// $COMMAND standing for what the two are. `witness doctor` tries the hooks with it.
	Probe string

	// Doubts tells what of the user's settings keeps these hooks from running, though they
	// are in the file; nil if nothing is known to.
	Doubts func(Agent, Where, Settings) []Doubt

	// Plugin is the file that says that witness is there as a plugin and is turned on, "" if
	// none does; nil if this agent has no such plugin.
	Plugin func(Agent, Where) string

	// NoContextAt lists the moments (engine.Before, …) at which a warning does not reach this
	// agent's model. The warning waits and is given at the next moment at which it does, once.
	NoContextAt []string

	// CanAsk tells that "ask" reaches a user. Where it does not, the engine turns it into
	// a block that tells the agent to ask its user.
	CanAsk bool

	// EnvMarkers are variables that this agent gives to what it runs, by which a program knows
	// that no person called it. None, if it is not known to give any.
	EnvMarkers []string

	// Runs names the agents whose settings this one reads too: a line that was installed
	// for them may be run by this one.
	Runs []string

	// Settings lists the files that hold this agent's hooks.
	Settings []Settings

	// Besides lists files from which the client takes hooks too, and into which init writes
	// none: a user may have put them there.
	Besides []Settings

	// Transcript is how it keeps its sessions, nil if that is not known.
	Transcript *Transcript
}

// A Match is how surely a payload comes from an agent.
type Match int

const (
	NoMatch       Match = iota // it is another agent's, or does not say
	ByEnvironment              // several clients could have sent it, and the environment suggests this one
	ByPayload                  // only this client sends such a payload
)

// byPayload returns ByPayload if ok, else NoMatch.
func byPayload(ok bool) Match {
	if ok {
		return ByPayload
	}
	return NoMatch
}

// Detect reports whether a payload comes from this agent, by its content or by the environment
// of the hook.
func (a Agent) Detect(getenv func(string) string, payload []byte) bool {
	return a.Identify(getenv, payload) != NoMatch
}

// Manners are what the engine has to know of an agent.
func (a Agent) Manners() engine.Manners {
	return engine.Manners{Deaf: a.NoContextAt, CanAsk: a.CanAsk, Twice: len(a.Runs) > 0}
}

// Settings is one settings file into which `witness init` merges hooks.
type Settings struct {
	Scope string // "project" or "user"
	// Path is relative to the project, or to the home directory for the user's.
	Path string
	// MovedBy names the variable by which the user moves a folder of the client elsewhere,
	// and the beginning of Path that it replaces: "CODEX_HOME=.codex". "" if there is none.
	MovedBy string
	// Comments tells that the client reads past comments in the file.
	Comments bool
	// Hooks are the entries to merge, as a JSON object in the file's own form.
	Hooks string
	// New is what a new file holds siblingFiles the hooks, a JSON object, "" if nothing.
	New string
	// Whole is the content of a file that is witness's alone; Hooks is "" then.
	Whole string
	// Block is the text to add to a file that is not JSON; Hooks and Whole are "" then.
	Block string
	// Mode is the mode of a file that has to be made, 0 for 0644.
	Mode fs.FileMode
	// Note is what the user has to do siblingFiles, "" if nothing.
	Note string
}
