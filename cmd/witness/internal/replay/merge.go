package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/agent"
	"witness/engine/hook"
)

// transcript processes the events of a session's transcripts, merged by time.
func transcript(r recording, p *progress, process func(string, int, string, *agent.Agent, hook.Event)) (err error) {
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
		if in.parts, err = partsOf(path, r.client.Transcript.Parts); err != nil {
			return err
		}
		files = append(files, &source{in: in, read: r.client.Transcript.Read(), count: r.client.Transcript.Tokens})
	}
	seen := map[recordedMoment]string{}
	for {
		var first *source
		for _, s := range files {
			ok, err := s.fill()
			if err != nil {
				return err
			}
			if ok && (first == nil || s.steps[0].Time < first.steps[0].Time) {
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
		if step.Event.Actor != "" {
			m := recordedMoment{step.Event.Actor, step.Event.Call, step.Event.Moment}
			if path, ok := seen[m]; ok && path != first.in.path {
				continue
			}
			seen[m] = first.in.path
		}
		process(first.in.path, step.Line, step.Time, r.client, step.Event)
	}
}

// partsOf returns the files beside a recording that continue it, in order.
func partsOf(path, pattern string) (parts []string, err error) {
	if pattern == "" {
		return nil, nil
	}
	dir := filepath.Dir(path)
	names, err := doublestar.Glob(os.DirFS(dir), pattern)
	slices.Sort(names)
	for _, name := range names {
		parts = append(parts, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return parts, err
}

// A recordedMoment identifies a moment of a subagent, which may be in two files: its own and that of the
// session. It counts once. In one file the id of a call may come again.
type recordedMoment struct{ actor, call, moment string }

// A source is one transcript of a session, read step by step.
type source struct {
	in    *lines
	read  func(int, []byte) []agent.Step
	meter agent.TokenMeter
	known bool                                       // it has told some
	count func(line []byte) (agent.TokenCount, bool) // nil if the client does not tell the tokens
	steps []agent.Step                               // read and not yet processed
	at    string                                     // time of the latest step, used for a step without one
	heard map[heardStep]bool
	ended bool
}

// A heardStep identifies a step of one transcript, if the client tells when it was.
type heardStep struct{ actor, call, moment, at string }

// again reports whether a step is older than the latest one and was read before: Claude Code writes a conversation again, with its
// times, when it is continued from an earlier point.
func (s *source) again(step agent.Step) bool {
	one := heardStep{step.Event.Actor, step.Event.Call, step.Event.Moment, step.Time}
	if step.Time == "" {
		return false
	}
	if step.Time < s.at && s.heard[one] {
		return true
	}
	if s.heard == nil {
		s.heard = map[heardStep]bool{}
	}
	s.heard[one] = true
	return false
}

// fill reads until there is a step and returns false at the end of the file.
func (s *source) fill() (bool, error) {
	for len(s.steps) == 0 && !s.ended {
		line, err := s.in.next()
		switch {
		case err == io.EOF:
			s.ended = true
			s.steps = s.read(0, nil)
		case err != nil:
			return false, fmt.Errorf("%s:%d: %w", s.in.path, s.in.n, err)
		default:
			s.steps = s.read(s.in.n, line)
			if s.count != nil {
				if count, ok := s.count(line); ok {
					s.meter.Add(count)
					s.known = true
				}
			}
		}
		s.steps = slices.DeleteFunc(s.steps, s.again)
		for i := range s.steps {
			if s.known {
				s.steps[i].Event.Tokens = new(s.meter.Tokens)
				s.steps[i].Event.Used = s.meter.Take()
			}
			if s.steps[i].Time == "" {
				s.steps[i].Time = s.at
			}
			s.at = max(s.at, s.steps[i].Time)
		}
	}
	return len(s.steps) > 0, nil
}
