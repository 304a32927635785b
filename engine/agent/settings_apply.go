package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tailscale/hujson"
)

// Apply returns the settings file with the hooks of witness in it; an empty or missing file
// becomes a new one. A file that belongs to witness alone is replaced, unless something else
// wrote it. Other errors are those of mergeHooks.
func (s Settings) Apply(file []byte) ([]byte, error) {
	if s.Block != "" {
		return addBlock(file, s.Block), nil
	}
	if s.Whole == "" {
		if len(bytes.TrimSpace(file)) == 0 && s.New != "" {
			file = []byte(s.New)
		}
		return mergeHooks(file, s.merged(), s.Comments)
	}
	if len(bytes.TrimSpace(file)) > 0 && !s.writtenByWitness(file) {
		return nil, errors.New("1:1: witness did not write this file; move it away first")
	}
	return []byte(s.Whole), nil
}

// writtenByWitness reports whether a file that is to belong to witness alone was written by some
// version of witness, even if it was changed since. A script says so in its first lines; a JSON
// file has command lines, and none of another tool, or says only that its name is witness.
func (s Settings) writtenByWitness(file []byte) bool {
	if !strings.HasPrefix(s.Whole, "{") {
		head := bytes.Join(bytes.SplitN(file, []byte("\n"), headLines+1)[:min(headLines, bytes.Count(file, []byte("\n"))+1)], []byte("\n"))
		return string(file) == s.Whole || bytes.Contains(bytes.ToLower(head), []byte("written by `witness init")) || bytes.Contains(head, []byte(`written by "witness init`))
	}
	v, err := hujson.Parse(bytes.TrimPrefix(file, byteOrderMark))
	if err != nil {
		return s.Damaged(file)
	}
	others, ours, bare := false, false, !strings.Contains(s.Whole, "witness hook")
	var look func(n node)
	look = func(n node) {
		if slices.Contains(commandKeys, n.key) && n.text != "" {
			others, ours = others || !n.isWitnessLine(), ours || n.isWitnessLine()
		}
		ours = ours || bare && n.key == "name" && n.text == "witness"
		for _, item := range n.items {
			look(item)
		}
	}
	look(newNode(v))
	return ours && !others
}

// headLines is how many lines of a script may precede the note that witness wrote it, with that line.
const headLines = 5

// Damaged reports whether a file that belongs to witness alone is no longer JSON, but was written by witness: it has
// command lines, and all of them are those of witness or begin like one.
func (s Settings) Damaged(file []byte) bool {
	if !strings.HasPrefix(s.Whole, "{") {
		return false
	}
	if _, err := hujson.Parse(bytes.TrimPrefix(file, byteOrderMark)); err == nil || len(bytes.TrimSpace(file)) == 0 {
		return false
	}
	ours := false
	for _, m := range commandMember().FindAllSubmatch(file, -1) {
		var line string
		if json.Unmarshal([]byte(`"`+string(m[1])+`"`), &line) != nil || line == "" {
			continue
		}
		if !witnessCommand().MatchString(line) && !strings.Contains(s.Whole, `"`+string(m[1])) {
			return false
		}
		ours = true
	}
	return ours
}

// commandMember matches a member of a hook with a command line, also in a file that is cut off in it.
var commandMember = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:` + strings.Join(commandKeys, "|") + `)"\s*:\s*"((?:\\.|[^"\\])*)`)
})

// Revoke returns the settings file without the hooks of witness; an empty result means that
// nothing is left to keep. A file that belongs to witness alone is deleted unless it was changed,
// and one that witness did not write is left as it is.
// Other errors are those of removeHooks.
func (s Settings) Revoke(file []byte) ([]byte, error) {
	if s.Block != "" {
		return removeBlock(file), nil
	}
	if s.Whole == "" {
		file, err := removeStatusLine(file, s.Comments)
		if err != nil {
			return nil, err
		}
		left, err := removeHooks(file, s.Comments)
		if string(left) == s.New {
			left = nil
		}
		return left, err
	}
	switch {
	case len(file) == 0 || string(file) == s.Whole:
	case !s.writtenByWitness(file):
		return file, nil // somebody else's file of that name
	default:
		return nil, errors.New("1:1: the file was changed since witness wrote it; delete it yourself if none of it is yours")
	}
	return nil, nil
}
