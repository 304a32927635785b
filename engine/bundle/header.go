package bundle

import (
	"slices"

	"witness/engine/hook"
)

// A Header is the TOML of a file. A new key is one field here and one row in
// header_keys*.go, which says what it means.
type Header struct {
	// Of rules.
	Severity string   `toml:"severity"`
	Pack     string   `toml:"pack"`
	Tools    []string `toml:"tools"`
	Commands []string `toml:"commands"`
	Paths    []string `toml:"paths"`
	Guards   []string `toml:"guards"`
	Deeds    []string `toml:"deeds"`
	When     []string `toml:"when"`
	Needs    []string `toml:"-"` // derived, see needs.go
	// Precondition is a condition without which the statement returns no row: see sqltext.Precondition. Only witness's own rules have one.
	Precondition string `toml:"-"`

	Message  string         `toml:"message"`
	Says     map[string]any `toml:"says"`
	Gather   string         `toml:"gather"`
	Options  map[string]any `toml:"options"`
	Repeat   any            `toml:"repeat"`
	Per      string         `toml:"per"`
	Holds    int64          `toml:"holds"`
	Escalate int64          `toml:"escalate"`
	Shares   string         `toml:"shares"`
	Yields   []string       `toml:"yields"`

	// Of rules: what a rule for instances takes, and what an instance is.
	Like      string         `toml:"like"`
	Takes     map[string]any `toml:"takes"`
	ToolNames []string       `toml:"tool_names"`
	Branch    []string       `toml:"branch"`
	CWD       []string       `toml:"cwd"`
	Agent     []string       `toml:"agent"`
	Except    []string       `toml:"except"`

	// Of rules: what they and their options were called before.
	Was       []string       `toml:"was"`
	OptionWas map[string]any `toml:"option_was"`

	// Of readers: whose output they read, and what the words of a command mean.
	Query    string   `toml:"query"`
	Into     string   `toml:"into"`
	Reads    []string `toml:"reads"`
	Form     string   `toml:"form"`
	Language string   `toml:"language"`
	Purpose  string   `toml:"purpose"`
	Contains []string `toml:"contains"`
	Unless   []string `toml:"unless"`
	Narrow   []string `toml:"narrow"`
	Part     []string `toml:"part"`
	Inside   []string `toml:"inside"`
	Prebuilt []string `toml:"prebuilt"`
	Values   []string `toml:"values"`
	Variant  []string `toml:"variant"`
	More     []string `toml:"more"`
	Shows    []string `toml:"shows"`
	Tasks    []string `toml:"tasks"`
	Filters  bool     `toml:"filters"`
	Whole    []string `toml:"whole"`

	// Of readers: the patterns of lines, by their role and name; each is an expression or a list of them.
	Test    map[string]any `toml:"test"`
	Finding map[string]any `toml:"finding"`
	Detail  map[string]any `toml:"detail"`
	Above   map[string]any `toml:"above"`
	Head    map[string]any `toml:"head"`
	Suite   map[string]any `toml:"suite"`
	Close   map[string]any `toml:"close"`
	Tally   map[string]any `toml:"tally"`
	Section map[string]any `toml:"section"`
	Stop    map[string]any `toml:"stop"`
	Filter  map[string]any `toml:"filter"`
	Label   map[string]any `toml:"label"`
	Markers map[string]any `toml:"markers"`
	Lines   map[string]any `toml:"line"`
	JSON    map[string]any `toml:"json"`
	XML     map[string]any `toml:"xml"`

	// Of readers: what else is known of the runner's output. Most list patterns, sections or flags.
	In       map[string]any `toml:"in"`
	Words    map[string]any `toml:"words"`
	Set      map[string]any `toml:"set"`
	Own      []string       `toml:"own"`
	Quote    []string       `toml:"quote"`
	After    []string       `toml:"after"`
	Halts    []string       `toml:"halts"`
	Ends     []string       `toml:"ends"`
	Before   []string       `toml:"before"`
	Besides  []string       `toml:"besides"`
	Modules  string         `toml:"modules"`
	Restarts []string       `toml:"restarts"`
	Stops    []string       `toml:"stops"`
	Mute     []string       `toml:"mute"`
	Lists    []string       `toml:"lists"`
	Proof    []string       `toml:"proof"`
	Foreign  []string       `toml:"foreign"`
	Joins    string         `toml:"joins"`
	Nests    string         `toml:"nests"`
	Names    bool           `toml:"names"`
	Adds     bool           `toml:"adds"`
	Empty    bool           `toml:"empty"`
	Exits    []string       `toml:"exits"`
	Quiet    bool           `toml:"quiet"`
	Placed   []string       `toml:"placed"`
	Edges    int64          `toml:"edges"`
	Retries  bool           `toml:"retries"`
	Repeats  bool           `toml:"repeats"`
	Strict   bool           `toml:"strict"`
	Weak     []string       `toml:"weak"`

	// Of queries.
	Title     string   `toml:"title"`
	Args      []string `toml:"args"`
	OfProject bool     `toml:"project"`
	Briefing  int64    `toml:"briefing"`
	Compact   int64    `toml:"compact"`
	Red       bool     `toml:"red"`
	Suggests  bool     `toml:"suggests"`
}

// field returns a pointer to the field for a key, nil if there is no such key.
func (h *Header) field(name string) any {
	for i := range HeaderKeys {
		if HeaderKeys[i].Name == name {
			return HeaderKeys[i].field(h)
		}
	}
	return nil
}

// RunsAt reports whether a rule is evaluated at a moment.
func (h *Header) RunsAt(moment string) bool {
	if len(h.When) == 0 {
		return moment == hook.Before
	}
	return slices.Contains(h.When, moment) || moment == hook.After && slices.Contains(h.When, AfterFailure)
}

// RunsFor reports whether a rule is evaluated at a moment with this outcome: one with AfterFailure not after a call that did
// not fail.
func (h *Header) RunsFor(moment, outcome string) bool {
	return h.RunsAt(moment) && (moment != hook.After || outcome == hook.Failed || slices.Contains(h.When, hook.After))
}

// Selects reports which parts of a call a rule is evaluated for: each file, each simple command,
// or, if neither, the call as a whole.
func (h *Header) Selects() (files, commands bool) {
	if !h.RunsAt(hook.Before) && !h.RunsAt(hook.After) {
		return false, false
	}
	for _, t := range h.Tools {
		files = files || slices.Contains([]string{hook.Read, hook.Edit, hook.Write, hook.Delete}, t)
		commands = commands || t == hook.Run
	}
	guards := len(h.Guards) > 0
	return files || guards || len(h.Paths) > 0, commands || guards || len(h.Commands)+len(h.Deeds) > 0
}

// A Key describes one key of a header. Decoding, validation, the index, suggestions and
// documentation follow from it.
type Key struct {
	Name    string
	Kinds   string   // the kinds of files that may set it, separated by spaces
	Allowed []string // the values that its string or list may have; nil for any
	Selects string   // the kinds of files of which it selects the calls that concern them; its field is a []string
	Doc     string

	// field returns a pointer to the header's field for the key: *string, *[]string, *int64,
	// *bool, *map[string]any or, if the key takes values of several types, *any.
	field func(*Header) any
}

// HeaderKeys are all keys of a header.
var HeaderKeys = slices.Concat(ruleKeys, readerKeys, patternKeys, outputKeys, queryKeys)

// queryKeys are those of queries.
var queryKeys = []Key{
	{
		Name: "title", Kinds: Queries, field: func(h *Header) any { return &h.Title },
		Doc: "The heading of a query's answer.",
	},
	{
		Name: "project", Kinds: Queries, field: func(h *Header) any { return &h.OfProject },
		Doc: "Unless a session is named the query is about the whole project, and `:session` is NULL. Without it, a query is about the latest session then.",
	},
	{
		Name: "briefing", Kinds: Queries, field: func(h *Header) any { return &h.Briefing },
		Doc: "The query's place in the briefing; 0 leaves it out.",
	},
	{
		Name: "compact", Kinds: Queries, field: func(h *Header) any { return &h.Compact },
		Doc: "The place in the briefing after a compaction, of a query that the other briefings leave out.",
	},
	{
		Name: "red", Kinds: Queries, field: func(h *Header) any { return &h.Red },
		Doc: "A row of the query means that something is broken: a session then begins with the briefing.",
	},
	{
		Name: "suggests", Kinds: Queries, field: func(h *Header) any { return &h.Suggests },
		Doc: "The rows of the query are rules that `witness suggest` proposes: the columns name, why, rule (the text of the .sql file) and test (that of its .txtar file, with {name} for the name). A | at the beginning of a line is removed.",
	},
	{
		Name: "args", Kinds: Queries, field: func(h *Header) any { return &h.Args },
		Doc: "The parameters that a query takes from the command line, in order; a trailing ? makes one optional.",
	},
}
