package redact

import (
	"regexp"
	"strings"
	"sync"
)

// A form is one way in which secrets are written. It is tried where a text contains one of its literals.
// Without a pattern, the literals are the prefixes of tokens.
type form struct {
	literals []string
	least    int    // for a token: how many bytes follow the prefix at least
	coined   bool   // no word of anybody begins with the prefixes, so that a token is one however its tail reads
	pattern  string // tried on lines that contain a literal; its last group that matches is the secret

	random bool // the secret must look random, because words occur in the same place
	each   bool // the group is a list of NAME=secret

	once     sync.Once
	compiled *regexp.Regexp
}

// folds reports whether the literals of a form occur in upper case, too.
func (f *form) folds() bool { return strings.HasPrefix(f.pattern, "(?i)") }

// nameValue is one NAME=secret of a list.
var nameValue = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s["']?[\w.:/-]+=` + argument) })

// re returns the compiled pattern. It is compiled on first use, so that starting the
// program compiles none.
func (f *form) re() *regexp.Regexp {
	f.once.Do(func() { f.compiled = regexp.MustCompile(f.pattern) })
	return f.compiled
}
