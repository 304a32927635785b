package eval

import (
	"slices"
	"strings"
)

// Summary returns the first sentence of the documentation, and of an instance without one what it says: "run_before: run make lint,
// before commit".
func (r *Rule) Summary() string {
	if r.Shape == nil || r.Doc() != r.Shape.Doc() {
		return r.File.Summary()
	}
	var said []string
	for line := range strings.Lines(r.HeaderText()) {
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); ok && !slices.Contains([]string{"like", "name", "message", "severity"}, key) {
			said = append(said, key+" "+strings.ReplaceAll(strings.Trim(strings.TrimSpace(value), "[]"), `"`, ""))
		}
	}
	if len(said) == 0 {
		return r.File.Summary() // its text was not read
	}
	return r.Like + ": " + strings.Join(said, ", ")
}
