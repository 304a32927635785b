package report

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"witness/engine/hook"
)

// A File is how much time a file took.
type File struct {
	File     string `json:"file"`
	Project  string `json:"root"`
	Edits    int    `json:"edits"`
	Rounds   int    `json:"rounds"` // how often an edit of it was followed by a failing run
	MS       int64  `json:"duration_ms"`
	Sessions int    `json:"sessions"`
}

// A Test is a flaky test: one that passed and failed on the same tree.
type Test struct {
	Test    string   `json:"test"`
	Suite   string   `json:"suite"`
	Tool    string   `json:"tool"`
	Flips   int      `json:"flips"`
	Session string   `json:"session"`
	Results []string `json:"results,omitempty"` // pass or fail, in the order of its runs
}

// An Error is a failure that came back after it had been fixed.
type Error struct {
	Test    string `json:"test"`
	Message string `json:"message"`
	Times   int    `json:"times"` // how often it came back
	Session string `json:"session"`
	Step    int64  `json:"t"` // the last time
}

// A Command is a program that was called.
type Command struct {
	Program string `json:"program"`
	Calls   int    `json:"calls"`
	Failed  int    `json:"failed"`
	MS      int64  `json:"duration_ms"` // all its calls together
	told    int64  // of that, what the client has told
}

// AtMost reports whether a good part of the time may have been a wait for the user's answer, for all that the client tells.
func (c Command) AtMost() bool { return float64(c.told) < mostTold*float64(c.MS) }

// mostTold is how much of a command's time the client must have told, so that it counts as told.
const mostTold = .9

// idle is the longest time between two events that counts as work.
const idle = 10 * 60 * 1000

// efforts returns the files that took the most time. The time of a call is that since the event before it, and
// belongs to the files that it edits; that of a run of tests, and of what leads up to it, to the programs and tests that were edited since
// the last run and in the same turn: the next prompt may be about something else. Files outside of the project are none of its own.
func efforts(sessions []*Session) []File {
	files := map[[2]string]*File{}
	for _, s := range sessions {
		var since Time
		dirty, work, seen := map[[2]string]bool{}, map[[2]string]bool{}, map[[2]string]bool{}
		prompts := s.prompts
		for _, step := range s.Steps {
			for len(prompts) > 0 && prompts[0] < step.Step {
				prompts, work = prompts[1:], map[[2]string]bool{}
			}
			took := int64(0)
			if end := cmp.Or(step.end, step.At); since > 0 && end > since && int64(end-since) < idle {
				took = int64(end - since)
			}
			since = max(since, step.end, step.At)
			changed := map[[2]string]bool{}
			for _, t := range step.Touches {
				if (t.Kind != hook.Edit && t.Kind != hook.Write) || t.Outcome != hook.OK || t.Via == "elsewhere" || t.class == "scratch" || t.class == "generated" || strings.HasPrefix(t.File, "/") {
					continue
				}
				k := [2]string{t.path, t.File}
				if files[k] == nil {
					files[k] = &File{File: t.File, Project: s.Root}
				}
				if !changed[k] {
					files[k].Edits++
				}
				if changed[k] = true; !seen[k] {
					files[k].Sessions++
				}
				seen[k] = true
				if t.class == "code" || t.class == "test" {
					dirty[k], work[k] = true, true
				}
			}
			if len(changed) == 0 {
				changed = work
			}
			for k := range changed {
				files[k].MS += took / int64(len(changed))
			}
			for _, r := range s.runsAt(step.Step) {
				if r.Kind != "test" || r.Outcome == "unknown" {
					continue
				}
				if r.Outcome == "fail" {
					for k := range dirty {
						files[k].Rounds++
					}
				}
				dirty, work = map[[2]string]bool{}, map[[2]string]bool{}
			}
		}
	}
	list := []File{}
	for _, f := range files {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.MS, a.MS), cmp.Compare(b.Rounds, a.Rounds), cmp.Compare(b.Edits, a.Edits), cmp.Compare(a.File, b.File))
	})
	return list[:min(len(list), maxRows)]
}

// unsteady returns the flaky tests, and the failures that came back after they had been fixed.
func unsteady(sessions []*Session) (flaky []Test, back []Error) {
	flaky, back = []Test{}, []Error{}
	for _, s := range sessions {
		trees := map[[2]int64]Run{}
		for _, r := range s.Runs {
			trees[[2]int64{r.Step, r.n}] = r
		}
		byTest := map[[3]string][]outcome{}
		for _, o := range s.tests {
			if r, ok := trees[[2]int64{o.step, o.n}]; ok && !r.stashed {
				byTest[o.key()] = append(byTest[o.key()], o)
			}
		}
		for _, key := range slices.SortedFunc(maps.Keys(byTest), func(a, b [3]string) int { return strings.Compare(a[2]+a[1], b[2]+b[1]) }) {
			t := Test{Test: key[2], Suite: key[1], Tool: key[0], Session: s.ID}
			e := Error{Test: key[2], Session: s.ID}
			passed := false // since it last failed
			var last outcome
			for i, o := range byTest[key] {
				if i > 0 && o.result != last.result && trees[[2]int64{o.step, o.n}].tree == trees[[2]int64{last.step, last.n}].tree {
					t.Flips++
				}
				if o.result == "fail" {
					if passed && e.Message != "" {
						e.Times++
						e.Step = o.step
					}
					e.Message, passed = cmp.Or(o.message, e.Message, "it fails"), false
				} else {
					passed = true
				}
				t.Results = append(t.Results, o.result)
				last = o
			}
			if t.Flips > 0 {
				flaky = append(flaky, t)
			} else if e.Times > 0 {
				back = append(back, e)
			}
		}
	}
	slices.SortStableFunc(flaky, func(a, b Test) int { return cmp.Compare(b.Flips, a.Flips) })
	slices.SortStableFunc(back, func(a, b Error) int { return cmp.Compare(b.Times, a.Times) })
	return flaky[:min(len(flaky), maxRows)], back[:min(len(back), maxRows)]
}

// commands returns the programs whose calls took most time.
func commands(sessions []*Session) []Command {
	programs := map[string]*Command{}
	for _, s := range sessions {
		for _, step := range s.Steps {
			if len(step.programs) == 0 || step.Outcome == "" || step.Outcome == hook.Denied {
				continue
			}
			name := step.programs[len(step.programs)-1]
			for _, r := range s.runsAt(step.Step) {
				name = cmp.Or(r.program, name)
			}
			name = path.Base(name)
			if programs[name] == nil {
				programs[name] = &Command{Program: name}
			}
			c := programs[name]
			c.Calls++
			c.MS += min(step.TookMS, idle)
			if step.told {
				c.told += min(step.TookMS, idle)
			}
			if step.Outcome == hook.Failed {
				c.Failed++
			}
		}
	}
	list := []Command{}
	for _, c := range programs {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Command) int {
		return cmp.Or(cmp.Compare(b.MS, a.MS), cmp.Compare(b.Failed, a.Failed), cmp.Compare(a.Program, b.Program))
	})
	return list[:min(len(list), maxRows)]
}
