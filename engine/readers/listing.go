package readers

import (
	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/project"
)

// Lists returns the reader that lists a command, nil if none does. A reader of outputs is preferred to one
// that only lists commands.
func (s *Set) Lists(cmd facts.Command) *bundle.File {
	name := cmd.Name
	if len(cmd.Args) > 0 && len(cmd.Args[0]) < 32 {
		name += " " + cmd.Args[0] // xcodebuild test
	}
	var best *bundle.File
	for _, f := range s.listing(name) {
		if preference(f) > preference(best) && !s.displaces(f, best) || s.displaces(best, f) {
			best = f
		}
	}
	return best
}

// preference orders the readers that list the same command. One that runs tests may also
// compile; then the tests count.
func preference(f *bundle.File) int {
	switch {
	case f == nil || f.Into == "changes" || f.Into == "runs":
		return 0
	case f.Into == "tests" && len(f.Contains) > 0:
		return 3
	case f.Into == "tests":
		return 2
	default:
		return 1
	}
}

// displaces reports whether f would replace from as the reader of a command although a lock protects
// from.
func (s *Set) displaces(f, from *bundle.File) bool {
	return f != nil && from != nil && project.LayerOf(f.Origin) > project.LayerOf(from.Origin) && s.Config.LockedReader(nil, f.Origin)
}
