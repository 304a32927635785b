package bundle

import (
	"slices"
	"strings"

	"witness/engine/sqltext"
)

// Needs that are no names of tables. SameProgram are runs of a program that the call runs, too, in the same project. CallRuns are runs of
// this very call, and CallLabels its labels: of what it has printed, or of the message at the end of a turn. Denied is a call of the session that was refused. Forbidden
// and Planned are words of the user that forbid something, or ask to plan or to stop. Others and Shrinks are the parameters :others and :shrinks: somebody else has changed the call's file (one of several files is taken to be such a one); the call writes a file
// as a whole that would have fewer lines (after a call whose content is not known, it may).
const (
	SameProgram = "runs.program"
	CallRuns    = "runs.call"
	CallLabels  = "labels.call"
	Denied      = "events.denied"
	Forbidden   = "words.forbidden"
	Planned     = "words.plan"
	Others      = "others"
	Shrinks     = "shrinks"
)

// neededTables are the tables and counts that a rule may need. For each of them an index shows whether a session has such a row.
// What nearly every session has, such as commands, is not worth asking for.
var neededTables = []string{"runs", "tests", "diagnostics", "changes", "marks", "editors", "todos", "labels", "tally", "failing", "failing.passed", "rounds", "rounds.rounds", SameProgram, CallRuns, CallLabels, Denied, Forbidden, Planned}

// needs returns what the statement of a rule must find to return a row. A hook compiles no statement that lacks it: to ask costs less.
func needs(f *File) (list []string) {
	for _, need := range sqltext.Required(f.Statement(), f.view) {
		switch name, isParameter := strings.CutPrefix(need, ":"); {
		case isParameter && (name == Others || name == Shrinks):
			list = append(list, name)
		case isParameter, slices.Contains(neededTables, need):
			list = append(list, need)
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(need string) bool { // another one says more
		return slices.ContainsFunc(list, func(other string) bool { return strings.HasPrefix(other, need+".") })
	})
}

// view returns the SELECT of a view, "" for the name of anything else.
func (f *File) view(name string) string {
	if f.own == nil {
		return ""
	}
	text, _ := ReadText(f.own, "views/"+name+".sql")
	_, body, _ := strings.Cut(text, "\n\n")
	return body
}

// DerivedKeys are keys of earlier releases that say what now follows from the statement. They are passed over for one release more.
var DerivedKeys = []string{"needs", "leaves"}
