package guard

import (
	"strings"

	"witness/engine/hook"
)

// changesEveryday reports whether a tool changes nothing in the settings of a client that decides about its hooks, but
// permissions, the model and the like. What the file will be must follow from the call.
func (g *Guard) changesEveryday(p place, path string, f hook.File) bool {
	if p.settings == nil {
		return false
	}
	before := g.disk.Text(path)
	after, known := textAfter(before, f)
	return known && (before != "" || !g.disk.Exists(path)) && p.settings([]byte(before), []byte(after))
}

// textAfter returns the text of a file after a tool has changed it. It is not known if the call does not tell it, or a
// text that is to be replaced occurs not at all or, unless all are, more than once.
func textAfter(text string, f hook.File) (_ string, known bool) {
	if f.Kind == hook.Write {
		return f.Content, f.Content != ""
	}
	for _, r := range f.Replaced {
		if n := strings.Count(text, r.Old); r.Old == "" || n == 0 || n > 1 && !r.All {
			return "", false
		}
		text = strings.ReplaceAll(text, r.Old, r.New)
	}
	return text, f.Kind == hook.Edit && len(f.Replaced) > 0
}
