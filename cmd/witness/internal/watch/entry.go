package watch

import (
	"slices"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// An entry is one call, from its beginning to its end, or another moment of a session.
type entry struct {
	inspect.Occurrence // the latest event of the call
	began              time.Time
	ended              bool
	lost               bool // it has no end, and its session went on
	verdicts           []inspect.Occurrence
}

// An entryKey identifies an entry.
type entryKey struct {
	session string
	t       int64
}

// add adds an event of the call, or a verdict on it.
func (e *entry) add(o inspect.Occurrence) {
	switch {
	case o.Rule != "":
		same := func(v inspect.Occurrence) bool {
			return v.Rule == o.Rule && v.Message == o.Message && v.Event == o.Event
		}
		if !slices.ContainsFunc(e.verdicts, same) {
			e.verdicts = append(e.verdicts, o)
		}
		return
	case o.Event == hook.After && o.Subject == "":
		o.Subject = e.Subject
	case o.Event == hook.Before && e.ended:
		return
	}
	e.Occurrence = o
	e.ended = o.Event == hook.After || o.Outcome == hook.Denied
	e.lost = e.lost && !e.ended
}

// isCall reports whether the entry is a call, and not another moment.
func (e *entry) isCall() bool { return e.Event == hook.Before || e.Event == hook.After }

// isOpen reports whether the entry is a call that has not ended.
func (e *entry) isOpen() bool { return e.isCall() && !e.ended && !e.lost }

// asked reports whether witness had the user asked about the call.
func (e *entry) asked() bool {
	return slices.ContainsFunc(e.verdicts, func(v inspect.Occurrence) bool { return v.Severity == hook.Ask && v.Unsaid == "" })
}

// refused reports whether somebody did not allow the call. The clients do not report the end of a call that the user was asked about and refused.
func (e *entry) refused() bool { return e.Outcome == hook.Denied || e.lost && e.asked() }

// hasFailed reports whether the call failed or was refused, or tests failed in it.
func (e *entry) hasFailed() bool {
	return e.Outcome == hook.Failed || e.refused() || strings.Contains(e.Result, "fail")
}

// patience is how long a call that only touches files may take before it is likely that it waits for the user.
const patience = 3 * time.Second

// status says how the call ended, or for how long it has been open and why. It is painted in the style.
func (e *entry) status(now time.Time) (string, term.Style) {
	switch {
	case !e.isCall():
		return "", term.Plain
	case e.isOpen():
		long := since(e.began, now)
		switch {
		case e.asked():
			return "waits for your answer " + term.Took(long), term.Magenta
		case slices.Contains([]string{"bypass", "auto"}, e.Mode) || e.Tool == hook.Task || long < patience:
			return "runs " + term.Took(long), term.Yellow
		case hook.TakesFile(e.Tool) || e.Tool == hook.Search:
			return "waits, probably for you " + term.Took(long), term.Magenta
		}
		return "runs, or waits for you " + term.Took(long), term.Yellow
	case e.lost && e.asked():
		return "asked, refused", term.Red
	case e.lost:
		return "no end was reported", term.Dim
	}
	var parts []string
	style := term.StyleOf(e.Outcome)
	if e.Outcome == hook.Denied {
		parts = append(parts, "refused")
	}
	if e.Result != "" {
		parts = append(parts, e.Result)
	}
	if e.Outcome == hook.Unknown && e.Result != "" {
		style = term.Green
	}
	if e.hasFailed() {
		style = term.Red
		if len(parts) == 0 {
			parts = append(parts, "failed")
		}
	}
	if e.DurationMS >= 1000 {
		parts = append(parts, term.Took(time.Duration(e.DurationMS)*time.Millisecond))
	}
	return strings.Join(parts, "  "), style
}

// sign is a character for how the call ended.
func (e *entry) sign() string {
	switch {
	case !e.isCall():
		return "─"
	case e.isOpen():
		return "…"
	case e.refused():
		return "×"
	case e.lost:
		return "?"
	case e.hasFailed():
		return "✗"
	case e.Outcome == hook.Unknown && e.Result == "":
		return "·"
	}
	return "✓"
}

// what returns what the call does, or the name of the moment.
func (e *entry) what() (verb, subject string) {
	switch {
	case !e.isCall():
		return line(strings.ReplaceAll(e.Event, "_", " ")), ""
	case e.Subject == "" && len(e.verdicts) > 0 && hook.TakesFile(e.Tool):
		return e.Tool, line(e.verdicts[0].Subject) // the files of a call are recorded when it ends
	case e.Subject == "" && !strings.EqualFold(e.Name, e.Tool):
		return e.Tool, line(e.Name)
	}
	return e.Tool, line(e.Subject)
}

// text returns the words by which an entry is found.
func (e *entry) text() string {
	verb, subject := e.what()
	words := []string{verb, subject, e.Name, e.Agent, e.Actor, e.Session, e.Result, e.Outcome}
	for _, v := range e.verdicts {
		words = append(words, v.Severity, v.Rule, v.Message)
	}
	return strings.Join(words, " ")
}

// line returns text as one line without control characters, which a terminal would interpret.
func line(text string) string { return hook.Sanitize(strings.Join(strings.Fields(text), " ")) }

// withheld says why the agent was not given a verdict, "" if it was.
func withheld(v inspect.Occurrence) string {
	switch v.Unsaid {
	case "":
		return ""
	case eval.BySnooze:
		return "(snoozed) "
	case eval.ByAllow:
		return "(allowed once) "
	case eval.ByAnswer:
		return "(the user agreed) "
	}
	return "(only observed) "
}
