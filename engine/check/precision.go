package check

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
)

// PrecisionFile is the table of how often each embedded rule is right, which `just precision` writes.
const PrecisionFile = "docs/precision.tsv"

// Precision is how often one rule spoke in recorded sessions, and how often it was right where readers
// judged it.
type Precision struct {
	Rule, Date, Version       string
	Sessions, Calls, Fired    int
	Read                      int // verdicts that a reader judged: Right, Wrong and Undecidable
	Right, Wrong, Undecidable int
	WrongBlocks               int // those of Wrong that refused a call
	Repositories              int // of which the decided verdicts are, as far as it was counted
	UnseenRight, UnseenWrong  int // decided verdicts in unseen sessions, read before any repair, of the newest set that has some
	UnseenRepositories        int
	Missed                    int    // moments of recordings read as a whole at which it should have spoken and did not
	Answered                  int    // verdicts of the replay whose row was gone when the rule asked again, though nobody was told
	Reason                    string // why the rule cannot be measured, or not yet
}

// precisionColumns are the columns of the table, in order.
var precisionColumns = []string{"rule", "date", "version", "sessions", "calls", "fired", "read", "right", "wrong", "wrong blocks", "undecidable", "repositories", "unseen right", "unseen wrong", "unseen repositories", "missed", "answered", "reason"}

// texts and counts return the columns of a row before the reason.
func (p *Precision) texts() []*string { return []*string{&p.Rule, &p.Date, &p.Version} }

func (p *Precision) counts() []*int {
	return []*int{&p.Sessions, &p.Calls, &p.Fired, &p.Read, &p.Right, &p.Wrong, &p.WrongBlocks, &p.Undecidable, &p.Repositories, &p.UnseenRight, &p.UnseenWrong, &p.UnseenRepositories, &p.Missed, &p.Answered}
}

// ReadPrecision returns the rows of PrecisionFile. A rule has one row, its newest: of two a reader could not tell which figure holds.
func ReadPrecision(assets fs.FS) (rows []Precision, err error) {
	text, err := fs.ReadFile(assets, PrecisionFile)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			if !slices.Equal(cells, precisionColumns) {
				return nil, fmt.Errorf("%s:1: the columns are %q; want %q", PrecisionFile, cells, precisionColumns)
			}
			continue
		}
		if len(cells) != len(precisionColumns) {
			return nil, fmt.Errorf("%s:%d: %d columns; want %d", PrecisionFile, i+1, len(cells), len(precisionColumns))
		}
		p := Precision{Reason: cells[len(cells)-1]}
		if slices.ContainsFunc(rows, func(before Precision) bool { return before.Rule == cells[0] }) {
			return nil, fmt.Errorf("%s:%d: %q has a row above; want one for each rule", PrecisionFile, i+1, cells[0])
		}
		for j, cell := range p.texts() {
			*cell = cells[j]
		}
		for j, count := range p.counts() {
			cell := cells[len(p.texts())+j]
			if *count, err = strconv.Atoi(cell); err != nil || *count < 0 {
				return nil, fmt.Errorf("%s:%d: %s is %q; want a number", PrecisionFile, i+1, precisionColumns[len(p.texts())+j], cell)
			}
		}
		rows = append(rows, p)
	}
	return rows, nil
}

// Decided returns the figures from which the stage of a rule follows: how many of its decided verdicts were right, how many there are, and from
// how many repositories. It prefers the unseen sessions to those with which the rule was repaired, where it is right more often than elsewhere.
func (p Precision) Decided() (right, decided, repositories int) {
	if unseen := p.UnseenRight + p.UnseenWrong; unseen > 0 {
		return p.UnseenRight, unseen, p.UnseenRepositories
	}
	return p.Right, p.Right + p.Wrong, p.Repositories
}

// PrecisionOf returns the row of a rule, or else that of a name that it had before, and whether there is one.
func PrecisionOf(rows []Precision, f *bundle.File) (Precision, bool) {
	for _, name := range f.AllNames() {
		if i := slices.IndexFunc(rows, func(p Precision) bool { return p.Rule == name }); i >= 0 {
			return rows[i], true
		}
	}
	return Precision{}, false
}

// PrecisionTable returns the text of PrecisionFile.
func PrecisionTable(rows []Precision) string {
	var b strings.Builder
	b.WriteString(strings.Join(precisionColumns, "\t") + "\n")
	for _, p := range rows {
		for _, text := range p.texts() {
			b.WriteString(*text + "\t")
		}
		for _, n := range p.counts() {
			fmt.Fprintf(&b, "%d\t", *n)
		}
		b.WriteString(p.Reason + "\n")
	}
	return b.String()
}
