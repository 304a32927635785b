package agent

import "witness/engine"

// A Transcript is how a client keeps its sessions: files of JSON, a record a line. What
// stands in them is what the hooks of that session were told, less what a hook alone knows.
type Transcript struct {
	// Files are patterns of the files, relative to the home directory; ** is any folders.
	Files []string

	// Head tells what one of the first lines of the file at path says of its session; false,
	// if it is no record of this client.
	Head func(path string, line []byte) (Head, bool)

	// Read begins a file. What it returns is handed each line with its number, then nil,
	// and gives the events that are whole by then, in the order in which they happened. Records
	// that it does not know are passed over.
	Read func() func(n int, line []byte) []Step
}

// A Head is what the beginning of a transcript says. What it does not say is empty.
type Head struct {
	Session string // the conversation; of a subagent's file its parent's
	CWD     string
	At      string // when it began, RFC 3339 in UTC
	Part    bool   // the file is a subagent's
}

// A Step is one event of a transcript.
type Step struct {
	Line  int    // where it stands, from 1
	At    string // when it happened, RFC 3339 in UTC, so that times compare as text
	Event engine.Event
}

// A position is where and when a record stands.
type position struct {
	line int
	at   string
}

func (s position) step(e engine.Event) Step { return Step{s.line, s.at, e} }
