package agent

import (
	"encoding/json"

	"witness/engine/hook"
)

// A claudeEdit is one replacement of an Edit.
type claudeEdit struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
	All bool   `json:"replace_all"`
}

// setReplaced sets what an Edit or a Write replaced. A hook does not read it: it has the disk.
func (c *claudeToolUse) setReplaced(e *hook.Event) {
	if e.Tool != hook.Edit && e.Tool != hook.Write || len(e.Files) != 1 {
		return
	}
	var in struct {
		claudeEdit
		Edits []claudeEdit `json:"edits"` // of a MultiEdit
	}
	var out struct {
		Original *string `json:"originalFile"` // null for a new file
		Modified bool    `json:"userModified"`
	}
	if json.Unmarshal(c.input, &in) != nil || json.Unmarshal(c.detail, &out) != nil {
		return // the detail of some calls is a text
	}
	f := &e.Files[0]
	f.Original = out.Original
	if e.Tool == hook.Write || out.Modified {
		return
	}
	if len(in.Edits) == 0 {
		in.Edits = []claudeEdit{in.claudeEdit}
	}
	for _, r := range in.Edits {
		f.Replaced = append(f.Replaced, hook.Replacement(r))
	}
}
