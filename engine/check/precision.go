package check

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
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
	WrongBlocks               int    // those of Wrong that refused a call
	Repositories              int    // of which the decided verdicts are, as far as it was counted
	Missed                    int    // moments of recordings read as a whole at which it should have spoken and did not
	Answered                  int    // verdicts of the replay whose row was gone when the rule asked again, though nobody was told
	Reason                    string // why the rule cannot be measured, or not yet
}

// precisionColumns are the columns of the table, in order.
var precisionColumns = []string{"rule", "date", "version", "sessions", "calls", "fired", "read", "right", "wrong", "wrong blocks", "undecidable", "repositories", "missed", "answered", "reason"}

// texts and counts return the columns of a row before the reason.
func (p *Precision) texts() []*string { return []*string{&p.Rule, &p.Date, &p.Version} }

func (p *Precision) counts() []*int {
	return []*int{&p.Sessions, &p.Calls, &p.Fired, &p.Read, &p.Right, &p.Wrong, &p.WrongBlocks, &p.Undecidable, &p.Repositories, &p.Missed, &p.Answered}
}

// minRight is the least share of right verdicts, in percent, with which a rule is on by default.
const minRight = 95

// A rule is proven with minProven decided verdicts or more of minRepositories, of which provenShare percent are right.
const (
	minProven       = 10
	minRepositories = 5
	provenShare     = 90
)

// safetyNet begins the reason of a rule that is admitted by harms, twins and everyday lines, and keeps its severity.
const safetyNet = "safety net"

// Stage returns the stage of a rule with this row: project.Proven, Net or Trial.
func (p Precision) Stage() string {
	decided := p.Right + p.Wrong
	switch {
	case decided >= minProven && p.Repositories >= minRepositories && 100*p.Right >= provenShare*decided && p.WrongBlocks == 0:
		return project.Proven
	case strings.HasPrefix(p.Reason, safetyNet):
		return project.Net
	}
	return project.Trial
}

// StageTable returns the text of engine/project/stages.tsv for these rows. since are the releases in which the rules came, by their names;
// one that has none came in the latest.
func StageTable(rows []Precision, since map[string]string) string {
	releases := project.Releases()
	var b strings.Builder
	for _, p := range rows {
		release, known := since[p.Rule]
		if !known && len(releases) > 0 {
			release = releases[len(releases)-1]
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", p.Rule, p.Stage(), release)
	}
	return b.String()
}

// Mistake returns why a rule with this row may not have this severity by default, or "". A rule of a pack is
// off by default. Verdicts that a reader could not decide do not count.
func (p Precision) Mistake(severity string) string {
	decided := p.Right + p.Wrong
	switch {
	case p.Read != decided+p.Undecidable || p.Read > p.Fired:
		return fmt.Sprintf("%d of %d verdicts were read, but %d right, %d wrong and %d undecidable ones are counted", p.Read, p.Fired, p.Right, p.Wrong, p.Undecidable)
	case p.Calls == 0 && p.Reason == "":
		return "it was not measured, and no reason is given"
	case severity == hook.Off, p.Reason != "":
		return ""
	case decided == 0:
		return "it is on by default, but none of its verdicts was judged, and no reason is given"
	case p.WrongBlocks > 0:
		return fmt.Sprintf("%d of its blocks were wrong; all must be right", p.WrongBlocks)
	case 100*p.Right < minRight*decided:
		return fmt.Sprintf("it is on by default, but only %d of %d verdicts were right", p.Right, decided)
	}
	return ""
}

// ReadPrecision returns the rows of PrecisionFile.
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
