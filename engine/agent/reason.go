package agent

import (
	"strings"

	"witness/engine/hook"
)

// maxReasonLine is how much of the first line of a result is searched, in bytes. What follows may be
// the text of a file, which could contain any phrase.
const maxReasonLine = 300

// A reasonPhrase is what a client writes at the start of a result for one reason. All phrases are in
// lower case and must occur in the first line, in this order.
type reasonPhrase struct {
	reason  string
	phrases []string
}

// reasonPhrases returns the phrases in the order in which they are tried. Each was read in a result of
// a client or in its source: Claude Code 2.0 to 2.1.330, Codex 0.58 to 0.169, Gemini CLI 0.61, Qwen
// Code 0.15 and 0.24, Copilot CLI 1.0, opencode 1.18, pi, Cline 3.
func reasonPhrases() []reasonPhrase {
	phrase := func(reason string, phrases ...string) reasonPhrase { return reasonPhrase{reason, phrases} }
	return []reasonPhrase{
		phrase(hook.ByHook, "[witness] "),
		phrase(hook.ByHook, "[witness: rule "),
		phrase(hook.ByHook, "pretooluse:", "hook"),
		phrase(hook.ByHook, "blocked by", "hook"),
		phrase(hook.ByHook, "denied by", "hook"),
		phrase(hook.ByHook, "tool execution blocked: "),
		phrase(hook.ByHook, "tool execution was blocked"),

		phrase(hook.Sibling, "sibling tool call errored"),
		phrase(hook.Sibling, "cancelled: parallel tool call"),
		phrase(hook.Sibling, "skipped because a permission request was cancelled"),

		phrase(hook.Interrupted, "request interrupted by user"),
		phrase(hook.Interrupted, "cancelled by user"),
		phrase(hook.Interrupted, "command was cancelled"),
		phrase(hook.Interrupted, "command aborted"),
		phrase(hook.Interrupted, "operation aborted"),
		phrase(hook.Interrupted, "aborted by user"),

		phrase(hook.ByUser, "user doesn't want to"),
		phrase(hook.ByUser, "user rejected"),
		phrase(hook.ByUser, "rejected by user"),
		phrase(hook.ByUser, "rejected by the user"),
		phrase(hook.ByUser, "user denied"),
		phrase(hook.ByUser, "denied by the user"),
		phrase(hook.ByUser, "user did not allow"),
		phrase(hook.ByUser, "user declined"),
		phrase(hook.ByClient, "requested permissions to", "haven't granted"),
		phrase(hook.ByClient, "permission to use", "has been denied"),
		phrase(hook.ByClient, "permission for this tool use was denied"),
		phrase(hook.ByClient, "permission denied and could not request permission"),

		phrase(hook.NotRead, "has not been read"),
		phrase(hook.NotRead, "modified since", "read"),
		phrase(hook.NotRead, "unexpectedly modified", "read it again"),
		phrase(hook.NotRead, "must read", "before"),
		phrase(hook.NotRead, "must be read", "before"),

		phrase(hook.NoMatch, "string to replace not found"),
		phrase(hook.NoMatch, "0 occurrences found"),
		phrase(hook.NoMatch, "could not find an exact match"),
		phrase(hook.NoMatch, "could not find the exact text"),
		phrase(hook.NoMatch, "could not find", "oldtext"),
		phrase(hook.NoMatch, "could not find", "oldstring"),
		phrase(hook.NoMatch, "could not find", "old_str"),
		phrase(hook.NoMatch, "could not find matching text"),
		phrase(hook.NoMatch, "oldstring not found"),
		phrase(hook.NoMatch, "old_str", "not found"),
		phrase(hook.NoMatch, "no match found"),
		phrase(hook.NoMatch, "does not match anything in the file"),
		phrase(hook.NoMatch, "failed to find expected lines"),
		phrase(hook.NoMatch, "failed to find context"),

		phrase(hook.NotStarted, "no such tool available"),
		phrase(hook.NotStarted, "tool '", "does not exist"),
		phrase(hook.NotStarted, "tool ", " not found in registry"),
		phrase(hook.NotStarted, "unknown tool"),
		phrase(hook.NotStarted, "unknown skill"),
		phrase(hook.NotStarted, "inputvalidationerror"),
		phrase(hook.NotStarted, "input validation error"),
		phrase(hook.NotStarted, "argument validation error"),
		phrase(hook.NotStarted, "invalid arguments for tool"),
		phrase(hook.NotStarted, "command not executed"),
		phrase(hook.NotStarted, "blocked: standalone"),
		phrase(hook.NotStarted, "was blocked. for security"),
		phrase(hook.NotStarted, "posix_spawn"),

		phrase(hook.TimedOut, "timed out after"),
	}
}

// failureReason returns why a call failed or did not happen, from the text that the model reads as its
// result: one of hook's reasons, "" if the text has none of the known forms. It is to be asked only for
// a call that failed: the output of a command may contain anything.
func failureReason(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \n"), "\n")
	line = strings.ToLower(line[:min(len(line), maxReasonLine)])
	for _, p := range reasonPhrases() {
		rest, ok := line, true
		for _, phrase := range p.phrases {
			if _, rest, ok = strings.Cut(rest, phrase); !ok {
				break
			}
		}
		if ok {
			return p.reason
		}
	}
	return ""
}

// setFailed sets the outcome and the reason of a call that the client reports as failed without an exit
// code, from the text that the model reads. A call that was refused, cancelled with another one or not
// started as a command did not happen, which is hook.Denied; how much an interrupted call did is not
// known.
func setFailed(e *hook.Event, text string) {
	e.Outcome, e.Reason = hook.Failed, failureReason(text)
	switch e.Reason {
	case hook.Sibling, hook.ByUser, hook.ByClient, hook.ByHook:
		e.Outcome = hook.Denied
	case hook.NotStarted:
		if e.Tool == hook.Run {
			e.Outcome = hook.Denied
		}
	case hook.Interrupted, hook.TimedOut:
		e.Outcome, e.Exit = hook.Unknown, nil
	}
}
