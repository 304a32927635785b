package store

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// groupNames are the names of the groups that have a role: see sqliteDriver.
type groupNames struct{ heads, ends, gathered, indent []string }

// groups are the groups of an expression by number, with their names and roles.
type groups struct {
	names                                 []string
	heads, ends, gathered, indent, silent []bool // silent are the groups whose name begins with _
}

func newGroups(re *regexp.Regexp, roles groupNames) groups {
	g := groups{names: re.SubexpNames()}
	for _, name := range g.names {
		g.heads = append(g.heads, slices.Contains(roles.heads, name))
		g.ends = append(g.ends, slices.Contains(roles.ends, name))
		g.gathered = append(g.gathered, slices.Contains(roles.gathered, name))
		g.indent = append(g.indent, slices.Contains(roles.indent, name))
		g.silent = append(g.silent, strings.HasPrefix(name, "_"))
	}
	return g
}

// A matcher writes matches as JSON.
type matcher struct {
	text  string
	out   []byte // the array so far, without its closing bracket
	final int    // length of out without a silent match at its end, which the next match replaces
	count int    // matches so far, at most maxMatches
	line  int    // of the current match, from 1

	hasParts bool   // there are heads or ends
	part     int    // number of the current part
	head     string // of the current part

	gathered      []byte          // the texts of the current part, as a JSON array without its closing bracket
	seen          map[string]bool // the texts in gathered
	gatheredCount int             // all texts that were gathered, with repetitions and of all parts

	tree      bool       // there is an indent, so heads are a tree
	openHeads []treeHead // path from the root to the last head of the current part
}

// A treeHead is a head in a tree.
type treeHead struct {
	depth int
	path  string // the texts of the heads above it and its own
}

// addLines adds the first match of each line, which begins where the line does.
func (m *matcher) addLines(pattern string, names groupNames) error {
	all, err := parseBranches(pattern)
	if err != nil {
		return err
	}
	for from := 0; from <= len(m.text) && m.count < maxMatches; {
		m.line++
		to := len(m.text)
		if n := strings.IndexByte(m.text[from:], '\n'); n >= 0 {
			to = from + n
		}
		b, loc, err := all.find(m.text[from:to], names)
		if err != nil {
			return err
		}
		if b != nil {
			m.add(&b.groups, loc, from)
		}
		from = to + 1
	}
	return nil
}

// add adds a match. loc are the offsets of its groups relative to offset.
func (m *matcher) add(g *groups, loc []int, offset int) {
	m.count++
	m.openObject(offset + loc[0])
	if m.tree {
		m.placeInTree(g, loc, offset)
	}
	silent, ended, listed := false, false, true
	for i, name := range g.names {
		if name == "" || loc[2*i] < 0 {
			continue
		}
		found := m.text[offset+loc[2*i] : offset+loc[2*i+1]]
		if g.heads[i] && !m.tree {
			m.head = found
		}
		silent, ended = silent || g.silent[i], ended || g.ends[i]
		if g.gathered[i] {
			m.gather(m.withPath(found))
			listed = false
			continue
		}
		m.addString(name, found)
	}
	if !listed && !ended {
		m.out = m.out[:m.final]
		return
	}
	m.closeObject(ended)
	if !silent {
		m.final = len(m.out)
	}
	if ended {
		m.part, m.head, m.openHeads = m.part+1, "", m.openHeads[:0]
	}
}

// placeInTree sets the head to the path of the heads above a match, and adds the match to the path if
// it is a head itself.
func (m *matcher) placeInTree(g *groups, loc []int, offset int) {
	m.head = ""
	depth := -1 // without an indent, it is above all others
	for i := range g.indent {
		if g.indent[i] && loc[2*i] >= 0 {
			depth = loc[2*i+1] - loc[2*i]
		}
	}
	n := len(m.openHeads)
	for n > 0 && m.openHeads[n-1].depth >= depth {
		n--
	}
	if n > 0 {
		m.head = m.openHeads[n-1].path
	}
	for i := range g.heads {
		if g.heads[i] && loc[2*i] >= 0 {
			m.openHeads = append(m.openHeads[:n], treeHead{depth, m.withPath(m.text[offset+loc[2*i] : offset+loc[2*i+1]])})
		}
	}
}

// withPath puts the path of the head in a tree before a text.
func (m *matcher) withPath(text string) string {
	if !m.tree || m.head == "" {
		return text
	}
	return m.head + " › " + text
}

// openObject begins the object of a match, in place of a silent match before it.
func (m *matcher) openObject(at int) {
	if m.out = m.out[:m.final]; m.final > 1 {
		m.out = append(m.out, ',')
	}
	m.out = append(m.out, `{"at":`...)
	m.out = strconv.AppendInt(m.out, int64(at), 10)
	m.out = append(m.out, `,"line":`...)
	m.out = strconv.AppendInt(m.out, int64(m.line), 10)
}

// closeObject adds the part and the head of the match, and what was gathered if the part ends.
func (m *matcher) closeObject(ended bool) {
	if m.hasParts {
		m.out = append(m.out, `,"part":`...)
		m.out = strconv.AppendInt(m.out, int64(m.part), 10)
		if m.head != "" {
			m.addString("head", m.head)
		}
	}
	if m.tree {
		m.out = append(m.out, `,"past":`...)
		m.out = strconv.AppendInt(m.out, int64(m.gatheredCount), 10)
	}
	if ended && len(m.gathered) > 0 {
		m.out = append(m.out, `,"gathered":`...)
		m.out = append(append(m.out, m.gathered...), ']')
		m.gathered, m.seen = m.gathered[:0], nil
	}
	m.out = append(m.out, '}')
}

// gather adds a text to those of the current part.
func (m *matcher) gather(text string) {
	m.gatheredCount++
	if m.seen[text] {
		return
	}
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	m.seen[text] = true
	m.gathered = append(m.gathered, "[,"[min(len(m.gathered), 1)])
	m.gathered = appendJSON(m.gathered, text)
}

// addString adds a name and its string to the object.
func (m *matcher) addString(name, text string) {
	m.out = append(m.out, ',', '"')
	m.out = append(m.out, name...)
	m.out = append(m.out, '"', ':')
	m.out = appendJSON(m.out, text)
}

// finish ends the last part and returns the array.
func (m *matcher) finish() string {
	if len(m.gathered) > 0 {
		if m.openObject(len(m.text)); m.tree {
			m.head = ""
		}
		m.closeObject(true)
	}
	return string(append(m.out, ']'))
}

// appendJSON appends a string as JSON. Most need no escape.
func appendJSON(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			b, err := json.Marshal(s)
			if err != nil {
				return append(out, `""`...) // marshaling a string does not fail
			}
			return append(out, b...)
		}
	}
	out = append(out, '"')
	out = append(out, s...)
	return append(out, '"')
}
