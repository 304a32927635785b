package engine

// The moments of an agent's day. An event has exactly one; a rule's `when` names them.
const (
	Before        = "before"         // a tool call is about to run
	After         = "after"          // a tool call has ended, well or badly
	Start         = "start"          // a conversation begins, resumes or was compacted
	Prompt        = "prompt"         // the user said something
	Stop          = "stop"           // the agent wants to end its turn
	SubagentStart = "subagent_start" // a subagent begins
	SubagentStop  = "subagent_stop"  // a subagent wants to end
	Compact       = "compact"        // the context is about to be compacted
	End           = "end"            // the conversation ends
)

// The canonical tools. What a client calls its tool stands in Event.Name.
const (
	Read   = "read"
	Edit   = "edit"  // changes a file in place
	Write  = "write" // creates a file or overwrites it whole
	Delete = "delete"
	Run    = "run" // a shell line
	Search = "search"
	Fetch  = "fetch"
	Task   = "task" // starts a subagent
	Other  = "other"
)

// What a command does to a file besides Read, Edit, Write and Delete.
const (
	Scan    = "scan"    // reads it and shows nothing of it: counts, compares, copies, packs
	Output  = "output"  // fills it with its product: a compiler, an archiver, a run that prints into it
	Rewrite = "rewrite" // a formatter, or version control that puts it back
)

// looks tells whether a kind of touch leaves a file as it is.
func looks(kind string) bool { return kind == Read || kind == Scan }

// How a call ended. A call before it runs, and a moment that is no call, has none ("").
const (
	OK      = "ok"
	Failed  = "failed"
	Denied  = "denied"
	Unknown = "unknown"
)

// An Event is one moment of an agent's day, as its hook told it. An agent's Hear
// fills it; the engine resolves paths, parses the shell line and remembers it.
type Event struct {
	Session string // the conversation, as the client names it
	Agent   string // the client: "claude"
	Actor   string // the subagent's id, "" for the main agent
	Call    string // the client's id of the tool call, "" if it gives none
	Moment  string
	Tool    string // canonical, "" if the moment is no tool call
	Name    string // the client's own name of the tool or event
	Hook    string // the client's own name of the hook that fired, which some replies repeat
	Source  string // of a start: startup, resume, clear, compact; of an end or stop: its reason

	CWD     string // absolute working directory of the call
	Project string // the directory the client was started in, "" if it does not say

	Files   []File // what the tool itself reads or changes; a shell line's files are found by the engine
	Command string // the shell line, if Tool is Run
	Shell   string // its language: "" for a POSIX shell, "powershell"

	Outcome    string
	Exit       *int   // the exit code, nil where the client does not tell
	Output     string // what the tool printed; read by facts.d, never stored
	Cut        bool   // Output is not all that was printed
	Background bool   // the command still runs; its end will not be told
	Duration   int64  // in milliseconds, 0 if not told
	Active     bool   // a stop that follows from a hook having stopped the agent before (the client's loop guard)
}

// A File is one file that a tool call names itself.
type File struct {
	Path    string // as the client spells it: absolute, or relative to Event.CWD
	Kind    string // Read, Edit, Write or Delete
	Content string // the whole file as read or written, "" if the client shows only a part

	// Existed tells whether it was there before the call; nil leaves that to the disk. A
	// hook has the disk to ask, a transcript has what the call came to.
	Existed *bool
}
