package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// startSession adds the messages for the start of a session to the verdict: the faults of witness
// itself, and the briefing about the state of the project.
func (e *Engine) startSession(ctx context.Context, c *facts.Call, v *hook.Verdict) error {
	faults, err := e.reportFaults(ctx, c)
	v.Add(faults)
	if err != nil || e.Config.Briefing == "never" || e.Config.Observes("briefing") {
		return err
	}
	session, intro, err := e.briefedSession(ctx, c)
	if err != nil || session == "" && e.Config.Briefing == "auto" {
		return err
	}
	if session != "" {
		brief := e.newBriefing()
		brief.ask(ctx, e, session, false)
		known := hook.Verdict{Findings: slices.Clone(v.Findings)}
		known.Add(e.briefed(c, session, intro, brief.text()))
		green := len(brief.found) == 0
		e.guard(time.Duration(e.Config.AfterMS)*time.Millisecond, known, func() { brief.ask(ctx, e, session, true) })
		if green && len(brief.found) > 0 {
			brief.ask(ctx, e, session, false) // something is red: the queries without the key red
		}
		v.Add(e.briefed(c, session, intro, brief.text()))
	} else {
		v.Add(e.briefed(c, session, intro, ""))
	}
	return nil
}

// briefed returns the briefing as a finding, none if there is nothing to report.
func (e *Engine) briefed(c *facts.Call, session, intro, text string) (v hook.Verdict) {
	switch {
	case text != "" && session != c.Session:
		text = intro + text + "\nIt may have changed since then. Run the tests before you rely on it."
	case text != "":
		text = intro + text
	case e.Config.Briefing == "always":
		text = "There are no known failing tests and no untested edits in this project."
	default:
		return v
	}
	v.Findings = []hook.Finding{{Rule: "briefing", Severity: hook.Warn, Message: text}}
	return v
}

// briefedSession returns the session whose state the start of a session reports, and a sentence
// that introduces it: the session itself if it continues (resumed, compacted), or else the last
// one of the project that edited or tested anything. It is "" if there is none, or if another
// hook has just reported it for the same start.
func (e *Engine) briefedSession(ctx context.Context, c *facts.Call) (session, intro string, err error) {
	last := ""
	err = e.DB.Each(ctx, "SELECT moment || source FROM events WHERE session = :session AND t < :t ORDER BY t DESC LIMIT 1",
		store.Args{"session": c.Session, "t": c.T}, func(_ []string, row []store.Value) error {
			last = store.Text(row[0])
			return nil
		})
	if err != nil || last == hook.Start+c.Source {
		return "", "", err
	}
	if last != "" && !strings.HasPrefix(last, hook.Start) {
		return c.Session, "This is the state of the session. ", nil
	}
	err = e.DB.Each(ctx, `
		SELECT s.session
		FROM   (SELECT session FROM sessions x WHERE root = :root AND session <> :session
		          AND EXISTS (SELECT 1 FROM tally y WHERE y.session = x.session AND coalesce(y.last_edit, y.last_run) > 0)
		        ORDER BY started DESC LIMIT 20) s
		ORDER  BY (SELECT v.at FROM events v WHERE v.session = s.session ORDER BY v.t DESC LIMIT 1) DESC
		LIMIT  1`,
		store.Args{"session": c.Session, "root": c.Project.Root}, func(_ []string, row []store.Value) error {
			session = store.Text(row[0])
			return nil
		})
	return session, "This is the state at the end of the last session in this project. ", err
}
