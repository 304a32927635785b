package bundle

import "witness/engine/hook"

// A Key describes one key of a header. Decoding, validation, the index, suggestions and
// documentation follow from it.
type Key struct {
	Name    string
	Kinds   string   // the kinds of files that may set it, separated by spaces
	Allowed []string // the values that its string or list may have; nil for any
	Selects bool     // it selects the calls that a rule is evaluated for; its field is a []string
	Doc     string

	// field returns a pointer to the header's field for the key: *string, *[]string, *int64,
	// *bool, *map[string]any or, if the key takes values of several types, *any.
	field func(*Header) any
}

// neededTables are the tables and counts that the key needs may list. For each of them an index
// shows whether a session has such a row.
var neededTables = []string{"commands", "touches", "runs", "tests", "diagnostics", "changes", "marks", "editors", "todos", "labels", "tally", "failing", "failing.passed", "rounds", "rounds.rounds"}

// targetTables are the tables that the rows of a reader can go to.
var targetTables = []string{"tests", "diagnostics", "changes", "runs", "labels"}

// HeaderKeys are all keys of a header.
var HeaderKeys = []Key{
	{
		Name: "severity", Kinds: Rules, Allowed: hook.Severities, field: func(h *Header) any { return &h.Severity },
		Doc: "What a row leads to: off, warn, ask or block; warn if the key is missing.",
	},
	{
		Name: "pack", Kinds: Rules, field: func(h *Header) any { return &h.Pack },
		Doc: "The pack that a rule belongs to. The rule is off until the configuration chooses the pack (`packs`) or sets the severity of the rule.",
	},
	{
		Name: "tools", Kinds: Rules, Allowed: hook.Tools, Selects: true, field: func(h *Header) any { return &h.Tools },
		Doc: "The tools a rule is evaluated for. A shell command that writes a file also counts as a write of it.",
	},
	{
		Name: "commands", Kinds: Rules + " " + Facts, Selects: true, field: func(h *Header) any { return &h.Commands },
		Doc: "Simple commands by their first words, such as \"git commit\". A rule can also list a program that runs others, such as \"sudo\" or \"xargs\".",
	},
	{
		Name: "paths", Kinds: Rules, Selects: true, field: func(h *Header) any { return &h.Paths },
		Doc: "Globs of the files a rule is evaluated for, relative to the project, or absolute for files outside of it. A glob may begin with ~, $config, $store or $program. As in .gitignore, a folder stands for all files below it, and \"!gen/\" takes out what those before it select. With \"run\" among the tools, a command that names a matching file counts, too.",
	},
	{
		Name: "guards", Kinds: Rules, Allowed: []string{"hooks", "configuration", "store", "program", "person"}, Selects: true, field: func(h *Header) any { return &h.Guards },
		Doc: "What of witness itself a rule protects. It is evaluated for each file and command with an effect on it, which `:guard` lists.",
	},
	{
		Name: "when", Kinds: Rules, Allowed: hook.Moments, Selects: true, field: func(h *Header) any { return &h.When },
		Doc: "The moments at which a rule is evaluated; \"before\" if the key is missing.",
	},
	{
		Name: "needs", Kinds: Rules, Allowed: neededTables, field: func(h *Header) any { return &h.Needs },
		Doc: "Tables without whose rows the rule finds nothing. While one of them has no row of the session, the rule is not evaluated, which costs less than compiling it. With a column, such as rounds.rounds, only rows in which it is above 0 count.",
	},
	{
		Name: "message", Kinds: Rules, field: func(h *Header) any { return &h.Message },
		Doc: "The message for each row; {column} is replaced by the row's value.",
	},
	{
		Name: "options", Kinds: Rules + " " + Queries, field: func(h *Header) any { return &h.Options },
		Doc: "The file's own parameters with their defaults.",
	},
	{
		Name: "repeat", Kinds: Rules, field: func(h *Header) any { return &h.Repeat },
		Doc: "How often a warning is given for one subject in a session: \"always\", \"once\", a number, or \"doubled\": again when the column `count` of its row is twice what it was.",
	},
	{
		Name: "per", Kinds: Rules, field: func(h *Header) any { return &h.Per },
		Doc: "What `repeat` counts by: the column of the row that is named here, or \"rule\" for all warnings of the rule together; the subject if the key is missing.",
	},
	{
		Name: "holds", Kinds: Rules, field: func(h *Header) any { return &h.Holds },
		Doc: "How many times in one turn a rule that blocks at a stop may keep the agent from stopping; 1 if the key is missing. It does so again only if the agent has done something since.",
	},
	{
		Name: "escalate", Kinds: Rules, field: func(h *Header) any { return &h.Escalate },
		Doc: "The number of warnings in a session after which the rule blocks; 0 is never.",
	},
	{
		Name: "shares", Kinds: Rules, field: func(h *Header) any { return &h.Shares },
		Doc: "Another rule. What the configuration sets for an option that both have holds for this rule as well, unless it sets the option for this rule.",
	},
	{
		Name: "into", Kinds: Facts, Allowed: targetTables, field: func(h *Header) any { return &h.Into },
		Doc: "The table that a reader's rows go to. If the key is missing, diagnostics for a reader with patterns of findings, and tests for one with other patterns.",
	},
	{
		Name: "reads", Kinds: Facts, Allowed: []string{"message", "answer"}, field: func(h *Header) any { return &h.Reads },
		Doc: "What a reader into labels reads: the last message of an agent that stops, or the answer of a fetch or of a tool that is not the client's own. No part of the text is kept.",
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
		Name: "purpose", Kinds: Facts, Allowed: []string{"test", "check", "build"}, field: func(h *Header) any { return &h.Purpose },
		Doc: "What the commands are for, as commands.kind, if it does not follow from the table: a compiler's diagnostics are those of a build.",
	},
	{
		Name: "contains", Kinds: Facts, field: func(h *Header) any { return &h.Contains },
		Doc: "A reader runs if the output contains one of these strings.",
	},
	{
		Name: "unless", Kinds: Facts, field: func(h *Header) any { return &h.Unless },
		Doc: "Flags with which the command runs nothing, besides -h, --help and --version, and subcommands that run nothing.",
	},
	{
		Name: "narrow", Kinds: Facts, field: func(h *Header) any { return &h.Narrow },
		Doc: "Flags whose value is a part of the selected tests' names.",
	},
	{
		Name: "part", Kinds: Facts, field: func(h *Header) any { return &h.Part },
		Doc: "Flags that select some of the tests in a way that their names do not show.",
	},
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
		Name: "tasks", Kinds: Facts, field: func(h *Header) any { return &h.Tasks },
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
	{
		Name: "stop", Kinds: Facts, field: func(h *Header) any { return &h.Stop },
		Doc: "Lines that say that the run was cut short.",
	},
	{
		Name: "filter", Kinds: Facts, field: func(h *Header) any { return &h.Filter },
		Doc: "Lines that say that only some tests were selected. They count if the command does not show it: if it is not the reader's.",
	},
	{
		Name: "label", Kinds: Facts, field: func(h *Header) any { return &h.Label },
		Doc: "Of a reader into labels: lines that give the text a label, which is the name of the pattern.",
	},
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
	{
		Name: "empty", Kinds: Facts, field: func(h *Header) any { return &h.Empty },
		Doc: "Counts of no test at all are a run, which is neither red nor green.",
	},
	{
		Name: "exits", Kinds: Facts, field: func(h *Header) any { return &h.Exits },
		Doc: "The exit codes with which a tool without counts has come to its end.",
	},
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
	{
		Name: "title", Kinds: Queries, field: func(h *Header) any { return &h.Title },
		Doc: "The heading of a query's answer.",
	},
	{
		Name: "briefing", Kinds: Queries, field: func(h *Header) any { return &h.Briefing },
		Doc: "The query's place in the briefing; 0 leaves it out.",
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
