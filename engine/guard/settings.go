package guard

import (
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/hook"
)

// changesEveryday reports whether a tool changes nothing in the settings of a client that decides about its hooks, but
// permissions, the model, the hooks of other programs and the like. What the file will be must follow from the call.
func (g *Guard) changesEveryday(p place, path string, f hook.File) bool {
	if p.client == nil {
		return false
	}
	if isEdit(f) && !slices.ContainsFunc(f.Replaced, func(r hook.Replacement) bool { return !agent.ChangesCommandOfOthers(r.Old, r.New) }) {
		return !slices.ContainsFunc(f.Replaced, func(r hook.Replacement) bool { return g.plants(r.Old, r.New) })
	}
	if isEdit(f) && !g.disk.Exists(path) { // a recording has no disk: each part has to be in the form of the file, or change what the client passes over
		return !slices.ContainsFunc(f.Replaced, func(r hook.Replacement) bool {
			return !p.client.ChangesUnknown(r.Old, r.New) && !p.client.ChangesEveryday(*p.settings, []byte(r.Old), []byte(r.New)) || g.plants(r.Old, r.New)
		})
	}
	before := g.disk.Text(path)
	after, known := textAfter(before, f)
	return known && (before != "" || !g.disk.Exists(path)) && p.client.ChangesEveryday(*p.settings, []byte(before), []byte(after)) && !g.plants(before, after)
}

// plants reports whether a hook that is new in the text of settings would change what is protected: the client runs it later.
func (g *Guard) plants(before, after string) bool {
	had := agent.Commands(before)
	return slices.ContainsFunc(agent.Commands(after), func(line string) bool {
		return !slices.Contains(had, line) && len(g.spoken(line, "", 0)) > 0
	})
}

// isEdit reports whether a tool replaces parts of a file, and the call tells them.
func isEdit(f hook.File) bool { return f.Kind == hook.Edit && len(f.Replaced) > 0 }

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
	return text, isEdit(f)
}
