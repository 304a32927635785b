package store

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// roles are the names of the groups that name the head, that end a part, that are gathered and
// that tell how deep a match stands.
type roles struct{ heads, ends, gathered, indent []string }

// groups are the groups of an expression, and what each of them does.
type groups struct {
	names                         []string
	heads, ends, gathered, silent []bool
	indent                        []bool
}

func groupsOf(re *regexp.Regexp, r roles) groups {
	g := groups{names: re.SubexpNames()}
	for _, name := range g.names {
		g.heads = append(g.heads, slices.Contains(r.heads, name))
		g.ends = append(g.ends, slices.Contains(r.ends, name))
		g.gathered = append(g.gathered, slices.Contains(r.gathered, name))
		g.silent = append(g.silent, strings.HasPrefix(name, "_"))
		g.indent = append(g.indent, slices.Contains(r.indent, name))
	}
	return g
}

// A matcher collects matches as JSON.
type matcher struct {
	text    string
	out     []byte
	count   int
	lineNo  int // of the match
	inParts bool
	part    int
	head    string
	kept    int // how much of out is listed for good: a silent match behind it gives way to the next

	gathered []byte          // of this part, as a JSON array that is not closed; empty for nothing
	known    map[string]bool // what is in it
	past     int             // how many were gathered

	tree  bool
	above []head // the heads of this part that the next match may stand below
}

// A head is one of a tree.
type head struct {
	depth int
	path  string // with what stands above it
}

// lines adds the first match of each line at its beginning.
func (m *matcher) lines(pattern string, r roles) error {
	all, err := branchesOf(pattern)
	if err != nil {
		return err
	}
	for from := 0; from <= len(m.text) && m.count < maxMatches; {
		m.lineNo++
		to := len(m.text)
		if n := strings.IndexByte(m.text[from:], '\n'); n >= 0 {
			to = from + n
		}
		b, loc, err := all.find(m.text[from:to], r)
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

// add adds a match of an expression with these groups, found behind from.
func (m *matcher) add(g *groups, loc []int, from int) {
	m.out = m.out[:m.kept]
	if m.kept > 1 {
		m.out = append(m.out, ',')
	}
	m.count++
	m.begin(from + loc[0])
	if m.tree {
		m.place(g, loc, from)
	}
	silent, ended, listed := false, false, true
	for i, name := range g.names {
		if name == "" || loc[2*i] < 0 {
			continue
		}
		found := m.text[from+loc[2*i] : from+loc[2*i+1]]
		if g.heads[i] && !m.tree {
			m.head = found
		}
		silent, ended = silent || g.silent[i], ended || g.ends[i]
		if g.gathered[i] {
			m.gather(m.below(found))
			listed = false
			continue
		}
		m.put(name, found)
	}
	if !listed && !ended {
		m.out = m.out[:m.kept]
		return
	}
	m.finish(ended)
	if !silent {
		m.kept = len(m.out)
	}
	if ended {
		m.part, m.head, m.above = m.part+1, "", m.above[:0]
	}
}

// place finds the head below which a match stands in a tree, and adds the match to the tree
// if it is a head.
func (m *matcher) place(g *groups, loc []int, from int) {
	m.head = ""
	depth := -1 // above all that have an indent
	for i := range g.indent {
		if g.indent[i] && loc[2*i] >= 0 {
			depth = loc[2*i+1] - loc[2*i]
		}
	}
	n := len(m.above)
	for n > 0 && m.above[n-1].depth >= depth {
		n--
	}
	if n > 0 {
		m.head = m.above[n-1].path
	}
	for i := range g.heads {
		if g.heads[i] && loc[2*i] >= 0 {
			m.above = append(m.above[:n], head{depth, m.below(m.text[from+loc[2*i] : from+loc[2*i+1]])})
		}
	}
}

// below is a text with the head above it.
func (m *matcher) below(text string) string {
	if !m.tree || m.head == "" {
		return text
	}
	return m.head + " › " + text
}

// begin begins the object of a match.
func (m *matcher) begin(at int) {
	m.out = append(m.out, `{"at":`...)
	m.out = strconv.AppendInt(m.out, int64(at), 10)
	m.out = append(m.out, `,"line":`...)
	m.out = strconv.AppendInt(m.out, int64(m.lineNo), 10)
}

// finish adds what is known of the part, and all of what was gathered if it ends.
func (m *matcher) finish(ended bool) {
	if m.inParts {
		m.out = append(m.out, `,"part":`...)
		m.out = strconv.AppendInt(m.out, int64(m.part), 10)
		if m.head != "" {
			m.put("head", m.head)
		}
	}
	if m.tree {
		m.out = append(m.out, `,"past":`...)
		m.out = strconv.AppendInt(m.out, int64(m.past), 10)
	}
	if ended && len(m.gathered) > 0 {
		m.out = append(m.out, `,"gathered":`...)
		m.out = append(append(m.out, m.gathered...), ']')
		m.gathered, m.known = m.gathered[:0], nil
	}
	m.out = append(m.out, '}')
}

// gather notes what a group matched.
func (m *matcher) gather(text string) {
	m.past++
	if m.known[text] {
		return
	}
	if m.known == nil {
		m.known = map[string]bool{}
	}
	m.known[text] = true
	m.gathered = append(m.gathered, "[,"[min(len(m.gathered), 1)])
	m.gathered = appendJSON(m.gathered, text)
}

// put adds a name and its text to the object.
func (m *matcher) put(name, text string) {
	m.out = append(m.out, ',', '"')
	m.out = append(m.out, name...)
	m.out = append(m.out, '"', ':')
	m.out = appendJSON(m.out, text)
}

func (m *matcher) done() string {
	if len(m.gathered) > 0 {
		if m.out = m.out[:m.kept]; m.kept > 1 {
			m.out = append(m.out, ',')
		}
		if m.begin(len(m.text)); m.tree {
			m.head = ""
		}
		m.finish(true)
	}
	return string(append(m.out, ']'))
}

// appendJSON appends a text as JSON. Most need no escape.
func appendJSON(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			b, err := json.Marshal(s)
			if err != nil {
				return append(out, `""`...) // a string does not fail to marshal
			}
			return append(out, b...)
		}
	}
	out = append(out, '"')
	out = append(out, s...)
	return append(out, '"')
}
