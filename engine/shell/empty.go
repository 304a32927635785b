package shell

import (
	"slices"
	"strings"
)

// windowsSets are the variables that Windows sets for every program.
const windowsSets = "temp tmp appdata localappdata userprofile programdata programfiles systemroot windir systemdrive homedrive homepath home pwd psscriptroot"

// MayBeEmpty reports whether a command of a line, as it destroys d, deletes what is below a variable that nothing on the line sets, which is the whole system if
// the variable is empty: rm -rf "$DIR"/, Remove-Item "$env:DIR\*".
func (cmd Command) MayBeEmpty(d Destroyed, line string) bool {
	if d.Path != "" || cmd.Looped || strings.Contains(line, "=") || strings.Contains(cmd.Text, ":?") || len(cmd.Args) == 0 {
		return false
	}
	switch cmd.Name {
	case "rm":
		last, text := cmd.Args[len(cmd.Args)-1], strings.TrimRight(cmd.Text, `"*`)
		return d.Whole && slices.Contains([]string{"$?", "$?*", "$?/*"}, last) && strings.HasSuffix(text, "/") && strings.Contains(text, "$")
	case "Remove-Item":
		return slices.ContainsFunc(strings.Fields(cmd.Text), func(word string) bool {
			name, ok := strings.CutPrefix(strings.TrimRight(toSlash(word), "*/"), "$")
			name = strings.TrimPrefix(strings.ToLower(strings.Trim(name, "{}")), "env:")
			below := strings.HasSuffix(word, "*") || d.Whole // a star stands for folders as well
			return ok && below && !strings.ContainsAny(name, "/.[(") && strings.Contains(toSlash(word), "/") && !has(windowsSets, name)
		})
	}
	return false
}
