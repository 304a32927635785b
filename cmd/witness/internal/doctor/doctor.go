// Package doctor checks that the hooks of every installed agent work, and that the store, the
// rules and the configuration are sound.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"witness"
	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/inspect"
	"witness/engine/project"
	"witness/engine/store"
)

// Cmd is the command witness doctor.
type Cmd struct {
	Format term.Format `embed:"" set:"formats=text,json"`
}

// States of a finding.
const (
	stateOK     = "ok"
	stateNote   = "note"   // no rule is affected
	stateBroken = "broken" // some rules are not evaluated
)

// A finding is the result of one check.
type finding struct {
	// Check is the subject: program, settings, trust, probe (a synthetic call through an installed
	// command line), order, calls (calls received), store, rules, project (files that nobody has
	// accepted), environment, silenced, figures (votes), fleet, time, faults or changes (of files that witness depends on).
	Check string `json:"check" jsonschema:"the subject: program, settings, trust, probe, order, calls, store, rules, project, environment, silenced, figures, fleet, time, faults or changes"`
	Agent string `json:"agent,omitempty" jsonschema:"left out if it concerns witness itself"`
	State string `json:"state" jsonschema:"ok; note, with which no rule is affected; or broken, with which some rules are not evaluated"`
	What  string `json:"what" jsonschema:"a sentence"`
	Path  string `json:"path,omitempty" jsonschema:"the file it concerns"`
	Fix   string `json:"fix,omitempty" jsonschema:"the command or the action that fixes it; of several, each on a line"`
}

// A Result is what doctor prints as JSON, a stable format: members may be added, but not renamed or removed.
type Result struct {
	OK       bool      `json:"ok" jsonschema:"whether nothing is broken"`
	Project  string    `json:"project"`
	Store    string    `json:"store" jsonschema:"the path of the store"`
	Findings []finding `json:"findings"`
}

// Run prints the findings, and fails if one of them is broken.
func (d *Cmd) Run(ctx context.Context, s term.Streams) error {
	where, err := install.Here()
	if err != nil {
		return err
	}
	p := term.NewProgress(s.Err)
	defer p.End()
	p.Doing("examining the store")
	health := inspect.Examine(ctx, witness.Files, where.Project)
	all := []finding{checkProgram()}
	p.Doing("trying the hooks out")
	all = append(all, checkAgents(ctx, where, health)...)
	p.Doing("examining the store")
	all = append(all, checkStore(health)...)
	all = append(all, checkTrust(where)...)
	all = append(all, checkSilenced(ctx, where)...)
	if health.Wrong == nil && health.Bytes >= 0 {
		all = append(all, checkFigures(ctx, where)...)
		all = append(all, checkFleet(ctx, where)...)
	}
	// The SQL of the project is run last. If it cannot be ended, what is known by then is printed.
	known := all
	cut := store.BeforeCut(ctx, func(err error) {
		p.End()
		_ = d.print(s, where, health, append(known, fromError(err)))
	})
	p.Doing("checking the rules")
	all = append(all, checkRules(cut, where)...)
	known = all
	p.Doing("measuring the rules")
	all = append(all, checkTiming(cut, where, health)...)
	p.End()
	return d.print(s, where, health, all)
}

// print prints the findings, and returns an error if one of them is broken.
func (d *Cmd) print(s term.Streams, where agent.Machine, health inspect.Health, all []finding) (err error) {
	broken := 0
	for _, f := range all {
		if f.State == stateBroken {
			broken++
		}
	}
	if d.Format.Chosen() == "json" {
		err = term.WriteJSON(s.Out, Result{broken == 0, where.Project, health.Store, all})
	} else {
		err = printFindings(s, where, all)
	}
	if err == nil && broken > 0 {
		err = fmt.Errorf("%s found that %s rules from being evaluated", term.Count(broken, "problem"), map[bool]string{true: "keeps", false: "keep"}[broken == 1])
	}
	return err
}

// printFindings prints a line for each finding, followed by its fix. The ok findings of one agent are
// joined into one line.
func printFindings(s term.Streams, where agent.Machine, all []finding) error {
	g := term.Grid{Style: func(column int, cell string) term.Style {
		if column == 0 {
			return term.StyleOf(cell)
		}
		return term.Plain
	}}
	shorter := term.ShortPaths(where.Project, where.Home)
	printed := map[string]bool{}
	for _, f := range all {
		state, text := f.State, f.sentence()
		switch {
		case f.State == stateBroken:
			state = "BROKEN"
		case f.State == stateOK && f.Agent != "":
			if printed[f.Agent] {
				continue
			}
			printed[f.Agent] = true
			var sentences []string
			for _, g := range all {
				if g.Agent == f.Agent && g.State == stateOK {
					if g.Check == "probe" {
						g.Path = "" // the same as that of the settings, which come first
					}
					sentences = append(sentences, g.sentence())
				}
			}
			text = strings.Join(sentences, "; ")
		}
		g.Rows = append(g.Rows, []string{state, cmp.Or(f.Agent, f.Check), shorter.Replace(text)})
		if f.Fix != "" {
			for fix := range strings.SplitSeq(f.Fix, "\n") {
				g.Rows = append(g.Rows, []string{"", "", "→ " + fix})
			}
		}
	}
	return g.Write(s.Out, term.ScreenWidth(s.Out), s.Palette(s.Out))
}

// sentence returns the finding's sentence, after its path if it has one.
func (f finding) sentence() string {
	if f.Path == "" {
		return f.What
	}
	return f.Path + ": " + f.What
}

// checkProgram reports which witness the hooks run: the shell that runs them looks it up on PATH.
func checkProgram() finding {
	f := finding{Check: "program", State: stateOK}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	path, err := exec.LookPath("witness")
	if err != nil && !errors.Is(err, exec.ErrDot) {
		f.State, f.What, f.Fix = stateBroken, "witness is not on PATH, so the hooks cannot run it", "ln -s "+term.ShellQuote(self)+" /usr/local/bin/witness"
		return f
	}
	f.Path, f.What = path, "the program that the hooks run"
	if !install.SameFile(path, self) {
		f.State = stateNote
		f.What = "the hooks run this program, which is first on PATH; this doctor is another one, " + self
	}
	return f
}

// fromError returns the finding about a mistake.
func fromError(err error) finding {
	f := finding{Check: "rules", State: stateBroken, What: err.Error(), Fix: "witness rules check"}
	if e, ok := errors.AsType[*bundle.FileError](err); ok {
		f.Path, f.What = e.Path, e.Err.Error()
		if e.Line > 0 {
			f.Path += fmt.Sprintf(":%d", e.Line)
		}
		f.Fix = "correct " + f.Path
	}
	return f
}

// checkRules reports the mistakes in the rules, the readers and the configuration in force. Those of witness itself were checked by its
// tests, and to compile them all takes half a second.
func checkRules(ctx context.Context, where agent.Machine) (all []finding) {
	files, errs, err := check.Check(ctx, witness.Files, where.Project, project.AsHooks, false)
	if err != nil {
		errs = append(errs, err)
	}
	for _, err := range errs {
		all = append(all, fromError(err))
	}
	if len(all) == 0 {
		all = []finding{{Check: "rules", State: stateOK, What: term.Count(files, "file") + ", no mistakes"}}
	}
	return all
}
