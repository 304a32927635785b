package bundle

// outputKeys are those of readers that say what else is known of the runner's output. Most list patterns, sections or flags.
var outputKeys = []Key{
	{
		Name: "in", Kinds: Facts, field: func(h *Header) any { return &h.In },
		Doc: "For a section, the patterns that match only there, besides those that are indented below its own: in.failures = [\"detail.reason\"]. For a pattern with the role line, those that match only directly below it.",
	},
	{
		Name: "words", Kinds: Facts, field: func(h *Header) any { return &h.Words },
		Doc: "The runner's words for outcomes (pass, fail, skip), levels (error, warning, ignore) and counts (total, absent, lost), besides the usual ones.",
	},
	{
		Name: "set", Kinds: Facts, field: func(h *Header) any { return &h.Set },
		Doc: "Columns that a pattern gives besides its groups, by its name: set.doc.suite = \"{suite} (doc)\". {column} is replaced by a group; the empty text takes away what a heading gave.",
	},
	{
		Name: "own", Kinds: Facts, field: func(h *Header) any { return &h.Own },
		Doc: "Patterns that match only if the command is the reader's own.",
	},
	{
		Name: "quote", Kinds: Facts, field: func(h *Header) any { return &h.Quote },
		Doc: "Sections that hold what a test printed. Good news is not believed there.",
	},
	{
		Name: "after", Kinds: Facts, field: func(h *Header) any { return &h.After },
		Doc: "Patterns of lines that follow the counts of their run, besides those that are indented below counts.",
	},
	{
		Name: "before", Kinds: Facts, field: func(h *Header) any { return &h.Before },
		Doc: "Patterns of lines that come before the counts of their run. Counts without one that others follow may have been printed by a test.",
	},
	{
		Name: "besides", Kinds: Facts, field: func(h *Header) any { return &h.Besides },
		Doc: "Patterns of failures that the total in the counts does not include, such as that of a class's setup.",
	},
	{
		Name: "modules", Kinds: Facts, field: func(h *Header) any { return &h.Modules },
		Doc: "The suffix of files for the group `module`: with \".py\" the file of the module shop.tests is shop/tests.py, if no line gives another.",
	},
	{
		Name: "halts", Kinds: Facts, field: func(h *Header) any { return &h.Halts },
		Doc: "Patterns whose lines also say that tests were kept from running, so that the run proves nothing about the rest.",
	},
	{
		Name: "ends", Kinds: Facts, field: func(h *Header) any { return &h.Ends },
		Doc: "Patterns of the last line of the counts. Counts without one of them are cut short and do not end a run.",
	},
	{
		Name: "restarts", Kinds: Facts, field: func(h *Header) any { return &h.Restarts },
		Doc: "Details, such as the frames of a traceback, below which the message begins anew.",
	},
	{
		Name: "stops", Kinds: Facts, field: func(h *Header) any { return &h.Stops },
		Doc: "Flags or words of the command with which a run ends at its first failure, so that it proves nothing about the rest. With \"!\" before it, a flag without which it does.",
	},
	{
		Name: "mute", Kinds: Facts, field: func(h *Header) any { return &h.Mute },
		Doc: "Flags with which the runner prints no counts, so that counts in its output were printed by a test, or only those of some tests.",
	},
	{
		Name: "lists", Kinds: Facts, field: func(h *Header) any { return &h.Lists },
		Doc: "Sections that list tests at the end. A run is known from its single tests (how = items) if each was named outside of them.",
	},
	{
		Name: "proof", Kinds: Facts, field: func(h *Header) any { return &h.Proof },
		Doc: "Literals of which the output must have one, unless the command is the reader's own or was printed by a task before it ran it (\"$ eslint .\"). With \\n it stands at the beginning of a line. Counts without a finding are then no run.",
	},
	{
		Name: "foreign", Kinds: Facts, field: func(h *Header) any { return &h.Foreign },
		Doc: "Literals of another runner's output, which has a reader of its own.",
	},
	{
		Name: "joins", Kinds: Facts, field: func(h *Header) any { return &h.Joins },
		Doc: "What the runner prints between the parts of a test's name; it is replaced by ` › `.",
	},
	{
		Name: "nests", Kinds: Facts, field: func(h *Header) any { return &h.Nests },
		Doc: "What stands between the parts of a name that nested headings form; ` › ` if the key is missing.",
	},
	{
		Name: "names", Kinds: Facts, field: func(h *Header) any { return &h.Names },
		Doc: "The runner names every test that passed, so that the beginning of an output with fewer names is missing.",
	},
	{
		Name: "adds", Kinds: Facts, field: func(h *Header) any { return &h.Adds },
		Doc: "The counts of an output add up to one run. If its middle is missing, it has not ended.",
	},
	{Name: "empty", Kinds: Facts, field: func(h *Header) any { return &h.Empty }, Doc: "Counts of no test at all are a run, which is neither red nor green."},
	{
		Name: "exits", Kinds: Facts, field: func(h *Header) any { return &h.Exits },
		Doc: "The exit codes with which a tool without counts has come to its end.",
	},
	{Name: "quiet", Kinds: Facts, field: func(h *Header) any { return &h.Quiet }, Doc: "The tool prints nothing if it finds nothing: an empty output is a run that passed, also behind `head` or `tail`."},
	{
		Name: "placed", Kinds: Facts, field: func(h *Header) any { return &h.Placed },
		Doc: "Patterns of findings that count only if a detail gives their position. An error counts without one if a line says that the run was cut short.",
	},
	{
		Name: "edges", Kinds: Facts, field: func(h *Header) any { return &h.Edges },
		Doc: "How many bytes are read at the beginning and at the end of an output: what a test prints in between may be anything.",
	},
	{
		Name: "retries", Kinds: Facts, field: func(h *Header) any { return &h.Retries },
		Doc: "The runner tries a test that failed again: its last outcome counts.",
	},
	{
		Name: "repeats", Kinds: Facts, field: func(h *Header) any { return &h.Repeats },
		Doc: "The tool prints a finding more than once, which counts once.",
	},
	{
		Name: "strict", Kinds: Facts, field: func(h *Header) any { return &h.Strict },
		Doc: "A finding of any level makes the tool fail, and its counts are of any level.",
	},
	{
		Name: "weak", Kinds: Facts, field: func(h *Header) any { return &h.Weak },
		Doc: "Patterns that match lines of other tools as well. Unless the command is the reader's, one of them alone proves nothing.",
	},
}
