package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// hooksKey is the key under which clients keep their hooks in a JSON settings file, by event.
const hooksKey = "hooks"

// MaxSettings bounds the size of a settings file, in bytes.
const MaxSettings = 16 << 20

// byteOrderMark may begin a file that was written on Windows. Claude Code 2.1.330 and Qwen Code 0.24.4 skip it (measured);
// see Agent.Marked() for those that do not.
var byteOrderMark = []byte("\ufeff")

// IsMarked reports whether a settings file begins with a byte order mark.
func IsMarked(file []byte) bool { return bytes.HasPrefix(file, byteOrderMark) }

// mergeHooks adds hooks to a JSON settings file and changes no other byte of it. Hooks has the form of
// the file: {"hooks":{EVENT:[ENTRY...]...}}. An empty or missing file becomes a new one. Earlier
// entries of witness are replaced; a file that holds exactly these is returned unchanged.
// Comments are an error unless the client accepts them. Errors start with the line and the column,
// as "12:5: ".
//
// removeHooks restores the original file byte for byte. For that, mergeHooks leaves a space after the
// opening bracket of a container that was empty before, and none in a container that it adds
// itself.
func mergeHooks(file []byte, hooks string, comments bool) ([]byte, error) {
	if rest, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		merged, err := mergeHooks(rest, hooks, comments)
		return slices.Concat(byteOrderMark, merged), err
	}
	want, err := parseSettings([]byte(hooks), false)
	if err != nil {
		return nil, fmt.Errorf("the hooks to merge: %w", err)
	}
	wanted, ok := want.root.member(hooksKey)
	if !ok {
		return nil, errors.New(`the hooks to merge have no "hooks"`)
	}
	have, err := parseSettings(file, comments)
	if err != nil {
		return nil, err
	}
	if have.hasExactly(want) {
		return file, nil
	}
	if file, err = removeHooks(file, comments); err != nil {
		return nil, err
	}
	if have, err = parseSettings(file, comments); err != nil {
		return nil, err
	}
	st := detectStyle(have)
	if !have.found {
		return []byte(string(file) + "{" + st.newLine(1) + want.format(wanted, st, 1) + st.newLine(0) + "}" + st.newline), nil
	}
	return have.splice(have.insertions(want, st)), nil
}

// removeHooks deletes every hook of witness from a settings file, and each group, event and section
// that mergeHooks added for it. An empty result means that the file holds nothing else. Errors are
// those of mergeHooks.
func removeHooks(file []byte, comments bool) ([]byte, error) {
	if rest, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		left, err := removeHooks(rest, comments)
		return slices.Concat(byteOrderMark, left), err
	}
	have, err := parseSettings(file, comments)
	if err != nil || !have.found {
		return file, err
	}
	cuts, gone := have.prune(have.root, func(member node) ([]splice, bool) {
		if member.key != hooksKey {
			return nil, false
		}
		return have.prune(member, func(event node) ([]splice, bool) {
			return have.prune(event, have.removeOwn)
		})
	})
	if gone {
		return file[:have.root.start], nil
	}
	return have.splice(cuts), nil
}

// commandKeys are the members of a hook that hold a command line.
var commandKeys = []string{"command", "bash", "commandWindows", "windows", "powershell"}

// witnessCommand matches the command lines that run witness: the forms that init writes, and
// equivalent lines written by hand. A line that does more than run witness belongs to the user
// and does not match. The expression is compiled on first use because a hook does not need it.
var witnessCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(env )?["']?([^"'|;&<>$]*[/\\])?witness(\.exe)?["']? hook( [a-z]+)?( 2?>/dev/null)*( \|\| (cat >/dev/null|true|:|exit 0))?$` +
		`|^if \(Get-Command witness -ErrorAction SilentlyContinue\) \{ witness hook [a-z]+ 2>\$null \}; exit 0$` +
		`|^env sh -c 'said=\$\(env witness hook [a-z]+ 2>/dev/null\)`)
})

// isWitnessLine reports whether a member of a hook is a command line of witness.
func (n node) isWitnessLine() bool {
	return slices.Contains(commandKeys, n.key) && witnessCommand().MatchString(n.text)
}

// isWitnessHook reports whether an object has a command line of witness.
func (n node) isWitnessHook() bool {
	return n.kind == '{' && slices.ContainsFunc(n.items, node.isWitnessLine)
}

// removeOwn returns the cuts that remove witness from an entry of an event, or true if the whole
// entry goes. An entry is a hook or a group {"matcher":...,"hooks":[...]}. A group stays if it
// has hooks of other tools.
func (s *settings) removeOwn(entry node) ([]splice, bool) {
	if entry.isWitnessHook() {
		return nil, true
	}
	list, ok := entry.member("hooks")
	if !ok || len(list.items) == 0 {
		return nil, false
	}
	if !slices.ContainsFunc(list.items, func(hook node) bool { return !hook.isWitnessHook() }) {
		return nil, true
	}
	return s.prune(list, func(hook node) ([]splice, bool) { return nil, hook.isWitnessHook() })
}

// prune applies each to the items of a container and returns the cuts that each returns. An item
// for which each returns true is cut out; true is returned for the container if nothing is left
// in it, unless it existed, empty, before mergeHooks.
func (s *settings) prune(n node, each func(node) ([]splice, bool)) ([]splice, bool) {
	var cuts []splice
	kept := 0
	gone := make([]bool, len(n.items))
	for i, item := range n.items {
		inner, g := each(item)
		if gone[i] = g; !g {
			cuts = append(cuts, inner...)
			kept++
		}
	}
	if kept == 0 && len(n.items) > 0 {
		blank, before := wasEmpty(string(s.text[n.start+1 : n.items[0].from]))
		if !before {
			return nil, true
		}
		return []splice{{n.start + 1, n.end - 1, blank}}, false
	}
	first := slices.Index(gone, false)
	for i := range n.items {
		switch {
		case !gone[i]:
		case i < first:
			cuts = append(cuts, splice{n.items[i].from, n.items[i+1].from, ""})
		default:
			cuts = append(cuts, splice{n.items[i-1].end, n.items[i].end, ""})
		}
	}
	return cuts, false
}

// wasEmpty examines the text between an opening bracket and the first item. It reports whether
// mergeHooks found the container empty, which it marks with a space, and returns the white space that
// the empty container held.
func wasEmpty(lead string) (blank string, before bool) {
	if i := strings.LastIndexByte(lead, '\n'); i >= 0 {
		lead = strings.TrimSuffix(lead[:i], "\r")
	}
	return strings.CutSuffix(lead, " ")
}

// insertions returns the splices that add the wanted hooks to a file without hooks of witness.
func (s *settings) insertions(want *settings, st style) []splice {
	wanted, _ := want.root.member(hooksKey)
	present, ok := s.root.member(hooksKey)
	if !ok {
		return []splice{s.appendItems(s.root, []string{want.format(wanted, st, 1)}, st, 1)}
	}
	var all []splice
	var missing []string
	for _, w := range wanted.items {
		event, ok := present.member(w.key)
		if !ok {
			missing = append(missing, want.format(w, st, 2))
			continue
		}
		var entries []string
		for _, entry := range w.items {
			entries = append(entries, want.format(entry, st, 3))
		}
		all = append(all, s.appendItems(event, entries, st, 3))
	}
	if len(missing) > 0 {
		all = append(all, s.appendItems(present, missing, st, 2))
	}
	return all
}

// appendItems returns the splice that adds items at the end of a container.
func (s *settings) appendItems(n node, items []string, st style, depth int) splice {
	if len(n.items) == 0 {
		text := " " + st.newLine(depth) + strings.Join(items, ","+st.newLine(depth)) + st.newLine(depth-1)
		return splice{n.end - 1, n.end - 1, text}
	}
	end := n.items[len(n.items)-1].end
	return splice{end, end, "," + st.newLine(depth) + strings.Join(items, ","+st.newLine(depth))}
}

// hasExactly reports whether the entries of witness in the file are exactly the wanted ones.
func (s *settings) hasExactly(want *settings) bool {
	return s.found && slices.Equal(s.own(), want.own())
}

// own returns the entries of witness in the file, each after the name of its event, in order.
func (s *settings) own() (found []string) {
	hooks, _ := s.root.member(hooksKey)
	for _, event := range hooks.items {
		for _, entry := range event.items {
			if cuts, gone := s.removeOwn(entry); gone || len(cuts) > 0 {
				var compact bytes.Buffer
				_ = json.Compact(&compact, s.clean[entry.start:entry.end]) // valid: it was parsed before
				found = append(found, event.key+" "+compact.String())
			}
		}
	}
	slices.Sort(found)
	return found
}
