package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// doctorCmd proves, end to end, that the hooks fire and that the store is sound.
type doctorCmd struct {
	Format string `help:"${enum}" enum:"table,json" default:"table"`
}

// The states of a symptom.
const (
	stateOK     = "ok"
	stateNote   = "note"   // worth knowing; nothing is lost
	stateBroken = "broken" // a rule would be silent
)

// A symptom is one thing that the doctor looked at. Its JSON is stable: members are only
// ever added.
type symptom struct {
	// Check is what was looked at: program, settings, trust, chain, order, heard, store,
	// rules, time or faults.
	Check string `json:"check"`
	Agent string `json:"agent,omitempty"` // whose, "" if it is about witness itself
	State string `json:"state"`           // ok, note or broken
	What  string `json:"what"`            // a sentence
	Path  string `json:"path,omitempty"`  // the file it is about
	Mend  string `json:"mend,omitempty"`  // the one command, or the one thing to do
}

// Run examines, and fails if a rule would be silent.
func (d *doctorCmd) Run(s streams) error {
	ctx := context.Background()
	where, err := here()
	if err != nil {
		return err
	}
	health := engine.Examine(ctx, witness.Brain, where.Project)
	all := []symptom{program()}
	all = append(all, agents(ctx, where, health)...)
	all = append(all, store(health)...)
	all = append(all, rules(ctx, where)...)
	all = append(all, paces(ctx, where, health)...)
	broken := 0
	for _, f := range all {
		if f.State == stateBroken {
			broken++
		}
	}
	if d.Format == "json" {
		err = writeJSON(s.out, map[string]any{"ok": broken == 0, "project": where.Project, "store": health.Store, "findings": all})
	} else {
		err = printSymptoms(s, where, all)
	}
	if err == nil && broken > 0 {
		err = fmt.Errorf("%s would keep rules silent", count(broken, "thing"))
	}
	return err
}

// printSymptoms writes a line for each symptom, and under it how it is mended. What is well
// with one agent is one line.
func printSymptoms(s streams, where agent.Where, all []symptom) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	slash := string(filepath.Separator)
	short := [][]string{{where.Project + slash, ""}}
	if where.Home != "" {
		short = append(short, []string{where.Home + slash, "~" + slash})
	}
	slices.SortFunc(short, func(a, b []string) int { return len(b[0]) - len(a[0]) }) // one may lie in the other
	shorter := strings.NewReplacer(slices.Concat(short...)...)
	well := map[string]bool{}
	for _, f := range all {
		about := cmp.Or(f.Agent, f.Check)
		switch {
		case f.State == stateBroken:
			fmt.Fprintf(w, "BROKEN\t%s\t%s\n", about, shorter.Replace(f.sentence()))
		case f.State == stateOK && f.Agent != "":
			if well[f.Agent] {
				continue
			}
			well[f.Agent] = true
			var sentences []string
			for _, g := range all {
				if g.Agent == f.Agent && g.State == stateOK {
					if g.Check == "chain" {
						g.Path = "" // that of the settings stands before it
					}
					sentences = append(sentences, g.sentence())
				}
			}
			fmt.Fprintf(w, "ok\t%s\t%s\n", about, shorter.Replace(strings.Join(sentences, "; ")))
		default:
			fmt.Fprintf(w, "%s\t%s\t%s\n", f.State, about, shorter.Replace(f.sentence()))
		}
		if f.Mend != "" {
			fmt.Fprintf(w, "\t\t→ %s\n", f.Mend)
		}
	}
	return w.Flush()
}

// sentence is what a person reads of a symptom.
func (f symptom) sentence() string {
	if f.Path == "" {
		return f.What
	}
	return f.Path + ": " + f.What
}

// program tells which witness the hooks find. They are run by a shell, which looks for it
// on PATH.
func program() symptom {
	f := symptom{Check: "program", State: stateOK}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	path, err := exec.LookPath("witness")
	if err != nil && !errors.Is(err, exec.ErrDot) {
		f.State, f.What, f.Mend = stateBroken, "witness is not on PATH, so that no hook finds it", "ln -s "+word(self)+" /usr/local/bin/witness"
		return f
	}
	f.Path, f.What = path, "the program that hooks find on PATH"
	if !sameFolder(path, self) {
		f.State = stateNote
		f.What = "the hooks find this program on PATH; it is not the one that examines here, " + self
	}
	return f
}

// rules tells what is wrong with the rules, the readers and the configuration in force.
func rules(ctx context.Context, where agent.Where) (all []symptom) {
	files, errs, err := engine.Check(ctx, witness.Brain, where.Project)
	if err != nil {
		errs = append(errs, err)
	}
	for _, err := range errs {
		f := symptom{Check: "rules", State: stateBroken, What: err.Error(), Mend: "witness rules check"}
		if e, ok := errors.AsType[*engine.FileError](err); ok {
			f.Path, f.What = e.Path, e.Err.Error()
			if e.Line > 0 {
				f.Path += fmt.Sprintf(":%d", e.Line)
			}
			f.Mend = "correct " + f.Path
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		all = []symptom{{Check: "rules", State: stateOK, What: count(files, "file") + ", no mistakes"}}
	}
	return all
}
