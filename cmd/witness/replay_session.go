package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// A finding is what a rule would have said in a recorded session.
type finding struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Session  string `json:"session"`
	Agent    string `json:"agent"`
	Actor    string `json:"actor"` // the subagent, "" for the main agent
	Event    string `json:"event"` // the moment: before, after, stop, …
	Tool     string `json:"tool"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Subject  string `json:"subject"`
	Message  string `json:"message"`
}

// A judged is one recording with what would have been said.
type judged struct {
	findings []finding
	sessions map[string]bool // a file of payloads may hold several
	calls    int
	errs     []error
}

// maxErrs is how many mistakes of one recording are told.
const maxErrs = 10

func (j *judged) wrong(err error) {
	if len(j.errs) < maxErrs {
		j.errs = append(j.errs, err)
	}
}

// judgeSession judges one recording in a store of its own, by the rules in known.
func judgeSession(dir string, trial engine.Trial, known map[string]bool, r recording, p *progress) (j judged) {
	ctx := context.Background()
	e, err := engine.Replay(ctx, witness.Brain, dir, trial)
	if err != nil {
		j.wrong(err)
		return j
	}
	j.sessions = map[string]bool{}
	hear := func(path string, line int, who *agent.Agent, ev engine.Event) {
		if ev.Moment == engine.Before {
			j.calls++
		}
		j.sessions[ev.Session] = true
		// A warning is told where it is found, also where the client hears it later.
		manners := who.Manners()
		manners.Deaf = nil
		v, err := e.Hear(ctx, ev, manners)
		if err != nil {
			j.wrong(fmt.Errorf("%s:%d: %w", path, line, err))
		}
		for _, f := range v.Findings {
			if known[f.Rule] {
				j.findings = append(j.findings, finding{
					path, line, ev.Session, ev.Agent, ev.Actor, ev.Moment, ev.Tool, f.Rule, f.Severity, f.Subject, f.Message,
				})
			}
		}
	}
	if r.who == nil {
		err = payloads(r.files[0], &j, p, hear)
	} else {
		err = transcript(r, p, hear)
	}
	if err != nil {
		j.wrong(err)
	}
	faults, err := e.Faults(ctx)
	for _, f := range faults {
		j.wrong(errors.New(f))
	}
	if err := errors.Join(err, e.Close()); err != nil {
		j.wrong(err)
	}
	return j
}

// payloads hands on the events of lines of hook payloads. A line that is none is told, and
// the rest is heard all the same.
func payloads(path string, j *judged, p *progress, hear func(string, int, *agent.Agent, engine.Event)) error {
	in, err := openLines(path, p.read)
	if err != nil {
		return err
	}
	defer in.Close()
	nowhere := func(string) string { return "" }
	for {
		line, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, in.n, err)
		}
		who := &agent.Claude
		for _, a := range agent.All {
			if a.Detect(nowhere, line) {
				who = a
				break
			}
		}
		events, err := who.Hear(line, nowhere)
		if err != nil {
			j.wrong(fmt.Errorf("%s:%d: no recorded session: %w", path, in.n, err))
			if len(j.errs) == maxErrs {
				return nil
			}
		}
		for _, ev := range events {
			hear(path, in.n, who, ev)
		}
	}
}

// transcript hands on the events of a session's files, in the order of time.
func transcript(r recording, p *progress, hear func(string, int, *agent.Agent, engine.Event)) (err error) {
	var files []*source
	defer func() {
		for _, s := range files {
			err = errors.Join(err, s.in.Close())
		}
	}()
	for _, path := range r.files {
		in, err := openLines(path, p.read)
		if err != nil {
			return err
		}
		files = append(files, &source{path: path, in: in, read: r.who.Transcript.Read()})
	}
	for {
		var first *source
		for _, s := range files {
			ok, err := s.fill()
			if err != nil {
				return err
			}
			if ok && (first == nil || s.steps[0].At < first.steps[0].At) {
				first = s
			}
		}
		if first == nil {
			return nil
		}
		step := first.steps[0]
		first.steps = first.steps[1:]
		step.Event.Session = r.head.Session
		if step.Event.CWD == "" {
			step.Event.CWD = r.head.CWD
		}
		hear(first.path, step.Line, r.who, step.Event)
	}
}

// A source is one file of a session, read as far as needed.
type source struct {
	path  string
	in    *lines
	read  func(int, []byte) []agent.Step
	steps []agent.Step // read and not yet heard
	at    string       // of the latest step, for one that does not tell
	ended bool
}

// fill reads on until there is a step; false at the end.
func (s *source) fill() (bool, error) {
	for len(s.steps) == 0 && !s.ended {
		line, err := s.in.next()
		switch {
		case err == io.EOF:
			s.ended = true
			s.steps = s.read(0, nil)
		case err != nil:
			return false, fmt.Errorf("%s:%d: %w", s.path, s.in.n, err)
		default:
			s.steps = s.read(s.in.n, line)
		}
		for i := range s.steps {
			if s.steps[i].At == "" {
				s.steps[i].At = s.at
			}
			s.at = s.steps[i].At
		}
	}
	return len(s.steps) > 0, nil
}
