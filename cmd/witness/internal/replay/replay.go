// Package replay evaluates rules against recorded sessions.
package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/report"
)

// Cmd is the command witness replay.
type Cmd struct {
	Files    []string    `arg:"" optional:"" help:"Files and directories with hook payloads, one JSON object after another, or transcripts of Claude Code, Codex, Gemini, Copilot, opencode and Cursor, possibly gzipped; all transcripts of this project if left out."`
	Rule     []string    `help:"Evaluate only this rule; may be repeated. A rule that is off becomes a warning." placeholder:"NAME"`
	Rules    string      `help:"Evaluate the .sql files of this directory instead of the rules in force." placeholder:"DIR"`
	Severity string      `help:"Override the severity of all evaluated rules: warn, ask or block." enum:"warn,ask,block," default:""`
	Set      []string    `help:"Set an option of the evaluated rules; may be repeated." placeholder:"OPTION=VALUE" sep:"none"`
	Examples int         `help:"How many of the latest findings of each rule are printed." default:"5"`
	Format   term.Format `embed:"" set:"formats=text,json,ndjson,markdown,sarif,html"`
	Output   string      `short:"o" placeholder:"FILE" help:"The file to write a page to (--format html), - for the standard output; witness-report.html if left out at a terminal."`

	Anonymous bool `help:"In a page, replace paths, commands and names by numbered ones, so that it can be shared."`

	Baseline string `help:"A file with the findings of an earlier replay, as --format ndjson prints them: only what is new since then is printed and counted, and what is gone is named. Of another set of rules it shows the difference." placeholder:"FILE"`

	Diff   bool   `help:"Evaluate only the rules that the latest release has brought, also if defaults pins an earlier one: what speaks now that did not."`
	Trust  bool   `help:"Put all files of the project into force for this run, not only those that a person has accepted."`
	FailOn string `help:"Exit with 1 if there is a finding of this severity or above: warn, ask or block." enum:"warn,ask,block," default:""`
}

// Run evaluates the rules on each session, in a temporary store, and prints the findings.
func (r *Cmd) Run(ctx context.Context, s term.Streams) (err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	if info, err := os.Stat(r.Rules); r.Rules != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("no directory %s", r.Rules)
	}
	trial := engine.Trial{Rules: r.Rule, Folder: r.Rules, Severity: r.Severity, Set: r.Set, Trust: r.Trust, Diff: r.Diff}
	rules, err := rulesOf(ctx, dir, trial)
	if err != nil {
		return err
	}
	var before []Finding
	if r.Baseline != "" {
		if r.Format.Chosen() == "html" {
			return term.UsageError{Err: errors.New("--baseline compares findings, and a page shows sessions: leave one of them out")}
		}
		if before, err = readBaseline(r.Baseline); err != nil {
			return err
		}
	}
	sessions, errs := r.find(dir)
	if len(sessions) == 0 {
		return errors.Join(errs...)
	}
	pages, err := r.newReader(ctx, dir, trial)
	if err != nil {
		return err
	}
	results := evaluateAll(ctx, dir, trial, rules, sessions, newProgress(s.Err, sessions), pages)
	for _, j := range results {
		errs = append(errs, j.errs...)
		if j.note != "" {
			fmt.Fprintln(s.Err, "witness: "+j.note)
		}
	}
	if r.Baseline != "" {
		since(s, r.Baseline, before, results)
	}
	if r.Format.Chosen() == "html" {
		err = r.writePage(ctx, s, pages, results)
	} else {
		err = r.print(s, newSummary(rules, results, r.Examples))
	}
	if err != nil {
		return err
	}
	return errors.Join(append(unique(errs), r.checkSeverity(results))...)
}

// find returns the recordings to replay, and the errors of those that cannot be read.
func (r *Cmd) find(dir string) ([]recording, []error) {
	if len(r.Files) == 0 {
		return projectRecordings(project.RootOf(dir))
	}
	return namedRecordings(r.Files)
}

// rulesOf returns the rules that a trial evaluates, and an error if the trial names one that does not exist.
func rulesOf(ctx context.Context, dir string, trial engine.Trial) (rules []*eval.Rule, err error) {
	e, err := engine.NewReplay(ctx, witness.Files, dir, trial)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return e.Rules(), nil
}

// collectAt is the percentage of debug.SetGCPercent for a replay. What is kept is small, so that the collector would run all the time:
// it took a tenth of a replay.
const collectAt = 400

// evaluateAll evaluates the rules on all sessions, with one worker for each processor. The results are
// in the order of the sessions. With a reader they have what a page shows of the sessions.
func evaluateAll(ctx context.Context, dir string, trial engine.Trial, rules []*eval.Rule, sessions []recording, p *progress, pages *report.Reader) []result {
	defer debug.SetGCPercent(debug.SetGCPercent(collectAt))
	names := map[string]bool{}
	for _, f := range rules {
		names[f.Name] = true
	}
	list := make([]result, len(sessions))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sessions)) {
		workers.Go(func() {
			w := worker{dir: dir, trial: trial, names: names, pages: pages, p: p}
			defer w.close()
			for i := range next {
				list[i] = w.evaluate(ctx, sessions[i])
				p.step()
			}
		})
	}
	for i := range sessions {
		next <- i
	}
	close(next)
	workers.Wait()
	p.end()
	return list
}

// checkSeverity returns an error if a finding is of the severity of --fail-on or above.
func (r *Cmd) checkSeverity(list []result) error {
	if r.FailOn == "" {
		return nil
	}
	severities := []string{hook.Warn, hook.Ask, hook.Block}
	n := 0
	for _, j := range list {
		for _, f := range j.findings {
			if slices.Index(severities, f.Severity) >= slices.Index(severities, r.FailOn) {
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s of severity %s or above", term.Count(n, "finding"), r.FailOn)
}

// unique returns the errors without duplicates: a broken rule fails in every session.
func unique(errs []error) (list []error) {
	seen := map[string]bool{}
	for _, err := range errs {
		if !seen[err.Error()] {
			seen[err.Error()] = true
			list = append(list, err)
		}
	}
	return list
}
