package store

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// sqliteDriver is the SQLite driver with the function matches(text, pattern), which returns all matches
// of a regular expression (RE2) in a text as a JSON array of objects. An object has `at`, the offset of
// the match in bytes, `line`, its line from 1, and the text of each named group that took part in the
// match. It is for texts within a document: what a whole output says is read by the patterns of a
// reader's header.
var sqliteDriver = sync.OnceValue(func() *sqlite.Driver {
	d := &sqlite.Driver{}
	d.MustRegisterDeterministicScalarFunction("matches", -1, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) {
		if len(a) != 2 {
			return nil, errors.New("the arguments of matches are a text and a pattern; what a line takes from the lines above it is said in the header")
		}
		if a[0] == nil || a[1] == nil {
			return "[]", nil
		}
		text, isText := a[0].(string)
		pattern, isPattern := a[1].(string)
		if !isText || !isPattern {
			return nil, errors.New("the arguments of matches must be strings")
		}
		return matches(text, pattern)
	})
	return d
})

const (
	maxMatches = 50_000  // matches of one call; a run reports fewer tests
	maxPattern = 8 << 10 // bytes of a pattern
)

// matches implements the SQL function.
func matches(text, pattern string) (string, error) {
	if len(pattern) > maxPattern {
		return "", fmt.Errorf("a pattern has at most %d bytes", maxPattern)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", err
	}
	found := []map[string]any{}
	line, counted := 1, 0
	for _, loc := range re.FindAllStringSubmatchIndex(text, maxMatches) {
		line += strings.Count(text[counted:loc[0]], "\n")
		counted = loc[0]
		m := map[string]any{"at": loc[0], "line": line}
		for i, name := range re.SubexpNames() {
			if name != "" && loc[2*i] >= 0 {
				m[name] = text[loc[2*i]:loc[2*i+1]]
			}
		}
		found = append(found, m)
	}
	out, err := json.Marshal(found)
	return string(out), err
}
