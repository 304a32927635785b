package lines

import "slices"

// SelectColumns returns the columns of the relation `lines` for a reader's SELECT: the offset of the
// line in the output, the number of its run, the name of its pattern, its section, and the groups.
func SelectColumns(s *Set) []string {
	return slices.Concat([]string{"at", "n", "kind", "section"}, Columns, s.Extra)
}
