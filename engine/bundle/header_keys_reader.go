package bundle

// targetTables are the tables that the rows of a reader can go to.
var targetTables = []string{"tests", "diagnostics", "changes", "runs", "labels"}

// readerKeys are those of readers that say whose output they read, and what the words of a command mean.
var readerKeys = []Key{
	{
		Name: "query", Kinds: Facts, field: func(h *Header) any { return &h.Query },
		Doc: "The SELECT of a reader for which patterns are not enough, in three single quotes. A .sql file has it below the header instead.",
	},
	{
		Name: "into", Kinds: Facts, Allowed: targetTables, field: func(h *Header) any { return &h.Into },
		Doc: "The table that a reader's rows go to. If the key is missing, diagnostics for a reader with patterns of findings, and tests for one with other patterns.",
	},
	{
		Name: "reads", Kinds: Facts, Allowed: []string{"message", "closing", "prompt", "answer", "output"}, field: func(h *Header) any { return &h.Reads },
		Doc: "What a reader into labels reads: the last message of an agent that stops, or only its closing line, the prompt of a person, the answer of a fetch or of a tool that is not the client's own, or what a shell line prints. No part of the text is kept.",
	},
	{
		Name: "form", Kinds: Facts, field: func(h *Header) any { return &h.Form },
		Doc: "The reader whose commands can print this format as well, such as \"go_test\" for the JSON of go test.",
	},
	{
		Name: "language", Kinds: Facts, field: func(h *Header) any { return &h.Language },
		Doc: "The language of the tests that a runner runs, such as \"python\". A green run of one runner clears the failures that another runner of the same language reported.",
	},
	{
		Name: "purpose", Kinds: Facts, Allowed: []string{"test", "check", "build", "fix"}, field: func(h *Header) any { return &h.Purpose },
		Doc: "What the commands are for, as commands.kind, if it does not follow from the table: a compiler's diagnostics are those of a build.",
	},
	{
		Name: "contains", Kinds: Facts, Selects: Facts, field: func(h *Header) any { return &h.Contains },
		Doc: "A reader runs if the output contains one of these strings, or if its own command was piped into a filter, which may have dropped them.",
	},
	{
		Name: "unless", Kinds: Facts + " " + Rules, field: func(h *Header) any { return &h.Unless },
		Doc: "For a reader, flags with which the command runs nothing, besides -h, --help and --version, and subcommands that run nothing. For a rule, flags with which a command is none that it is about, such as \"--dry-run\".",
	},
	{
		Name: "narrow", Kinds: Facts, field: func(h *Header) any { return &h.Narrow },
		Doc: "Flags whose value is a part of the selected tests' names.",
	},
	{
		Name: "part", Kinds: Facts, field: func(h *Header) any { return &h.Part },
		Doc: "Flags that select some of the tests in a way that their names do not show.",
	},
	{Name: "inside", Kinds: Facts, field: func(h *Header) any { return &h.Inside }, Doc: "Flags and variables that select among the tests within what the runner names as one, or with which it lets pass what fails: a green run with one clears only what a run of the same words showed."},
	{Name: "prebuilt", Kinds: Facts, field: func(h *Header) any { return &h.Prebuilt }, Doc: "Words with which the runner tests what was built before, as they begin on the line: \"--no-build\", \"dist/\"; \"\" if it never builds. A green run of it counts only if something was built after the last change of a source file."},
	{
		Name: "values", Kinds: Facts, field: func(h *Header) any { return &h.Values },
		Doc: "All other flags that take a separate value.",
	},
	{
		Name: "variant", Kinds: Facts, field: func(h *Header) any { return &h.Variant },
		Doc: "Flags that make it another kind of run of the same tests.",
	},
	{
		Name: "more", Kinds: Facts, field: func(h *Header) any { return &h.More },
		Doc: "Flags with which tests run, or can fail, that otherwise do not, such as build tags: a run without them does not cover what failed with them. They also make it another kind of run.",
	},
	{
		Name: "shows", Kinds: Facts, field: func(h *Header) any { return &h.Shows },
		Doc: "Flags that only change how much is shown of a run, such as -v and --durations.",
	},
	{
		Name: "tasks", Kinds: Facts, Selects: Facts, field: func(h *Header) any { return &h.Tasks },
		Doc: "Scripts and targets of a project, such as \"fmt\", whatever program runs them: a reader into changes is used for them as well, and of any other reader the commands that run them have the purpose.",
	},
	{
		Name: "filters", Kinds: Facts, field: func(h *Header) any { return &h.Filters },
		Doc: "The runner's plain arguments are parts of names, not paths.",
	},
	{
		Name: "whole", Kinds: Facts, field: func(h *Header) any { return &h.Whole },
		Doc: "The arguments that select everything, for a runner that without them selects only what is in the directory.",
	},
}

// patternKeys are those of readers that hold the patterns of lines, by their role and name.
var patternKeys = []Key{
	{
		Name: "test", Kinds: Facts, field: func(h *Header) any { return &h.Test },
		Doc: "Lines that name a test: test.pass, test.fail, test.skip; test.begin for one whose lines follow; or test.NAME with the outcome in the group `outcome`.",
	},
	{
		Name: "finding", Kinds: Facts, field: func(h *Header) any { return &h.Finding },
		Doc: "Lines that are a diagnostic: finding.error, finding.warning; or finding.NAME with the level in the group `level`.",
	},
	{
		Name: "detail", Kinds: Facts, field: func(h *Header) any { return &h.Detail },
		Doc: "Lines that say more about the test or finding above: a column that is still empty is filled.",
	},
	{
		Name: "above", Kinds: Facts, field: func(h *Header) any { return &h.Above },
		Doc: "Lines that say more about the test below them.",
	},
	{
		Name: "head", Kinds: Facts, field: func(h *Header) any { return &h.Head },
		Doc: "Headings, whose columns hold for the lines below. With a group `indent` they nest, and their `test` is a part of the names below.",
	},
	{
		Name: "suite", Kinds: Facts, field: func(h *Header) any { return &h.Suite },
		Doc: "Lines that name a suite (a file, a class, a binary) above its tests: suite.pass, suite.fail, suite.skip.",
	},
	{
		Name: "close", Kinds: Facts, field: func(h *Header) any { return &h.Close },
		Doc: "Lines that name a suite below its tests: close.pass, close.fail, close.skip.",
	},
	{
		Name: "tally", Kinds: Facts, field: func(h *Header) any { return &h.Tally },
		Doc: "Lines with counts: the groups passed, failed, skipped and total, or `counts` for numbers with words.",
	},
	{
		Name: "section", Kinds: Facts, field: func(h *Header) any { return &h.Section },
		Doc: "Lines that begin a part of the output.",
	},
	{Name: "stop", Kinds: Facts, field: func(h *Header) any { return &h.Stop }, Doc: "Lines that say that the run was cut short."},
	{
		Name: "filter", Kinds: Facts, field: func(h *Header) any { return &h.Filter },
		Doc: "Lines that say that only some tests were selected. They count if the command does not show it: if it is not the reader's.",
	},
	{
		Name: "label", Kinds: Facts, field: func(h *Header) any { return &h.Label },
		Doc: "Of a reader into labels: lines that give the text a label, which is the name of the pattern.",
	},
	{Name: "markers", Kinds: Facts, field: func(h *Header) any { return &h.Markers }, Doc: "Of a file that reads no output: what is counted in the files that agents change, each a regular expression, such as markers.todo = 'TODO|FIXME'. The counts are in the table marks, and before a call in `:lines`; no text is kept."},
	{
		Name: "line", Kinds: Facts, field: func(h *Header) any { return &h.Lines },
		Doc: "Other lines. The query sees them in the relation `lines`; without a query they are only taken from other patterns.",
	},
	{
		Name: "json", Kinds: Facts, field: func(h *Header) any { return &h.JSON },
		Doc: "Beginnings of JSON documents, which the query sees in the relation `documents`.",
	},
	{
		Name: "xml", Kinds: Facts, field: func(h *Header) any { return &h.XML },
		Doc: "Beginnings of XML documents, which the query sees in the relation `documents` as an array of elements.",
	},
}
