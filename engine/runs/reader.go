package runs

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
)

// A reader is a file of facts.d with the output that it reads: what does not change while a walk goes through the lines.
type reader struct {
	f      *bundle.File
	set    *lines.Set
	words  *words
	in     Input
	root   string // of the project, with the separator
	placed bool   // headings give the file of a test, so no detail does
	filed  bool   // each line that names a test names its file, so two files can have a test of one name
	suited bool   // an indentation is always that of a suite
}

func newReader(f *bundle.File, set *lines.Set, in Input) *reader {
	d := &reader{f: f, set: set, words: wordsOf(f.Header.Words), in: in, root: in.Root + "/"}
	d.placed, d.filed = d.heading("file"), d.namesFiles()
	d.suited = slices.ContainsFunc(set.All, func(p *lines.Pattern) bool { return p.Role == "suite" && slices.Contains(p.Groups(), "indent") })
	return d
}

// heading reports whether lines of headings and suites give a column.
func (d *reader) heading(column string) bool {
	return slices.ContainsFunc(d.set.All, func(p *lines.Pattern) bool {
		return (p.Role == "head" || p.Role == "suite" || p.Role == "close") && slices.Contains(p.Groups(), column)
	})
}

// namesFiles reports whether each pattern that names a test has the group file.
func (d *reader) namesFiles() bool {
	return !slices.ContainsFunc(d.set.All, func(p *lines.Pattern) bool {
		names := slices.Contains(p.Groups(), "test") || slices.Contains(p.Groups(), "short")
		return names && p.Role != "head" && p.Role != "close" && !slices.Contains(p.Groups(), "file")
	})
}

// namesPasses reports whether a pattern of the reader names tests that passed.
func (d *reader) namesPasses() bool {
	return slices.ContainsFunc(d.set.All, func(p *lines.Pattern) bool {
		return p.Role == "test" && (slices.Contains(p.Groups(), "outcome") || d.words.outcome(p.Name, "") == "pass")
	})
}

// has reports whether the command has one of these flags.
func (d *reader) has(flags []string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool { return strings.Contains(d.in.Command, " "+flag) })
}

// stopsEarly reports whether the command ends at its first failure: with a flag that says so, or without any of
// those after "!", with which it goes on.
func (d *reader) stopsEarly() bool {
	goesOn, listed := false, false
	for _, flag := range d.f.Stops {
		on, negated := strings.CutPrefix(flag, "!")
		has := strings.Contains(d.in.Command, " "+on)
		if !negated && has {
			return true
		}
		goesOn, listed = goesOn || negated && has, listed || negated
	}
	return listed && !goesOn
}

// closes reports whether the lines of suites are below their tests.
func (d *reader) closes() bool { return len(d.f.Header.Close) > 0 }

// leadsSay reports whether lines above tests give messages.
func (d *reader) leadsSay() bool {
	return slices.ContainsFunc(d.set.All, func(p *lines.Pattern) bool {
		return p.Role == "above" && (slices.Contains(p.Groups(), "message") || slices.Contains(p.Groups(), "reason"))
	})
}

// relative returns a path relative to the project. A compiled program prints its sources as its compiler was given them, relative to
// the folder of the build: ../test/cart.cc is no file outside of the project.
func (d *reader) relative(path string) string {
	if rest, ok := strings.CutPrefix(path, d.root); ok && d.in.Root != "" {
		return rest
	}
	for d.f.Language == "c" && strings.HasPrefix(path, "../") {
		path = path[len("../"):]
	}
	return path
}

// file returns the file of a test: the path that lines of the output give, unless the name of its
// module tells it and the path is outside of the project, of a script or in a container.
func (d *reader) file(path string, e *entry) string {
	path = d.relative(path)
	if module := e.column(lines.Module); module != "" && (path == "" || filepath.IsAbs(path)) {
		return strings.ReplaceAll(module, ".", "/") + d.f.Modules
	}
	return path
}

// level returns the level of a finding, "" for one that is left out.
func (d *reader) level(e *entry) string { return d.words.level(e.name, e.column(lines.Level)) }

// failures returns how many findings make the tool fail, of errors among all findings. A strict tool
// fails for any of them unless its exit code says otherwise.
func (d *reader) failures(errors, all int64) int64 {
	if d.f.Strict && errors == 0 && (d.in.Exit == nil || *d.in.Exit != 0) {
		return all
	}
	return errors
}

// exited reports whether the exit code shows that a tool without counts has come to its end, or, for
// one that lists "errors", that it found some.
func (d *reader) exited(errors bool) bool {
	if errors && slices.Contains(d.f.Exits, "errors") {
		return true
	}
	return d.in.Exit != nil && slices.Contains(d.f.Exits, strconv.Itoa(*d.in.Exit))
}

// countsFailures reports whether the counts of a run say how many tests failed. If the runner counts
// failures in a line of their own and the end of the output is missing, a run without it proves nothing.
func (d *reader) countsFailures(r *walkedRun) bool {
	own := slices.ContainsFunc(d.set.All, func(p *lines.Pattern) bool {
		return p.Kind() == "tally.fail" && (slices.Contains(p.Groups(), "failed") || slices.Contains(p.Groups(), "counts"))
	})
	return !own || r.counted["fail"] > 0
}

// hasEnds reports whether the counts of a run are whole: the header does not say how they end, or they
// have come to it.
func (d *reader) hasEnds(r *walkedRun) bool {
	return len(d.f.Ends) == 0 || slices.ContainsFunc(d.f.Ends, func(kind string) bool {
		_, name, _ := strings.Cut(kind, ".")
		return r.counted[name] > 0
	})
}
