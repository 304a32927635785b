package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/report"
	"witness/engine/store"
)

// A Finding is a finding of a rule in a recorded session.
type Finding struct {
	Path     string `json:"path" jsonschema:"the recording"`
	Line     int    `json:"line" jsonschema:"the line of the recording"`
	Session  string `json:"session"`
	Agent    string `json:"agent"`
	Actor    string `json:"actor" jsonschema:"the subagent; empty for the main agent"`
	Moment   string `json:"moment" jsonschema:"before, after, stop, ..."`
	Tool     string `json:"tool"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Subject  string `json:"subject"`
	Message  string `json:"message"`
}

// A result is the evaluation of one recording.
type result struct {
	findings []Finding
	sessions map[string]bool // IDs; a file of payloads may contain several sessions
	understood
	ends  int // of calls
	note  string
	errs  []error
	pages []*report.Session // what a page shows, if one is written

	tracks map[string]string // by session, for the ribbons in Markdown
}

// An understood holds what was understood of recordings.
type understood struct {
	Calls int `json:"calls"`
	Reads int `json:"reads" jsonschema:"of files"`
	Edits int `json:"edits" jsonschema:"of files, with those that were written and deleted"`
	Runs  int `json:"runs" jsonschema:"of tests"`
	Red   int `json:"red" jsonschema:"the runs among them that failed"`
}

// add adds what was understood of another recording.
func (u *understood) add(other understood) {
	u.Calls += other.Calls
	u.Reads += other.Reads
	u.Edits += other.Edits
	u.Runs += other.Runs
	u.Red += other.Red
}

// String returns the counts as they are printed.
func (u understood) String() string {
	return fmt.Sprintf("%s: %s, %s, %s, %d failed", term.Count(u.Calls, "call"), term.Count(u.Reads, "read"), term.Count(u.Edits, "edit"), term.Count(u.Runs, "test run"), u.Red)
}

// count sets the counts of what the store of a replay holds. Two hooks of one call are one call there.
func (u *understood) count(ctx context.Context, e *engine.Replay) error {
	return e.DB.Each(ctx, e.DB.WithViews(`
		SELECT (SELECT count(*) FROM agent_calls),
		       (SELECT count(*) FROM touches WHERE outcome = 'ok' AND kind = 'read'),
		       (SELECT count(*) FROM touches WHERE outcome = 'ok' AND kind IN ('edit', 'write', 'delete')),
		       count(*), coalesce(sum(outcome = 'fail'), 0)
		FROM   runs WHERE kind = 'test' AND outcome <> 'unstarted'`), nil, func(_ []string, row []store.Value) error {
		for i, n := range []*int{&u.Calls, &u.Reads, &u.Edits, &u.Runs, &u.Red} {
			v, _ := row[i].(int64)
			*n = int(v)
		}
		return nil
	})
}

// maxErrs is the number of errors reported for one recording.
const maxErrs = 10

// fail adds an error, unless there are maxErrs.
func (j *result) fail(err error) {
	if len(j.errs) < maxErrs {
		j.errs = append(j.errs, err)
	}
}

// evaluate evaluates the rules on one recording, in a temporary store. A panic is an error of this recording: the others are judged
// all the same.
func (w *worker) evaluate(ctx context.Context, r recording) (j result) {
	defer func() {
		if mistake := recover(); mistake != nil {
			w.close()
			j.fail(fmt.Errorf("%s: witness stopped at a mistake of its own (%v); what follows in this recording is not judged: please report it", r.files[0], mistake))
		}
	}()
	err := w.open(ctx)
	if err != nil {
		j.fail(err)
		return j
	}
	e := w.replay
	j.sessions = map[string]bool{}
	hear := func(path string, line int, at string, client *agent.Agent, ev hook.Event) {
		e.SetTime(at)
		if ev.Moment == hook.After && ev.Hook != "" {
			j.ends++
		}
		j.sessions[ev.Session] = true
		// A warning is reported at its own event even if the client would receive it later.
		capabilities := client.Capabilities()
		capabilities.NoContextAt, capabilities.TellsUser = nil, false
		v, err := e.Hear(ctx, ev, capabilities)
		if err != nil {
			j.fail(fmt.Errorf("%s:%d: %w", path, line, err))
		}
		for _, f := range v.Findings {
			if w.names[f.Rule] {
				j.findings = append(j.findings, Finding{
					path, line, ev.Session, ev.Agent, ev.Actor, ev.Moment, ev.Tool, f.Rule, f.Severity, f.Subject, f.Message,
				})
			}
		}
	}
	wait := func(*hook.Event) {} // hears the event before, of which the next tells more
	process := func(path string, line int, at string, client *agent.Agent, ev hook.Event) {
		wait(&ev)
		wait = func(next *hook.Event) {
			if ev.Moment == hook.Before && next.Moment == hook.After && next.Call == ev.Call && ev.Command != "" {
				ev.Missing = missing(next.Output)
			}
			hear(path, line, at, client, ev)
		}
	}
	if r.client == nil {
		err = payloads(r.files[0], &j, w.p, process)
	} else {
		err = transcript(r, w.p, process)
	}
	wait(&hook.Event{})
	if err != nil {
		j.fail(err)
	}
	if err := j.count(ctx, e); err != nil {
		j.fail(err)
	}
	if j.Calls > 0 && j.ends == 0 && r.client != nil {
		// Rules that do not see what was read, run and edited would say that nothing was.
		j.findings = nil
		j.note = fmt.Sprintf("%s: none of %s has an end, so it is not known what became of them. The recording is not judged.", r.files[0], term.Count(j.Calls, "call"))
	}
	if w.pages != nil && j.note == "" {
		if j.pages, err = readPages(ctx, e, w.pages, w.names); err != nil {
			j.fail(err)
		}
		if j.tracks, err = readTracks(ctx, e, len(j.sessions)); err != nil {
			j.fail(err)
		}
	}
	faults, err := e.Faults(ctx)
	for _, f := range faults {
		j.fail(errors.New(f))
	}
	if err != nil {
		j.fail(err)
	}
	return j
}

// notFound matches what programs say of a file that is not there.
var notFound = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\w+: (?:can't (?:read|open) |cannot (?:open|access|stat) )?'?([^\s':]+)'?: No such file or directory|^Can't open ([^\s:]+): No such file`)
})

// missing returns the files that a command has not found, as its output says: before the call they were not there. A hook asks the disk.
func missing(output string) (names []string) {
	for _, m := range notFound().FindAllStringSubmatch(output, 20) {
		names = append(names, strings.TrimPrefix(m[1]+m[2], "./"))
	}
	return names
}

// payloads processes the events of a file of hook payloads. An invalid line is reported, and the
// following lines are processed.
func payloads(path string, j *result, p *progress, process func(string, int, string, *agent.Agent, hook.Event)) error {
	in, err := openLines(path, p.read)
	if err != nil {
		return err
	}
	defer in.Close()
	noEnv := func(string) string { return "" }
	for {
		line, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, in.n, err)
		}
		client := &agent.Claude
		for _, a := range agent.All {
			if a.Detect(noEnv, line) {
				client = a
				break
			}
		}
		events, err := client.Events(line, noEnv)
		if err != nil {
			j.fail(fmt.Errorf("%s:%d: not a hook payload: %w", path, in.n, err))
			if len(j.errs) == maxErrs {
				return nil
			}
		}
		for _, ev := range events {
			process(path, in.n, "", client, ev)
		}
	}
}
