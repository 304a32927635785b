package agent

import (
	"slices"
	"strings"

	"witness/engine/hook"
)

// A Transcript reads the session files of a client. They are JSON Lines and hold what the hooks
// of the session received, except for what only a hook knows. Of a client whose sessions cannot be read, only Tokens is set.
type Transcript struct {
	// Files are glob patterns relative to the home directory; ** matches any folders.
	Files []string

	// Parts is a pattern of the files that continue a recording, relative to its folder, "" if it is one file. Each of them is one
	// record, in the order of their names.
	Parts string

	// Head decodes one of the first lines of the file at path. It returns false if the line is
	// not a record of this client.
	Head func(path string, line []byte) (Head, bool)

	// Read starts reading a file and returns a function. That function takes each line with its
	// number, and finally a nil line, and returns the events that are complete by then, in the
	// order in which they happened. Unknown records are skipped.
	Read func() func(n int, line []byte) []Step

	// Tokens returns what a line tells of the tokens that were used, and whether it tells any. It is nil if the files
	// do not tell, or only a part.
	Tokens func(line []byte) (TokenCount, bool)

	// Pauses are the lines that tell of the user's part in a turn, none if the files do not tell.
	Pauses []pauseForm

	// Said returns what the user says in a line, "" if that is another record. It is nil if the files do not tell.
	Said func(line []byte) string
}

// A Head is what the first lines of a transcript say. Unknown fields are empty.
type Head struct {
	Session  string // the conversation; in a subagent's file the parent's
	CWD      string
	Time     string // the start time, RFC 3339 in UTC
	Subagent bool   // whether the file is a subagent's
}

// A Step is one event of a transcript.
type Step struct {
	Line  int    // the line number, from 1
	Time  string // the time, RFC 3339 in UTC, so that times compare as strings
	Event hook.Event
}

// A position is the line and the time of a record. Line 0 means that there is none.
type position struct {
	line int
	at   string
}

// step returns a Step at the position.
func (s position) step(e hook.Event) Step { return Step{s.line, s.at, e} }

// event returns a Step at the position for an event that is not a call. base has the fields that all events of the file share.
func (s position) event(base hook.Event, moment, name, source string) Step {
	base.Moment, base.Name, base.Hook, base.Source = moment, name, name, source
	return s.step(base)
}

// spoken returns the step of a message without calls, none if it has no text: a prompt, or what the agent ends its turn with. prompt and
// stop are the client's names of these moments. A subagent is prompted by the agent that gave it its task.
func (s position) spoken(base hook.Event, role, text, prompt, stop string) []Step {
	switch {
	case text == "":
	case role == "user":
		source := ""
		if base.Actor != "" {
			source = "agent"
		}
		step := s.event(base, hook.Prompt, prompt, source)
		step.Event = prompted(step.Event, text)
		return []Step{step}
	case role == "assistant":
		moment := hook.Stop
		if base.Actor != "" {
			moment = hook.SubagentStop
		}
		step := s.event(base, moment, stop, "")
		step.Event.Message = text
		return []Step{step}
	}
	return nil
}

// begun returns the step with which the file of a session or a subagent begins. start is the client's name of that moment.
func (s position) begun(base hook.Event, start, source string) []Step {
	if base.Actor != "" {
		return []Step{s.event(base, hook.SubagentStart, start, "")}
	}
	return []Step{s.event(base, hook.Start, start, source)}
}

// sortedSteps orders steps by time. Steps with the same time keep their order.
func sortedSteps(steps []Step) []Step {
	slices.SortStableFunc(steps, func(a, b Step) int { return strings.Compare(a.Time, b.Time) })
	return steps
}

// setRecordedFailure sets the outcome and the reason of a call that a transcript reports as failed
// without an exit code. A command without one did not run, or it is not known how far: it is recorded
// neither as a run nor as an edit, like a call that was refused.
func setRecordedFailure(e *hook.Event, text string) {
	setFailed(e, text)
	if e.Outcome == hook.Failed && e.Tool == hook.Run {
		e.Outcome = hook.Unknown
	}
	if e.Outcome != hook.Failed {
		e.Files, e.Command = nil, ""
	}
}
