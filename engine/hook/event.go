// Package hook defines the client-neutral types of a hook: what the client reports (Event), what it
// gets back (Verdict), and how much of that it can pass on (Capabilities).
//
// Read event.go first. The clients' adapters (package agent) import no other package of the engine.
package hook

import "slices"

// Moments: the points of a session at which a client calls a hook. Every event has exactly
// one, and the `when` key of a rule lists them.
const (
	Before        = "before"         // a tool call is about to run
	After         = "after"          // a tool call has ended, successfully or not
	Start         = "start"          // a session starts, is resumed or was compacted
	Prompt        = "prompt"         // the user submitted a prompt
	Stop          = "stop"           // the agent is about to end its turn
	SubagentStart = "subagent_start" // a subagent starts
	SubagentStop  = "subagent_stop"  // a subagent is about to end
	Compact       = "compact"        // the context is about to be compacted
	End           = "end"            // the session ends
)

// Canonical tools. The client's own name for its tool is in Event.Name.
const (
	Read   = "read"
	Edit   = "edit"  // changes a file in place
	Write  = "write" // creates a file or overwrites all of it
	Delete = "delete"
	Run    = "run" // runs a shell command line
	Search = "search"
	Fetch  = "fetch"
	Task   = "task" // starts a subagent
	Other  = "other"
)

// TakesFile reports whether a canonical tool is used on a file. If a call of it names none, the file
// is unknown.
func TakesFile(tool string) bool { return slices.Contains([]string{Read, Edit, Write, Delete}, tool) }

// Further kinds of touches, which only a shell command has.
const (
	Scan    = "scan"    // reads the file without showing its content: counts, compares, copies or packs it
	Output  = "output"  // writes a product: the result of a compiler or archiver, or the output of a test run
	Rewrite = "rewrite" // rewrites the file mechanically: a formatter, or version control restoring it
)

// Outcomes of a call. A call that has not run yet, and a moment without a call, have none ("").
const (
	OK      = "ok"
	Failed  = "failed"
	Denied  = "denied"
	Unknown = "unknown"
)

// Reasons: why a call failed, or did not happen. A call that failed by its own exit code has none.
const (
	NoMatch     = "no match" // the text that an edit was to replace is not in the file
	NoFile      = "no file"  // which an edit was to change
	NotRead     = "not read" // the client refuses to edit a file that was not read, or changed since
	Sibling     = "sibling"  // cancelled because a parallel call failed
	ByUser      = "refused by the user"
	ByRule      = "refused by a rule"     // of the client's settings
	ByMode      = "refused by the mode"   // in which the client asks nobody, or decides by itself
	ByClient    = "refused by the client" // which could ask nobody, or does not say why
	ByHook      = "refused by a hook"
	Asked       = "asked the user" // of a call that has begun: the client has, and the answer is not known
	NotStarted  = "not started"    // no such tool, or arguments that it does not take
	Broken      = "broken"         // the tool itself could not run, whatever it was given
	Interrupted = "interrupted"
	TimedOut    = "timeout"
)

// Severities, in rising order. A rule that is off is not evaluated.
const (
	Off   = "off"
	Warn  = "warn"  // the agent is given the message
	Ask   = "ask"   // the user decides
	Block = "block" // the call is refused
)

// States of a task in the agent's list.
const (
	Open    = "open"
	Doing   = "doing"
	Done    = "done"
	Dropped = "dropped" // deleted, or left out of the list without having been done
)

// The values that a rule's header or the configuration may give.
var (
	Tools      = []string{Read, Edit, Write, Delete, Run, Search, Fetch, Task, Other}
	Moments    = []string{Before, After, Start, Prompt, Stop, SubagentStart, SubagentStop, Compact, End}
	Severities = []string{Off, Warn, Ask, Block}
)

// ReadOnly reports whether a touch of this kind leaves the file unchanged.
func ReadOnly(kind string) bool { return kind == Read || kind == Scan }

// Rank returns the position of a severity in Severities: the graver, the higher.
func Rank(severity string) int { return slices.Index(Severities, severity) }

// An Event is one call of a client's hook in client-neutral terms. The client's adapter
// fills it; package facts resolves its paths and parses its shell line.
type Event struct {
	Session string // the client's id of the session
	Agent   string // the client, such as "claude"
	Actor   string // the subagent's id, "" for the main agent
	Call    string // the client's id of the tool call, "" if it gives none
	Moment  string
	Tool    string // canonical, "" if the moment is not a tool call
	Name    string // the client's own name of the tool or event
	Hook    string // the client's own name of the hook that fired; some replies must repeat it
	Source  string // of a start: startup, resume, clear, compact; of an end or stop: its reason; of a prompt that no person wrote: who did; of a run that has ended: see Background

	Mode      string // what the agent may do unasked: see the column of events
	AgentType string // the kind of subagent that makes the call, or that a task starts
	Host      string // that a fetch asks
	Branch    string // that was checked out, as a recorded session tells it

	CWD        string // absolute working directory of the call
	Transcript string // the file to which the client writes the conversation, "" unless it tells the tokens that were used
	Project    string // directory the client was started in, "" if it does not say

	Files   []File // files named by the tool itself; those of a shell line are found by package facts
	Command string // the shell line, if Tool is Run
	Shell   string // its language: "" for a POSIX shell, or "powershell"

	// Statement is SQL that a tool of an MCP server runs on a database which the call does not name.
	Statement string

	Todos      []Todo // the tasks that a call adds to the agent's list, or whose state it sets
	TodosWhole bool   // they are the whole list: a task that is not among them is dropped

	Missing []string // files that the command will not find, as a recorded session tells it at its end

	Folders []string // that the user has added to the workspace of the session

	Outcome string
	Reason  string  // why the call failed or did not happen, "" if that is not known
	Exit    *int    // exit code, nil if the client does not report it
	Output  string  // what the tool printed; given to the readers in facts.d and never stored
	Tokens  *int64  // that the one who acts has used so far, as a recorded session tells it; nil if it does not
	Used    []Usage // tokens, by model, since the event before it, as a recorded session or a plugin tells it
	// Interrupts is how often the user has interrupted the turn that ends, and WaitedMS how long calls of it waited for the user's
	// answer, in milliseconds, as a plugin tells it.
	Interrupts, WaitedMS int64

	Message  string   // what the agent said last, at a stop; given to the readers in facts.d and never stored
	Prompt   string   // what was written at a prompt, or the plan that a call carried to the user; given to package words and never stored
	Answers  []Answer // what the user has chosen or written in a dialog of the client; given to package words and never stored
	Cut      bool     // Output is incomplete
	Duration int64    // in milliseconds, 0 if not reported
	Active   bool     // a stop after a hook already kept the agent from stopping (the client's loop guard)

	// Background reports whether the command still runs. Its end is not reported, or by a later call, which is then a run
	// without a command: the Source of both is the client's id of the task.
	Background bool

	// Running are, at a stop, the client's ids of the commands that still run in the background, and of its subagents with agent: before
	// them; nil if it does not say. A recorded session tells of subagents only.
	Running []string

	// News is what in the payload is of a newer version of the client, "" if all of it is known.
	News string

	// Asked reports whether the event tells of a call that has begun that the client asks its user about it. It is no moment of its own.
	Asked bool

	// Told reports whether the event is the end of a command in the background that no call of the agent reports: the
	// client has told it to the model. It may be told more than once.
	Told bool
}

// ByPerson reports whether the event is a prompt that a person wrote. A subagent's task, a client's notification or what witness itself
// has said is none.
func (e Event) ByPerson() bool { return e.Moment == Prompt && e.Actor == "" && e.Source == "" }

// An Answer is what the user has chosen or written when the agent asked something with a tool of the client.
type Answer struct {
	Question string // as the agent put it, "" if the answer is to all that was asked
	Text     string // a label that was chosen, or a text that was written
}

// A File is one file named by a tool call.
type File struct {
	Path    string // as the client spells it: absolute, or relative to Event.CWD
	Kind    string // Read, Edit, Write or Delete
	Content string // the whole file as read or written, "" if the client shows only a part

	// Mentioned reports whether a prompt names the file. It was read if the client found it.
	Mentioned bool

	// Moved reports whether the file that is deleted is written under another name by the same call.
	Moved bool

	// First and Last are the lines that a read shows, and Lines how many the file has, 0 if unknown.
	First, Last, Lines int64

	// Original is the whole file before the call, nil if the client does not show it, and Replaced
	// what an edit replaced in it, in this order.
	Original *string
	Replaced []Replacement

	// Existed reports whether the file was there before the call, as far as the event itself
	// shows it. If it is nil, the disk is looked at; for a recorded session there is none.
	Existed *bool
}

// A Todo is a task in the agent's list, without its text.
type Todo struct {
	ID    string // the client's, or a hash of the text
	State string // Open, Doing, Done or Dropped
}

// A Replacement is a part of an edit: the first occurrence of a text, or each, is replaced by another.
type Replacement struct {
	Old, New string
	All      bool
}
