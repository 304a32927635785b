package bundle

import (
	"slices"

	"witness/engine/deeds"
	"witness/engine/hook"
)

// AfterFailure is the word in the key when for the moment after a call that failed.
const AfterFailure = "failed"

// ruleKeys are those of rules. Some are of readers or queries, too.
var ruleKeys = []Key{
	{
		Name: "severity", Kinds: Rules, Allowed: hook.Severities, field: func(h *Header) any { return &h.Severity },
		Doc: "What a row leads to: off, warn, ask or block; warn if the key is missing.",
	},
	{
		Name: "pack", Kinds: Rules, field: func(h *Header) any { return &h.Pack },
		Doc: "The pack that a rule belongs to. The rule is off until the configuration chooses the pack (`packs`) or sets the severity of the rule.",
	},
	{
		Name: "tools", Kinds: Rules, Allowed: hook.Tools, Selects: Rules, field: func(h *Header) any { return &h.Tools },
		Doc: "The tools a rule is evaluated for. A shell command that writes a file also counts as a write of it.",
	},
	{
		Name: "commands", Kinds: Rules + " " + Facts, Selects: Rules + " " + Facts, field: func(h *Header) any { return &h.Commands },
		Doc: "Simple commands by their first words, such as \"git commit\". A rule can also list a program that runs others, such as \"sudo\" or \"xargs\".",
	},
	{
		Name: "paths", Kinds: Rules, Selects: Rules, field: func(h *Header) any { return &h.Paths },
		Doc: "Globs of the files a rule is evaluated for, relative to the project, or absolute for files outside of it. A glob may begin with ~, $config, $store or $program. As in .gitignore, a folder stands for all files below it, and \"!gen/\" takes out what those before it select. With \"run\" among the tools, a command that names a matching file counts, too.",
	},
	{
		Name: "guards", Kinds: Rules, Allowed: []string{"hooks", "configuration", "store", "program", "person"}, Selects: Rules, field: func(h *Header) any { return &h.Guards },
		Doc: "What of witness itself a rule protects. It is evaluated for each file and command with an effect on it, which `:guard` lists.",
	},
	{
		Name: "deeds", Kinds: Rules, Allowed: append([]string{"destroys"}, deeds.Names...), Selects: Rules, field: func(h *Header) any { return &h.Deeds },
		Doc: "What a command would do: the rule is evaluated for each command with such a deed, whatever the program. The parameter of the same name lists it, as in `:pushes`.",
	},
	{
		Name: "tool_names", Kinds: Rules, Selects: Rules, field: func(h *Header) any { return &h.ToolNames },
		Doc: "Tools by the client's own names, such as \"Grep\", or by the last part of the name of a server's tool: the rule is evaluated for a call of one of them as a whole.",
	},
	{
		Name: "branch", Kinds: Rules, field: func(h *Header) any { return &h.Branch },
		Doc: "Globs of branches, such as \"main\" or \"!feature/*\": the rule is evaluated only while one of them is checked out.",
	},
	{
		Name: "cwd", Kinds: Rules, field: func(h *Header) any { return &h.CWD },
		Doc: "Globs of the folder in which a command runs, relative to the project, \".\" for its root: the rule is evaluated only there.",
	},
	{
		Name: "agent", Kinds: Rules, field: func(h *Header) any { return &h.Agent },
		Doc: "Who makes the call: \"main\", \"sub\" for any subagent, or globs of the kinds of subagents. The rule is evaluated for no one else.",
	},
	{
		Name: "except", Kinds: Rules, field: func(h *Header) any { return &h.Except },
		Doc: "Commands by their words, such as \"npm run *\", for which the rule is not evaluated.",
	},
	{
		Name: "like", Kinds: Rules, field: func(h *Header) any { return &h.Like },
		Doc: "Another rule, of which this file is an instance: it has no SELECT, and its keys are the options of that rule, and the keys that any rule has.",
	},
	{
		Name: "takes", Kinds: Rules, field: func(h *Header) any { return &h.Takes },
		Doc: "What the texts in an option mean, in a rule that instances are like. calls: commands, tools and moments, and paths: globs of files, at which an instance is evaluated; written_calls are not peeled of npx and the like. runs: commands and tools that were run, each with `at`, when it succeeded ([tick, 1 if nothing behind it on its line may have changed a file]); any_run: one of them is enough. files: the files of the session that fit globs, a list of paths; sources: the same, and all programs and settings without a glob; each_file: an entry with `text` and `files` for each glob, in which {file}, {dir}, {1} and {parents} stand for parts of a changed file. Words with | between them are the values that the option may have.",
	},
	{
		Name: "when", Kinds: Rules, Allowed: append(slices.Clone(hook.Moments), AfterFailure), Selects: Rules, field: func(h *Header) any { return &h.When },
		Doc: "The moments at which a rule is evaluated; \"before\" if the key is missing. \"failed\" is after a call that failed, so that nothing is compiled after the others.",
	},
	{
		Name: "needs", field: func(h *Header) any { return &h.Needs },
		Doc: "What a statement must find to return a row, which follows from it: see needs.go. No file sets it.",
	},
	{
		Name: "precondition", field: func(h *Header) any { return &h.Precondition },
		Doc: "The statement's first condition on the store, which follows from it: see needs.go. No file sets it.",
	},
	{
		Name: "message", Kinds: Rules, field: func(h *Header) any { return &h.Message },
		Doc: "The message for each row. {column} is replaced by the row's value, and {column:is|are} by the first word if that is 1, a text, or a list of one entry, and otherwise by the second.",
	},
	{
		Name: "says", Kinds: Rules, field: func(h *Header) any { return &h.Says },
		Doc: "What the message says for a value of a column: with says.does.move = \"moves {file} away\", {does} is that text in a row whose does is 'move'. Any other value is said as it is.",
	},
	{
		Name: "gather", Kinds: Rules, field: func(h *Header) any { return &h.Gather },
		Doc: "The column whose values make a list: rows that differ in nothing else are one finding, in which {file} is \"a, b and 3 more\". Its `count`, unless the query has such a column, is how many there are.",
	},
	{
		Name: "options", Kinds: Rules + " " + Queries, field: func(h *Header) any { return &h.Options },
		Doc: "The file's own parameters with their defaults.",
	},
	{
		Name: "repeat", Kinds: Rules, field: func(h *Header) any { return &h.Repeat },
		Doc: "How often a warning is given for one subject in a session: \"always\", \"once\", a number, or \"doubled\": again when the column `count` of its row is twice what it was. A question is put until its user has let it through that often.",
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
		Name: "yields", Kinds: Rules, field: func(h *Header) any { return &h.Yields },
		Doc: "Rules that say more of the same. The rule is silent in a call in which one of them speaks.",
	},
	{
		Name: "option_was", Kinds: Rules, field: func(h *Header) any { return &h.OptionWas },
		Doc: "The names that an option had before: option_was.threshold = [\"limit\"]. What the configuration sets under an old name holds for the option.",
	},
	{ // the last of those that select, see wasIn
		Name: "was", Kinds: Rules, Selects: Rules, field: func(h *Header) any { return &h.Was },
		Doc: "The names that the rule had before: was = [\"old\"], also for each part of a rule that was split, and several for rules that were merged. What the configuration and people said of an old name holds for the rule: severity, options, locks, exceptions, snoozes, allowed calls and votes. What they say of its present name comes before it.",
	},
}
