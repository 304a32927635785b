package agent

import (
	_ "embed"
	"strings"

	"witness/engine/hook"
)

// maxReasonLine is how much of the first line of a result is searched, in bytes. What follows may be
// the text of a file, which could contain any phrase.
const maxReasonLine = 300

// reasons is the table of what clients write for each reason.
//
//go:embed reasons.txt
var reasons string

// failureReason returns why a call failed or did not happen, from the text that the model reads as its
// result: one of hook's reasons, "" if the text has none of the known forms. It is to be asked only for
// a call that failed: the output of a command may contain anything.
func failureReason(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \n"), "\n")
	line = strings.ToLower(line[:min(len(line), maxReasonLine)])
	for row := range strings.Lines(reasons) {
		reason, phrases, isRow := strings.Cut(strings.TrimRight(row, "\n"), "\t")
		if isRow && inOrder(line, strings.Split(phrases, "\t")) {
			return reason
		}
	}
	return ""
}

// inOrder reports whether a text has some phrases, one after the other.
func inOrder(text string, phrases []string) bool {
	for _, phrase := range phrases {
		var ok bool
		if _, text, ok = strings.Cut(text, phrase); !ok {
			return false
		}
	}
	return true
}

// setFailed sets the outcome and the reason of a call that the client reports as failed without an exit
// code, from the text that the model reads. A call that was refused, cancelled with another one or not
// started as a command did not happen, which is hook.Denied; how much an interrupted call did is not
// known.
func setFailed(e *hook.Event, text string) {
	e.Outcome, e.Reason = hook.Failed, failureReason(text)
	switch e.Reason {
	case hook.Sibling, hook.ByUser, hook.ByRule, hook.ByMode, hook.ByClient, hook.ByHook:
		e.Outcome = hook.Denied
	case hook.NotStarted:
		if e.Tool == hook.Run {
			e.Outcome = hook.Denied
		}
	case hook.Interrupted, hook.TimedOut:
		e.Outcome, e.Exit = hook.Unknown, nil
	}
}
