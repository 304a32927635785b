package deeds

import "witness/engine/shell"

// Names are the deeds that a rule can be about. Each is a parameter, and its values are objects of the type that is
// given here.
var Names = []string{
	"discards", // Discarded: work that is not committed, a stash, a branch
	"pushes",   // Pushed: branches and tags of another repository
	"kills",    // Killed: processes
	"sends",    // Sent: data that leaves this machine
	"skips",    // Skipped: the hooks of a repository
	"executes", // Executed: code that no file of the project has
	"drops",    // Effect: what is gone for good and is no file here: a database, a bucket, a resource of a cloud, a disk, history
	"releases", // Effect: what others can use from now on: a package, an image, a deployment
	"alters",   // Effect: settings, access, networks, schedules, infrastructure
	"reveals",  // Effect: secrets that are printed
	"reaches",  // Effect: a database that is production by its name, or that is changed and not on this machine
	"exposes",  // Effect: a shell or the machine itself to somebody else
	"loops",    // Effect: what goes on without an end
	"detaches", // Effect: what nobody waits for
	"inserts",  // Effect: a command between backticks in a quoted text, which the shell runs though it may have been meant as text
}

// A Line answers what the commands of a shell line do, each question once.
type Line struct {
	shell.Line
	effects map[int]done
}

// done is what a command does elsewhere.
type done struct {
	deed   string
	effect Effect
}

// Of returns what the n-th command of the line does of one of the Names: a slice, and how many it has.
func (l *Line) Of(n int, name string) (list any, count int) {
	switch name {
	case "discards":
		d := Discards(l.Line, n)
		return d, len(d)
	case "pushes":
		d := Pushes(l.Commands[n])
		return d, len(d)
	case "kills":
		d := Kills(l.Line, n)
		return d, len(d)
	case "sends":
		d := Sends(l.Line, n)
		return d, len(d)
	case "skips":
		d := Skips(l.Line, n)
		return d, len(d)
	case "executes":
		d := Executes(l.Line, n)
		return d, len(d)
	}
	switch cmd := l.Commands[n]; {
	case name == "loops":
		e := Loops(l.Line, n)
		return e, len(e)
	case name == "detaches" && cmd.Background:
		return []Effect{{Of: "background", What: "in the background", Name: cmd.Name}}, 1
	case name == "detaches":
		return nil, 0
	case name == "inserts":
		var e []Effect
		for _, text := range cmd.Backticks {
			e = append(e, Effect{Of: "backticks", What: text})
		}
		return e, len(e)
	}
	known, asked := l.effects[n]
	if !asked {
		known.deed, known.effect = effects(l.Line, n)
		if l.effects == nil {
			l.effects = map[int]done{}
		}
		l.effects[n] = known
	}
	if known.deed == name {
		return []Effect{known.effect}, 1
	}
	return nil, 0
}
