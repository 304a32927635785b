package engine

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// theDriver is SQLite with the functions that witness adds:
//
//	matches(text, pattern)
//
// returns all matches of a regular expression (RE2) as a JSON array of objects: each
// named group under its name (null if it took no part), `at`, the byte at which the
// match begins, and `line`, its line from 1. A pattern that begins with (?m)^ and names
// no \n is matched line by line, which is faster and never runs across lines.
var theDriver = sync.OnceValue(func() *sqlite.Driver {
	d := &sqlite.Driver{}
	d.MustRegisterDeterministicScalarFunction("matches", 2, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) {
		text, ok := a[0].(string)
		pattern, ok2 := a[1].(string)
		if a[0] == nil || a[1] == nil {
			return "[]", nil
		}
		if !ok || !ok2 {
			return nil, errors.New("matches(text, pattern) takes two texts")
		}
		return matches(text, pattern)
	})
	return d
})

const (
	maxMatches = 50_000 // matches of one call; a run names fewer tests
	maxPattern = 8 << 10
)

// matches implements the SQL function.
func matches(text, pattern string) (string, error) {
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
	m := matcher{re: re, names: re.SubexpNames(), out: []byte{'['}, text: text}
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
	if m.count > 0 {
		m.out = append(m.out, ',')
	}
	m.count++
	m.out = append(m.out, `{"at":`...)
	m.out = strconv.AppendInt(m.out, int64(from+loc[0]), 10)
	m.out = append(m.out, `,"line":`...)
	m.out = strconv.AppendInt(m.out, int64(m.lineNo), 10)
	for i, name := range m.names {
		if name == "" || loc[2*i] < 0 {
			continue
		}
		m.out = append(m.out, ',', '"')
		m.out = append(m.out, name...)
		m.out = append(m.out, '"', ':')
		m.out = appendJSON(m.out, m.text[from+loc[2*i]:from+loc[2*i+1]])
	}
	m.out = append(m.out, '}')
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
