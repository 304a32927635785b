package report

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"witness/engine/eval"
	"witness/engine/hook"
)

// A ribbon is a session as the page draws it: along its steps, which are percentages of its width.
type ribbon struct {
	*Session
	N        int // its number on the page
	Length   string
	HasPage  bool
	Before   int // the numbers of the pages before and after this one, 0 for none
	After    int
	Timeline []line
	Cut      int // lines of the timeline that are left out

	Spoken  []mark // where witness spoke
	Numbers []mark // how many tests failed
	Band    []bar  // the state of the tests
	Tested  []mark // the runs
	Checked []mark
	Asked   []mark  // prompts of the user
	Lanes   []lane  // the most edited files
	Strip   []shape // all of it, small
	Label   string  // the picture in words
}

// A mark is something at one step.
type mark struct {
	Step  int64
	X     string // in percent
	Class string
	Text  string
	Line  int64 // the step of the line of the timeline that has it, 0 if none does
}

// A bar is a part of the band.
type bar struct{ X, Width, Class, Text string }

// A lane is a file of a ribbon.
type lane struct {
	File  string
	Y     int
	Marks []mark
}

// Limits of a ribbon.
const (
	maxLanes  = 4
	grain     = 0.4 // in percent: marks that are closer are drawn once
	spacing   = 3.2 // in percent: of numbers that are closer the highest is drawn
	laneStep  = 15  // in pixels
	lanesFrom = 48
)

// Height returns the height of the picture in pixels.
func (r ribbon) Height() int { return lanesFrom + laneStep*len(r.Lanes) + 4 }

// at returns where a step is, in percent of the width.
func (r *ribbon) at(step int64) float64 {
	return 100 * float64(step-r.First) / float64(max(1, r.Last-r.First+1))
}

// percent formats a percentage for an attribute.
func percent(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) + "%" }

// draw computes the picture.
func (r *ribbon) draw() {
	r.drawBand()
	last, highest := -100.0, int64(0) // where the last number is, and the number
	for _, run := range r.Runs {
		m := mark{Step: run.Step, X: percent(r.at(run.Step)), Class: run.Outcome, Text: fmt.Sprintf("step %d: %s", run.Step, run.text())}
		if run.Kind != "test" {
			r.Checked = append(r.Checked, m)
			continue
		}
		r.Tested = append(r.Tested, m)
		x := r.at(run.Step)
		switch {
		case run.Outcome != "fail" || run.Failed == nil || *run.Failed == 0:
			continue
		case x-last >= spacing:
			r.Numbers = append(r.Numbers, mark{})
		case *run.Failed <= highest:
			continue
		}
		r.Numbers[len(r.Numbers)-1] = mark{Step: run.Step, X: m.X, Text: fmt.Sprint(*run.Failed)}
		last, highest = x, *run.Failed
	}
	for _, v := range r.Verdicts {
		class := v.Severity
		text := fmt.Sprintf("step %d: %s %s: %s", v.Step, v.Severity, v.Rule, shortened(v.Message, 120))
		if v.Unsaid != "" {
			class += " hollow"
			text += " (not said: " + v.Why() + ")"
		}
		r.Spoken = append(r.Spoken, mark{Step: v.Step, X: percent(r.at(v.Step)), Class: class, Text: text})
	}
	for _, t := range r.prompts {
		r.Asked = append(r.Asked, mark{Step: t, X: percent(r.at(t)), Text: fmt.Sprintf("step %d: prompt", t)})
	}
	slices.SortStableFunc(r.Spoken, func(a, b mark) int { return cmp.Compare(gravity(a.Class), gravity(b.Class)) })
	r.Spoken, r.Tested, r.Checked, r.Asked = r.thinned(r.Spoken), r.thinned(r.Tested), r.thinned(r.Checked), r.thinned(r.Asked)
	r.drawLanes()
	r.Label = "Ribbon of the session. " + r.Headline
}

// link lets the marks lead to the lines of the timeline.
func (r *ribbon) link() {
	lists := [][]mark{r.Spoken, r.Tested, r.Checked}
	for _, l := range r.Lanes {
		lists = append(lists, l.Marks)
	}
	for _, list := range lists {
		for i := range list {
			at, found := slices.BinarySearchFunc(r.Timeline, list[i].Step, func(l line, step int64) int { return cmp.Compare(l.Step.Step, step) })
			if !found {
				at-- // it belongs to the line before, unless that is cut off
			}
			if at >= 0 {
				list[i].Line = r.Timeline[at].Step.Step
			}
		}
	}
}

// gravity orders the marks of findings: of two at the same step the graver one is drawn later, and covers the other.
func gravity(class string) int {
	return slices.Index([]string{hook.Warn + " hollow", hook.Ask + " hollow", hook.Block + " hollow", hook.Warn, hook.Ask, hook.Block}, class)
}

// Why returns why the finding was kept from the agent, in words.
func (v Verdict) Why() string {
	switch v.Unsaid {
	case eval.ByObserve:
		return "observed only"
	case eval.BySnooze:
		return "snoozed"
	case eval.ByAllow:
		return "allowed once"
	case eval.ByAnswer:
		return "the user agreed"
	}
	return v.Unsaid
}

// drawBand computes the band.
func (r *ribbon) drawBand() {
	for _, s := range r.spans {
		x := r.at(s.from)
		r.Band = append(r.Band, bar{percent(x), percent(r.at(s.to) - x), s.state, fmt.Sprintf("%s, step %d to %d", s.text(), s.from, s.to-1)})
	}
}

// A shape is all of a strip that has one color.
type shape struct{ Class, Path string }

// stripWidth is how many parts of a strip have a color of their own.
const stripWidth = 100

// drawStrip computes the strip, in which what is red is seen even if it is short.
func (r *ribbon) drawStrip() {
	var parts [stripWidth]string
	for _, s := range r.spans {
		from, to := int(r.at(s.from)*stripWidth/100), int(r.at(s.to)*stripWidth/100)
		if s.state == red {
			to = max(to, from+1)
		}
		for i := from; i < min(to, stripWidth); i++ {
			if parts[i] != red && (parts[i] != apart || s.state == red) { // they share this part
				parts[i] = s.state
			}
		}
	}
	for _, one := range []struct {
		state     string
		y, height int
	}{{untested, 4, 2}, {green, 2, 6}, {apart, 1, 8}, {red, 0, 10}} {
		var path strings.Builder
		for i := 0; i < stripWidth; i++ {
			from := i
			for i < stripWidth && parts[i] == one.state {
				i++
			}
			if i > from {
				fmt.Fprintf(&path, "M%d %dh%dv%dh-%dz", from, one.y, i-from, one.height, i-from)
			}
		}
		if path.Len() > 0 {
			r.Strip = append(r.Strip, shape{one.state, path.String()})
		}
	}
}

// text returns the state of a span in words.
func (s span) text() string {
	switch s.state {
	case red:
		return plural(int(s.failing), "test") + " turned red"
	case apart:
		if s.failing == 0 {
			return "a run failed"
		}
		return fmt.Sprintf("%s not turned red here: %s", plural(int(s.failing), "failure"), s.why)
	case green:
		return "green"
	}
	return "not tested"
}

// thinned leaves out marks that would cover each other and look the same.
func (r *ribbon) thinned(list []mark) (kept []mark) {
	last := map[string]float64{}
	for _, m := range list {
		x, err := strconv.ParseFloat(m.X[:len(m.X)-1], 64)
		if was, ok := last[m.Class]; err == nil && ok && x-was < grain {
			continue
		}
		last[m.Class] = x
		kept = append(kept, m)
	}
	return kept
}

// drawLanes computes the lanes of the most edited files.
func (r *ribbon) drawLanes() {
	files := r.edited()
	for i, file := range files[:min(len(files), maxLanes)] {
		l := lane{File: file, Y: lanesFrom + i*laneStep}
		for _, step := range r.Steps {
			for _, t := range step.Touches {
				if t.File != file || t.Kind != hook.Read && !isChange(t) && t.Outcome != hook.Denied {
					continue
				}
				class := "change"
				switch {
				case t.Outcome == hook.Denied:
					class = "denied"
				case t.Kind == hook.Read:
					class = "look"
				}
				l.Marks = append(l.Marks, mark{Step: step.Step, X: percent(r.at(step.Step)), Class: class, Text: fmt.Sprintf("step %d: %s", step.Step, t.text())})
			}
		}
		l.Marks = r.thinned(l.Marks)
		r.Lanes = append(r.Lanes, l)
	}
}

// edited returns the files that a session changed, the one that it changed most often first.
func (s *Session) edited() []string {
	edits := map[string]int{}
	for _, step := range s.Steps {
		for _, t := range step.Touches {
			if isChange(t) {
				edits[t.File]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(edits), func(a, b string) int { return cmp.Or(cmp.Compare(edits[b], edits[a]), cmp.Compare(a, b)) })
}

// setTitle sets the title, as `witness sessions` has it.
func (s *Session) setTitle() {
	files := s.edited()
	if len(files) == 0 {
		return
	}
	if s.Title = path.Base(files[0]); len(files) > 1 {
		s.Title += fmt.Sprintf(" +%d", len(files)-1)
	}
}

// isChange reports whether a touch changed a file.
func isChange(t Touch) bool {
	return t.Outcome == hook.OK && (t.Kind == hook.Edit || t.Kind == hook.Write || t.Kind == hook.Delete) && t.Via != "elsewhere"
}
