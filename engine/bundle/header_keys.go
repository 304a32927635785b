package bundle

import "slices"

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
