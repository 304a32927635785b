package lines

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Line is a line of an output and what a pattern found in it.
type Line struct {
	*Pattern
	At     int    // its offset in the output
	Number int    // from 1
	Text   string // without its end
	Gap    bool   // the client has cut out the middle of the output here; Pattern is nil

	Known [NumColumns]string // the texts of the groups in Columns, "" if they took no part
	loc   []int
}

// Group returns the text of a group; ok is false if it took no part in the match. The texts of groups
// of the same name are joined.
func (l *Line) Group(name string) (text string, ok bool) {
	for i, group := range l.groups {
		if group == name && l.loc[2*i] >= 0 {
			text, ok = text+l.Text[l.loc[2*i]:l.loc[2*i+1]], true
		}
	}
	return text, ok
}

// Number64 returns the number that a group found, by the group's index; 0 if it found none.
func (l *Line) Number64(group int) int64 {
	if group == 0 || l.loc[2*group] < 0 {
		return 0
	}
	n, _ := strconv.ParseInt(l.Text[l.loc[2*group]:l.loc[2*group+1]], 10, 64)
	return n
}

// Column returns what a line gives a column: the group of this name, or what the header sets.
func (l *Line) Column(name string) (text string, ok bool) {
	if i := slices.Index(Columns, name); i >= 0 {
		return l.Known[i], l.Known[i] != ""
	}
	return l.Group(name)
}

// Others returns the patterns below that of a line which match the line, too.
func (s *Set) Others(l *Line, c *Context) (list []*Pattern) {
	below := slices.Index(s.All, l.Pattern) + 1
	for _, p := range s.All[below:] {
		if p.Role != "json" && p.Role != "xml" && p.applies(c) && p.find(l.Text) != nil {
			list = append(list, p)
		}
	}
	return list
}

// applies reports whether a pattern is tried in a context.
func (p *Pattern) applies(c *Context) bool {
	return p.Sections == nil || slices.Contains(p.Sections, c.Section) || c.Around != "" && slices.Contains(p.Sections, c.Around) || c.Above != "" && slices.Contains(p.Sections, c.Above)
}

// GapSection is the name of the section below a gap.
const GapSection = "gap"

// A Context is what is known above a line.
type Context struct {
	Section string             // the name of the latest heading, suite, section or counts
	Around  string             // the section around that of a test or finding, "" if the latest is none
	Above   string             // the name of the pattern with the role line that took the line directly above
	Heads   [NumColumns]string // what headings say
}

// Each calls yield with every line that a pattern takes and every gap. c is the context of the next
// line, which yield may change. The Line is overwritten by the next call.
func (s *Set) Each(output string, c *Context, yield func(*Line)) {
	var l Line
	for from, number := 0, 1; from < len(output); number++ {
		to := len(output)
		if n := strings.IndexByte(output[from:], '\n'); n >= 0 {
			to = from + n
		}
		above := ""
		if s.match(output[from:to], c, &l) {
			l.At, l.Number = from, number
			yield(&l)
			if !l.Gap && l.Role == "line" {
				above = l.Name
			}
		}
		c.Above = above
		from = to + 1
	}
}

// match finds the pattern that takes a line.
func (s *Set) match(text string, c *Context, l *Line) bool {
	first := emptyLine
	if text != "" {
		first = int(text[0])
	}
	if first == '.' && IsGap(text) {
		*l = Line{Text: text, Gap: true}
		return true
	}
	for _, p := range s.byFirst[first] {
		if !p.applies(c) {
			continue
		}
		if loc := p.find(text); loc != nil {
			*l = Line{Pattern: p, Text: text, loc: loc}
			for i, place := range p.known {
				if place >= 0 && loc[2*i] >= 0 {
					if group := text[loc[2*i]:loc[2*i+1]]; l.Known[place] == "" {
						l.Known[place] = group
					} else {
						l.Known[place] += group
					}
				}
			}
			if len(p.given) > 0 {
				l.give(&c.Heads)
			}
			return true
		}
	}
	return false
}

// give sets the columns that the pattern gives besides its groups. A column is not given if one that
// it is made of is not known.
func (l *Line) give(heads *[NumColumns]string) {
	found := l.Known
	for _, g := range l.given {
		text, missing := g.text, false
		for i, column := range Columns {
			if place := "{" + column + "}"; strings.Contains(text, place) {
				value := cmp.Or(found[i], heads[i])
				text, missing = strings.ReplaceAll(text, place, value), missing || value == ""
			}
		}
		if !missing {
			l.Known[g.place] = text
		}
	}
}

// IsGap reports whether a line is what a client writes in place of the middle of a long output.
func IsGap(text string) bool {
	rest, ok := strings.CutPrefix(text, "... [")
	digits, after, _ := strings.Cut(rest, " ")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == "" && after == "characters truncated] ..."
}
