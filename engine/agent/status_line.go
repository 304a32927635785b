package agent

import (
	"bytes"
	"slices"
)

// statusLineKey is the key under which Claude Code keeps what it shows below its prompt.
const statusLineKey = "statusLine"

// statusCommand shows how the project stands; without witness it shows nothing.
const statusCommand = "env witness status --short 2>/dev/null || true"

// HasStatusLine reports whether a client's settings can have a command whose output it shows.
func (a Agent) HasStatusLine() bool { return a.Name == "claude" }

// AddStatusLine returns a JSON settings file with a line that shows how the project stands, and true; or the file as it is, if it
// has another one. Errors are those of Apply.
func (s Settings) AddStatusLine(file []byte) ([]byte, bool, error) {
	if rest, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		with, added, err := s.AddStatusLine(rest)
		return slices.Concat(byteOrderMark, with), added, err
	}
	have, err := parseSettings(file, s.Comments)
	if err != nil {
		return nil, false, err
	}
	if line, ok := have.root.member(statusLineKey); ok {
		return file, line.isStatusLine(), nil
	}
	want, err := parseSettings([]byte(`{"`+statusLineKey+`":{"type":"command","command":"`+statusCommand+`"}}`), false)
	if err != nil {
		return nil, false, err
	}
	st := detectStyle(have)
	return have.splice([]splice{have.appendItems(have.root, []string{want.format(want.root.items[0], st, 1)}, st, 1)}), true, nil
}

// isStatusLine reports whether a member is the status line of witness.
func (n node) isStatusLine() bool {
	command, _ := n.member("command")
	return n.key == statusLineKey && command.text == statusCommand
}

// removeStatusLine returns a JSON settings file without the status line of witness.
func removeStatusLine(file []byte, comments bool) ([]byte, error) {
	if rest, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		left, err := removeStatusLine(rest, comments)
		return slices.Concat(byteOrderMark, left), err
	}
	have, err := parseSettings(file, comments)
	if err != nil || !have.found {
		return file, err
	}
	cuts, gone := have.prune(have.root, func(member node) ([]splice, bool) { return nil, member.isStatusLine() })
	if gone {
		return file[:have.root.start], nil
	}
	return have.splice(cuts), nil
}
