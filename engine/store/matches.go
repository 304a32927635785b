package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// theDriver is SQLite with the functions that witness adds:
//
//	matches(text, pattern)
//	matches(text, pattern, heads, ends)
//	matches(text, pattern, heads, ends, gathered)
//	matches(text, pattern, heads, ends, gathered, indent)
//
// returns all matches of a regular expression (RE2) as a JSON array of objects: each
// named group under its name (null if it took no part), `at`, the byte at which the
// match begins, and `line`, its line from 1. A pattern that begins with (?m)^ and names
// no \n, or only as what it does not want ([^:\n]), is matched line by line, which is
// faster and never runs across lines.
//
// heads, ends and gathered name groups, with spaces between them. A match has as its `part`
// how many matches before it had a group of ends, and as its `head` what a group of heads
// matched last in this part, there or before. One with a group whose name begins with _ is
// only there to be a head, and listed only if it is the last. One with a group of gathered
// is not listed: what the group matched stands, each text once, in the array `gathered` of
// the match that ends the part; of the last part, of a match of the end of the text.
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
			return matches(texts[0], texts[1], "", "", "", "")
		case 4:
			return matches(texts[0], texts[1], texts[2], texts[3], "", "")
		case 5:
			return matches(texts[0], texts[1], texts[2], texts[3], texts[4], "")
		case 6:
			return matches(texts[0], texts[1], texts[2], texts[3], texts[4], texts[5])
		}
		return nil, errors.New("matches takes a text and a pattern, and may be given heads and ends, what is gathered, and the indent")
	})
	return d
})

const (
	maxMatches = 50_000 // matches of one call; a run names fewer tests
	maxPattern = 8 << 10
)

// matches implements the SQL function.
func matches(text, pattern, heads, ends, gathered, indent string) (string, error) {
	if len(pattern) > maxPattern {
		return "", fmt.Errorf("a pattern has at most %d bytes", maxPattern)
	}
	anchored, byLine := strings.CutPrefix(pattern, "(?m)^")
	byLine = byLine && !namesNewline(anchored) && !strings.Contains(pattern, "(?s")
	named := roles{strings.Fields(heads), strings.Fields(ends), strings.Fields(gathered), strings.Fields(indent)}
	m := matcher{out: []byte{'['}, kept: 1, text: text, inParts: heads+ends != "", tree: indent != ""}
	if byLine {
		err := m.lines(anchored, named)
		return m.done(), err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", err
	}
	m.lineNo = 1
	own, upTo := groupsOf(re, named), 0
	for _, loc := range re.FindAllStringSubmatchIndex(text, maxMatches) {
		m.lineNo += strings.Count(text[upTo:loc[0]], "\n")
		upTo = loc[0]
		m.add(&own, loc, 0)
	}
	return m.done(), nil
}
