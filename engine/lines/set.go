// Package lines finds the lines of an output that a reader's patterns match. A pattern is compiled
// when a line could match it, which its first byte and the literals in it decide.
//
// set.go has the patterns of one reader, scan.go walks through an output; literal.go and split.go take
// apart what a pattern requires of a line.
package lines

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"witness/engine/bundle"
)

// Columns are the groups of patterns that the engine knows, by their place in Line.Known. Other
// groups are only seen by a reader's SELECT.
var Columns = []string{"test", "suite", "file", "line", "col", "code", "level", "message", "outcome", "indent", "passed", "failed", "skipped", "total", "counts", "short", "reason", "sub", "suites", "module", "text", "class", "attempt", "col0"}

// Places of Columns.
const (
	Test = iota
	Suite
	File
	LineNumber
	Col
	Code
	Level
	Message
	Outcome
	Indent
	Passed
	Failed
	Skipped
	Total
	Counts
	Short
	Reason
	Sub
	Suites
	Module
	Text
	Class
	Attempt
	Col0
	NumColumns
)

// A Pattern is one expression of a reader.
type Pattern struct {
	bundle.Pattern
	Sections []string // it matches only there; nil for everywhere
	given    []given
	expr     string // its text with the groups written out
	kind     string

	prefix   string   // a literal that every match begins with
	literals []string // literals that every match contains
	any      []string // literals of which every match contains one
	folded   bool     // they are in lower case, and the case of a match is not known
	groups   []string // names of the groups by number
	known    []int    // place in Columns of each group, -1 for others
	literal  int      // how many characters every match has in common
	re       *regexp.Regexp
}

// A Set is the patterns of one reader.
type Set struct {
	All     []*Pattern
	Extra   []string // names of the groups that are not in Columns
	byFirst [257][]*Pattern
}

// A given is a column that a pattern gives besides its groups.
type given struct {
	place int
	text  string // in which {column} is replaced by a group
}

// emptyLine is the index in byFirst of a line without a first byte.
const emptyLine = 256

// maxPattern bounds a pattern, in bytes.
const maxPattern = 8 << 10

// NewSet parses the patterns of a reader. own reports whether the command is the reader's.
func NewSet(f *bundle.File, own bool) (*Set, error) {
	s := &Set{}
	sections := map[string][]string{}
	for section := range f.In {
		for _, kind := range bundle.Words(f.In, section) {
			sections[kind] = append(sections[kind], section)
		}
	}
	for _, text := range f.Patterns() {
		kind := text.Kind()
		if !own && slices.Contains(f.Own, kind) {
			continue
		}
		p := &Pattern{Pattern: text, Sections: sections[kind], kind: kind}
		table, _ := f.Set[text.Name].(map[string]any)
		for column, v := range table {
			value, _ := v.(string)
			place := slices.Index(Columns, column)
			if place < 0 {
				return nil, &bundle.FileError{Path: f.Path, Line: f.Line("set." + text.Name), Err: fmt.Errorf("set: no column %q%s", column, bundle.DidYouMean(column, Columns))}
			}
			p.given = append(p.given, given{place, value})
		}
		if err := s.add(p); err != nil {
			return nil, &bundle.FileError{Path: f.Path, Line: text.Line, Err: fmt.Errorf("%s: %w", text.Kind(), err)}
		}
	}
	return s, nil
}

// add parses one pattern.
func (s *Set) add(p *Pattern) error {
	if len(p.Text) > maxPattern {
		return fmt.Errorf("a pattern has at most %d bytes", maxPattern)
	}
	var err error
	if p.expr, err = Expand(p.Text); err != nil {
		return err
	}
	re, err := syntax.Parse(p.expr, syntax.Perl)
	if err != nil {
		return err
	}
	p.groups = re.CapNames()
	for i, name := range p.groups {
		place := slices.Index(Columns, name)
		p.known = append(p.known, place)
		if i > 0 && name != "" && place < 0 && !slices.Contains(s.Extra, name) {
			s.Extra = append(s.Extra, name)
		}
	}
	p.prefix, p.literals = LiteralPrefix(re), RequiredLiterals(re)
	if s.All = append(s.All, p); p.Role == "json" || p.Role == "xml" {
		p.literals = nil // it takes no line, and its rest may be long
		return nil
	}
	if p.prefix == "" && p.literals == nil {
		p.any, p.folded = AnyLiteral(re)
	}
	p.literal = literalLength(re)
	set, empty := FirstBytes(re)
	for c := range s.byFirst {
		if empty || c != emptyLine && set.Has(byte(c)) {
			s.byFirst[c] = append(s.byFirst[c], p)
		}
	}
	return nil
}

// Kind is the Kind of bundle.Pattern, which is asked for with each line and therefore kept.
func (p *Pattern) Kind() string { return p.kind }

// find returns the offsets of the groups of a pattern in a line, nil if it does not match.
func (p *Pattern) find(line string) []int {
	if !strings.HasPrefix(line, p.prefix) {
		return nil
	}
	for _, text := range p.literals {
		if !strings.Contains(line, text) {
			return nil
		}
	}
	if p.any != nil && !p.mayHave(line) {
		return nil
	}
	if p.re == nil {
		end := `)\z`
		if p.Role == "json" || p.Role == "xml" {
			end = ")" // the rest of the document follows
		}
		p.re = regexp.MustCompile(`\A(?:` + p.expr + end)
	}
	return p.re.FindStringSubmatchIndex(line)
}

// mayHave reports whether a line has one of the literals of which a match contains one. Beyond ASCII a letter
// may be a case of one within it.
func (p *Pattern) mayHave(line string) bool {
	if p.folded {
		for i := range len(line) {
			if line[i] >= utf8.RuneSelf {
				return true
			}
		}
		line = strings.ToLower(line)
	}
	return slices.ContainsFunc(p.any, func(text string) bool { return strings.Contains(line, text) })
}

// Gives reports whether the pattern sets a column, perhaps to nothing.
func (p *Pattern) Gives(place int) bool {
	return slices.ContainsFunc(p.given, func(g given) bool { return g.place == place })
}

// Groups returns the names of the groups of a pattern; those without a name are "".
func (p *Pattern) Groups() []string { return p.groups }

// Empties returns the places of the columns that a pattern takes away from the headings above.
func (p *Pattern) Empties() (list []int) {
	for _, g := range p.given {
		if g.text == "" {
			list = append(list, g.place)
		}
	}
	return list
}

// Begins reports whether a text begins as a pattern says.
func (p *Pattern) Begins(text string) bool { return p.find(text) != nil }

// Vaguer reports whether a pattern says less of a line than another: fewer characters are common to
// all of its matches.
func (p *Pattern) Vaguer(other *Pattern) bool { return p.literal < other.literal }

// literalLength returns how many characters all matches of an expression have in common.
func literalLength(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return literalLength(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min * literalLength(re.Sub[0])
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n += literalLength(sub)
		}
		return n
	case syntax.OpAlternate:
		n := literalLength(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, literalLength(sub))
		}
		return n
	}
	return 0
}
