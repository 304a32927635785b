package agent

import (
	"strings"

	"witness/engine/hook"
)

// attachedFile returns the event of a file that the user attached to a prompt: the model reads it as
// if it had called a tool. There is no event before it, because nothing can refuse it.
func attachedFile(e hook.Event, path string) hook.Event {
	e.Moment, e.Tool, e.Name, e.Hook, e.Outcome = hook.After, hook.Read, "attachment", "", hook.OK
	e.Files = []hook.File{{Path: path, Kind: hook.Read}}
	return e
}

// mentionedFiles returns the events of the files that a prompt attaches by naming them, as in: look
// at @src/a.go#L5-9, and @"my notes.md". A name without a dot or a slash is that of a person or an
// agent.
func mentionedFiles(e hook.Event, prompt string) (list []hook.Event) {
	for {
		before, rest, ok := strings.Cut(prompt, "@")
		if !ok {
			return list
		}
		prompt = rest
		if before != "" && !strings.ContainsAny(before[len(before)-1:], " \t\n(") {
			continue // an address, or a part of a word
		}
		path := rest
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			path, _, _ = strings.Cut(quoted, `"`)
		} else if end := strings.IndexAny(rest, " \t\r\n\"'`<>()[]{},;"); end >= 0 {
			path = rest[:end]
		}
		path, _, _ = strings.Cut(strings.TrimRight(path, ".:!?"), "#L")
		if strings.ContainsAny(path, "./") && !strings.ContainsAny(path, "\n@") && !strings.HasSuffix(path, "/") && !strings.Contains(path, "://") {
			list = append(list, attachedFile(e, path))
		}
	}
}
