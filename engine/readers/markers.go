package readers

import (
	"slices"

	"witness/engine/marks"
)

// Markers returns what the files of the project and the user have counted in files. Of two with one name that of the user counts: a rule
// of the user's must not be told of something else.
func (s *Set) Markers() []marks.Own {
	if s.markers != nil {
		return *s.markers
	}
	s.load()
	var list []marks.Own
	for _, projects := range []bool{false, true} {
		for _, f := range s.others {
			if isProjects(f) == projects && s.parse(f) {
				own, _, _ := marks.Compile(f.Markers) // parse has checked it
				list = append(list, own...)
			}
		}
	}
	list = unique(list)
	s.markers = &list
	return list
}

// unique returns the first marker of each name, as many as are counted.
func unique(list []marks.Own) []marks.Own {
	var first []marks.Own
	for _, own := range list {
		if !slices.ContainsFunc(first, func(o marks.Own) bool { return o.Name == own.Name }) {
			first = append(first, own)
		}
	}
	return first[:min(len(first), marks.MaxOwn)]
}
