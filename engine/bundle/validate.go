package bundle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/hook"

	"github.com/bmatcuk/doublestar/v4"
)

// A key is one key of a header: the one table from which validation, suggestions and
// documentation follow.
type Key struct {
	Name    string
	Kinds   string // the folders in which it means something
	Allowed []string
	Doc     string
}

var (
	places = []string{"$config", "$store", "$program"} // that a glob may begin with: see globs
	// needed are the tables that a rule can name as what it needs, and the counts in them that must
	// be above 0 in some row: each is asked by an index
	// whether it holds anything of a session.
	needed  = []string{"commands", "touches", "runs", "tests", "diagnostics", "changes", "tally", "failing", "failing.passed", "rounds", "rounds.rounds"}
	targets = []string{"tests", "diagnostics", "changes"}
)

var HeaderKeys = []Key{
	{"severity", Rules, hook.Severities, "What a row does: off, warn, ask or block. The default is warn."},
	{"tools", Rules, hook.Tools, "The kinds of tool call for which the rule is evaluated. A shell command that writes a file counts as a write of it, too."},
	{"commands", Rules + " " + Facts, nil, "The commands for which the file is evaluated, by their first words, such as \"git commit\"."},
	{"paths", Rules, nil, "Globs of the files for which the rule is evaluated, relative to the project, or absolute outside of it. They can begin with ~, $config, $store or $program. If \"run\" is among the tools, a command that names one of the files counts, too."},
	{"when", Rules, hook.Moments, "The moments at which the rule is evaluated. The default is \"before\"."},
	{"needs", Rules, needed, "Tables without whose rows the rule finds nothing. While one of them has no row of the session, the rule is not evaluated, which is cheaper than compiling its query. With a column, such as rounds.rounds, only rows in which it is above 0 count."},
	{"message", Rules, nil, "The message for each row. {column} is replaced by the value of the column."},
	{"options", Rules + " " + Queries, nil, "The file's own parameters and their defaults."},
	{"repeat", Rules, nil, "How often the same warning is given for one subject in a session: \"always\", \"once\" or a number."},
	{"escalate", Rules, nil, "The number of warnings in a session after which the rule blocks; 0 means never."},
	{"into", Facts, targets, "The kind of facts that the rows are."},
	{"form", Facts, nil, "The reader whose commands can also print this format, such as \"go_test\" for the JSON of go test."},
	{"contains", Facts, nil, "The reader runs only if the output contains one of these."},
	{"unless", Facts, nil, "Flags with which the command does not count as a run."},
	{"narrow", Facts, nil, "Flags whose value is a part of the names of the selected tests."},
	{"part", Facts, nil, "Flags that select some of the tests, but not by their names."},
	{"values", Facts, nil, "All other flags whose value is a separate word."},
	{"variant", Facts, nil, "Flags that make it a different kind of run of the same tests."},
	{"filters", Facts, nil, "Whether the runner's positional arguments are parts of test names instead of paths."},
	{"whole", Facts, nil, "The arguments that select all tests, for a runner that without arguments selects only those in its directory."},
	{"title", Queries, nil, "The heading of the question's answer."},
	{"briefing", Queries, nil, "The question's position in the briefing; 0 leaves it out."},
	{"red", Queries, nil, "Whether its rows mean that something is broken, so that a session begins with the briefing."},
	{"args", Queries, nil, "The parameters that the question takes from the command line, in order; a trailing ? makes one optional."},
}

// validate looks at the values that a hook relies on. Everything else that can be wrong
// with a file is found by Check, which has time.
func (f *File) validate() error {
	var errs []error
	wrongAt := func(line int, format string, a ...any) {
		errs = append(errs, &FileError{f.Path, line, fmt.Errorf(format, a...)})
	}
	wrong := func(key, format string, a ...any) { wrongAt(f.Line(key), format, a...) }
	oneOf := func(key string, values, allowed []string) {
		for _, v := range values {
			if !slices.Contains(allowed, v) {
				wrongAt(f.ValueLine(key, v), "%s must be %s, not %q%s", key, Listed(allowed), v, DidYouMean(v, allowed))
			}
		}
	}
	switch f.Kind {
	case Rules:
		oneOf("severity", []string{f.Severity}, hook.Severities)
		oneOf("tools", f.Tools, hook.Tools)
		oneOf("when", f.When, hook.Moments)
		oneOf("needs", f.Needs, needed)
		for _, g := range f.Paths {
			if !doublestar.ValidatePattern(g) {
				wrongAt(f.ValueLine("paths", g), "%q is no glob", g)
			}
			if place, _, _ := strings.Cut(g, "/"); strings.HasPrefix(g, "$") && !slices.Contains(places, strings.TrimRight(place, "*")) {
				wrong("paths", "%q: a glob begins with %s, or with no $%s", g, Listed(places), DidYouMean(place, places))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(f.Options)) {
			switch f.Options[name].(type) {
			case int64, float64, bool, string:
			default:
				wrong("options."+name, "option %s must be a number, a text, true or false", name)
			}
		}
		if f.Message == "" {
			wrongAt(max(f.Line("message"), f.HeaderLine()), "a rule needs a message: what is said for each row")
		}
		if _, err := ParseRepeat(f.Repeat); err != nil {
			wrong("repeat", "%v", err)
		}
		if f.Escalate < 0 {
			wrong("escalate", "escalate must be 0 or more, not %d", f.Escalate)
		}
	case Facts:
		if f.Into == "" {
			wrongAt(f.HeaderLine(), "a reader says where its rows go: into = %q", targets[0])
		} else {
			oneOf("into", []string{f.Into}, targets)
		}
		if len(f.Contains) == 0 && len(f.Commands) == 0 {
			wrongAt(f.HeaderLine(), "a reader needs contains or commands, or it would run on every output")
		}
	}
	return errors.Join(errs...)
}

// parseRepeat returns the value of a `repeat` key as a number, 0 for always.
func ParseRepeat(v any) (int64, error) {
	switch v := v.(type) {
	case nil:
		return 0, nil
	case int64:
		if v > 0 {
			return v, nil
		}
	case string:
		if v == "always" {
			return 0, nil
		}
		if v == "once" {
			return 1, nil
		}
	}
	return 0, fmt.Errorf("repeat must be \"always\", \"once\" or a number above 0, not %#v", v)
}

// listed joins words as a sentence would: a, b or c.
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
