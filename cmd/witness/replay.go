package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"

	"witness"
	"witness/engine"
)

// replayCmd judges sessions of the past.
type replayCmd struct {
	Files    []string `arg:"" optional:"" help:"Files and folders: lines of hook payloads, transcripts of Claude Code, Codex and Gemini, also gzipped. Left out, all transcripts of this project."`
	Rule     []string `help:"Judge by this rule alone; may be repeated. A rule that is off is judged as a warning." placeholder:"NAME"`
	Rules    string   `help:"Judge by the .sql files of this folder instead of the rules in force." placeholder:"DIR"`
	Severity string   `help:"The severity of everything that is judged: warn, ask or block." enum:"warn,ask,block," default:""`
	Set      []string `help:"Set an option of the rules that are judged; may be repeated." placeholder:"OPTION=VALUE" sep:"none"`
	Examples int      `help:"How many of the latest findings of each rule are shown." default:"5"`
	Format   string   `help:"${enum}" enum:"text,markdown,json,ndjson,sarif" default:"text"`
	FailOn   string   `help:"Exit with 1 if anything of this severity or above was found: warn, ask or block." enum:"warn,ask,block," default:""`
}

// Run judges each session in a store of its own and prints what would have been said.
// Nothing is kept.
func (r *replayCmd) Run(s streams) (err error) {
	dir, err := workDir()
	if err != nil {
		return err
	}
	if info, err := os.Stat(r.Rules); r.Rules != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("no folder %s", r.Rules)
	}
	trial := engine.Trial{Rules: r.Rule, Folder: r.Rules, Severity: r.Severity, Set: r.Set}
	rules, err := judges(dir, trial)
	if err != nil {
		return err
	}
	sessions, errs := r.find(dir)
	if len(sessions) == 0 {
		return errors.Join(errs...)
	}
	judged := judgeAll(dir, trial, rules, sessions, newProgress(s.err, sessions))
	for _, j := range judged {
		errs = append(errs, j.errs...)
	}
	if err := r.print(s.out, newSummary(rules, judged, r.Examples)); err != nil {
		return err
	}
	return errors.Join(append(faultsOnce(errs), r.verdict(judged))...)
}

// find are the recordings that were asked for.
func (r *replayCmd) find(dir string) ([]recording, []error) {
	if len(r.Files) == 0 {
		return projectRecordings(engine.ProjectOf(dir))
	}
	return namedRecordings(r.Files)
}

// judges are the rules that a trial judges by, and an error if it does not fit them.
func judges(dir string, trial engine.Trial) (rules []*engine.Script, err error) {
	ctx := context.Background()
	e, err := engine.Replay(ctx, witness.Brain, dir, trial)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return e.Judges(), nil
}

// judgeAll judges the sessions, as many at a time as there are processors. What comes back
// is in the order of the sessions.
func judgeAll(dir string, trial engine.Trial, rules []*engine.Script, sessions []recording, p *progress) []judged {
	known := map[string]bool{}
	for _, f := range rules {
		known[f.Name] = true
	}
	list := make([]judged, len(sessions))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sessions)) {
		workers.Go(func() {
			for i := range next {
				list[i] = judgeSession(dir, trial, known, sessions[i], p)
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

// verdict is the error of --fail-on.
func (r *replayCmd) verdict(list []judged) error {
	if r.FailOn == "" {
		return nil
	}
	severities := []string{engine.Warn, engine.Ask, engine.Block}
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
	return fmt.Errorf("%s of severity %s or above", count(n, "finding"), r.FailOn)
}

// faultsOnce are the errors without repetitions: a broken rule is broken in each session.
func faultsOnce(errs []error) (list []error) {
	seen := map[string]bool{}
	for _, err := range errs {
		if !seen[err.Error()] {
			seen[err.Error()] = true
			list = append(list, err)
		}
	}
	return list
}
