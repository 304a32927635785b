package agent

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// windowsCommandKeys are the members of a hook whose command line is for Windows only.
var windowsCommandKeys = []string{"commandWindows", "windows", "powershell"}

// Installed returns the command lines in a settings file that run witness, each once, and none if
// witness is not in it. A plugin file has no command line; the command that the plugin starts is
// returned for it. Errors are those of mergeHooks.
func (s Settings) Installed(path string, file []byte, a Agent) ([]string, error) {
	var lines []string
	switch {
	case s.Block != "":
		for text := range strings.Lines(string(file)) {
			if command, ours := witnessBlockLine(text); ours {
				lines = append(lines, command)
			}
		}
	case s.merged() != "":
		parsed, err := parseSettings(bytes.TrimPrefix(file, byteOrderMark), s.Comments)
		if err != nil {
			return nil, err
		}
		parsed.root.witnessLines(&lines)
	case strings.HasPrefix(s.Whole, "{"):
		v, err := hujson.Parse(file)
		if err == nil { // a file that is not JSON was not written by witness
			newNode(v).witnessLines(&lines)
		}
	case !bytes.Contains(file, []byte("witness")):
	case s.Mode&0o111 != 0:
		lines = []string{"'" + strings.ReplaceAll(path, "'", `'\''`) + "'"}
	default:
		lines = []string{"env witness hook " + a.Name}
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

// Missing returns the events whose hooks are not in a settings file, or not as this version writes them. It returns none for a
// file that belongs to witness alone or cannot be read.
func (s Settings) Missing(file []byte) (events []string) {
	want, err := parseSettings([]byte(s.merged()), false)
	have, err2 := parseSettings(bytes.TrimPrefix(file, byteOrderMark), s.Comments)
	if s.merged() == "" || err != nil || err2 != nil {
		return nil
	}
	there := have.own()
	for _, entry := range want.own() {
		if event, _, _ := strings.Cut(entry, " "); !slices.Contains(there, entry) && !slices.Contains(events, event) {
			events = append(events, event)
		}
	}
	return events
}

// Writes reports whether a command line that Installed returned for a file is one that witness init writes: for
// a script, whether the whole file is.
func (s Settings) Writes(path string, file []byte, line string, a Agent) bool {
	if s.merged() == "" && s.Block == "" && !strings.HasPrefix(s.Whole, "{") {
		return s.Mode&0o111 == 0 || string(file) == s.Whole
	}
	own, err := s.Installed(path, []byte(s.merged()+s.Block+s.Whole), a)
	return err == nil && slices.Contains(own, line)
}

// witnessLines appends the command lines of witness below a node.
func (n node) witnessLines(lines *[]string) {
	if n.isWitnessLine() && !slices.Contains(windowsCommandKeys, n.key) {
		*lines = append(*lines, n.text)
	}
	for _, item := range n.items {
		item.witnessLines(lines)
	}
}

// Before returns the hooks of other tools that precede the hooks of witness in the same event, as
// "PreToolUse: guard.sh", in the order of the file.
func (s Settings) Before(file []byte) []string {
	parsed, err := parseSettings(bytes.TrimPrefix(file, byteOrderMark), s.Comments)
	if err != nil || s.merged() == "" {
		return nil
	}
	var others []string
	hooks, _ := parsed.root.member(hooksKey)
	for _, event := range hooks.items {
		var before []string
		for _, entry := range event.items {
			var ours []string
			if entry.witnessLines(&ours); len(ours) > 0 {
				others = append(others, before...)
				break
			}
			entry.eachString("command", func(line string) {
				before = append(before, fmt.Sprintf("%s: %s", event.key, line))
			})
		}
	}
	return others
}

// eachString calls visit with the strings under that key below a node.
func (n node) eachString(key string, visit func(string)) {
	if n.key == key && n.text != "" {
		visit(n.text)
	}
	for _, item := range n.items {
		item.eachString(key, visit)
	}
}
