package engine

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// theDriver is SQLite with the functions that witness adds:
//
//	matches(text, pattern)
//	matches(text, pattern, heads, ends)
//
// returns all matches of a regular expression (RE2) as a JSON array of objects: each
// named group under its name (null if it took no part), `at`, the byte at which the
// match begins, and `line`, its line from 1. A pattern that begins with (?m)^ and names
// no \n is matched line by line, which is faster and never runs across lines.
var theDriver = sync.OnceValue(func() *sqlite.Driver {
	d := &sqlite.Driver{}
	d.MustRegisterDeterministicScalarFunction("matches", -1, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) {
		texts := make([]string, len(a))
		for i, v := range a {
			if v == nil {
				return "[]", nil
			}
			ok := false
			if texts[i], ok = v.(string); !ok {
				return nil, errors.New("matches takes texts")
			}
		}
		switch len(texts) {
		case 2:
			return matches(texts[0], texts[1], "", "")
		case 4:
			return matches(texts[0], texts[1], texts[2], texts[3])
		}
		return nil, errors.New("matches takes a text and a pattern, and may be given heads and ends")
	})
	return d
})

const (
	maxMatches = 50_000 // matches of one call; a run names fewer tests
	maxPattern = 8 << 10
)

// matches implements the SQL function.
func matches(text, pattern, heads, ends string) (string, error) {
	if len(pattern) > maxPattern {
		return "", fmt.Errorf("a pattern has at most %d bytes", maxPattern)
	}
	anchored, byLine := strings.CutPrefix(pattern, "(?m)^")
	byLine = byLine && !strings.Contains(pattern, `\n`) && !strings.Contains(pattern, "(?s")
	if byLine {
		pattern = `(?m)\A(?:` + anchored + ")"
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", err
	}
	m := matcher{re: re, names: re.SubexpNames(), out: []byte{'['}, kept: 1, text: text, inParts: ends != ""}
	for _, name := range m.names {
		m.heads = append(m.heads, name != "" && slices.Contains(strings.Fields(heads), name))
		m.ends = append(m.ends, name != "" && slices.Contains(strings.Fields(ends), name))
		m.silent = append(m.silent, strings.HasPrefix(name, "_"))
	}
	if !byLine {
		m.find(0, len(text), -1)
		return m.done(), nil
	}
	for from := 0; from <= len(text) && m.count < maxMatches; {
		m.lineNo++
		to := strings.IndexByte(text[from:], '\n')
		if to < 0 {
			m.find(from, len(text), 1)
			break
		}
		m.find(from, from+to, 1)
		from += to + 1
	}
	return m.done(), nil
}

// A matcher collects matches as JSON.
type matcher struct {
	re     *regexp.Regexp
	names  []string
	text   string
	out    []byte
	count  int
	lineNo int // the line being matched, or the line of the last match
	upTo   int // where lines were counted up to

	inParts             bool
	heads, ends, silent []bool // of each group
	part                int
	head                string
	kept                int // how much of out is listed for good: a silent match behind it gives way to the next
}

// find adds the matches in text[from:to], at most limit of them, all if it is negative.
func (m *matcher) find(from, to, limit int) {
	if limit < 0 {
		limit = maxMatches
	}
	if limit == 1 {
		if loc := m.re.FindStringSubmatchIndex(m.text[from:to]); loc != nil {
			m.add(loc, from)
		}
		return
	}
	m.lineNo = 1
	for _, loc := range m.re.FindAllStringSubmatchIndex(m.text[from:to], limit) {
		m.lineNo += strings.Count(m.text[m.upTo:loc[0]], "\n")
		m.upTo = loc[0]
		m.add(loc, from)
	}
}

func (m *matcher) add(loc []int, from int) {
	m.out = m.out[:m.kept]
	if m.kept > 1 {
		m.out = append(m.out, ',')
	}
	m.count++
	m.out = append(m.out, `{"at":`...)
	m.out = strconv.AppendInt(m.out, int64(from+loc[0]), 10)
	m.out = append(m.out, `,"line":`...)
	m.out = strconv.AppendInt(m.out, int64(m.lineNo), 10)
	silent, ended := false, false
	for i, name := range m.names {
		if name == "" || loc[2*i] < 0 {
			continue
		}
		found := m.text[from+loc[2*i] : from+loc[2*i+1]]
		if m.heads[i] {
			m.head = found
		}
		silent, ended = silent || m.silent[i], ended || m.ends[i]
		m.put(name, found)
	}
	if m.inParts {
		m.out = append(m.out, `,"part":`...)
		m.out = strconv.AppendInt(m.out, int64(m.part), 10)
		if m.head != "" {
			m.put("head", m.head)
		}
	}
	m.out = append(m.out, '}')
	if !silent {
		m.kept = len(m.out)
	}
	if ended {
		m.part, m.head = m.part+1, ""
	}
}

// put adds a name and its text to the object.
func (m *matcher) put(name, text string) {
	m.out = append(m.out, ',', '"')
	m.out = append(m.out, name...)
	m.out = append(m.out, '"', ':')
	m.out = appendJSON(m.out, text)
}

func (m *matcher) done() string { return string(append(m.out, ']')) }

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
