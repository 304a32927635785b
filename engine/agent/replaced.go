package agent

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// A replacedText is one replacement of an edit, in the words of the several clients and MCP servers.
type replacedText struct {
	Old1 string `json:"old_string"`
	Old2 string `json:"old_str"`
	Old3 string `json:"oldString"`
	Old4 string `json:"oldText"`
	New1 string `json:"new_string"`
	New2 string `json:"new_str"`
	New3 string `json:"newString"`
	New4 string `json:"newText"`
	All1 bool   `json:"replace_all"`
	All2 bool   `json:"replaceAll"`
	All3 bool   `json:"change_all"`
}

// setReplaced sets what an edit is to replace, before it does. Afterwards the disk shows it.
func setReplaced(e *hook.Event, input func() json.RawMessage) {
	if e.Moment == hook.Before && e.Tool == hook.Edit && len(e.Files) == 1 {
		setParts(e, input())
	}
}

// setParts sets what an edit replaces.
func setParts(e *hook.Event, input json.RawMessage) {
	if e.Tool != hook.Edit || len(e.Files) != 1 || len(e.Files[0].Replaced) > 0 { // a patch has told
		return
	}
	var in struct {
		replacedText
		Edits []replacedText `json:"edits"`
	}
	if json.Unmarshal(input, &in) != nil {
		return
	}
	if len(in.Edits) == 0 {
		in.Edits = []replacedText{in.replacedText}
	}
	for _, r := range in.Edits {
		e.Files[0].Replaced = append(e.Files[0].Replaced, hook.Replacement{
			Old: cmp.Or(r.Old1, r.Old2, r.Old3, r.Old4), New: cmp.Or(r.New1, r.New2, r.New3, r.New4), All: r.All1 || r.All2 || r.All3,
		})
	}
}

// startup lists files whose variables a shell or a tool gives to the programs that it starts, clients among them.
const startup = " .bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin .kshrc .cshrc .tcshrc .envrc .env config.fish environment .pam_environment mise.toml .mise.toml "

// startupFolders lists folders each of whose files is one of these.
const startupFolders = " environment.d profile.d conf.d "

// IsStartup reports whether a file sets variables for programs that are started later.
func IsStartup(path string) bool {
	folder := filepath.Base(filepath.Dir(path))
	return strings.Contains(startup, " "+filepath.Base(path)+" ") || strings.Contains(startupFolders, " "+folder+" ") ||
		strings.HasSuffix(filepath.ToSlash(path), ".vscode/settings.json") || filepath.Base(path) == "devcontainer.json"
}
