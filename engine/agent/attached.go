package agent

import (
	"strconv"
	"strings"

	"witness/engine/hook"
)

// attachment is the name of the event of files that a prompt attaches.
const attachment = "attachment"

// attached returns the event of the files that the user attached to a prompt: the model reads them as
// if it had called a tool. There is no event before it, because nothing can refuse it.
func attached(e hook.Event, files ...hook.File) hook.Event {
	e.Moment, e.Tool, e.Name, e.Hook, e.Outcome = hook.After, hook.Read, attachment, "", hook.OK
	e.Files = files
	return e
}

// withAttached returns the event of a prompt, and before it that of the attached files, if there are any:
// the reply is one to the prompt.
func withAttached(prompt hook.Event, files []hook.File) []hook.Event {
	if len(files) == 0 {
		return []hook.Event{prompt}
	}
	return []hook.Event{attached(prompt, files...), prompt}
}

// maxMentioned limits the files that are taken from one prompt: a pasted text may have any number of @.
const maxMentioned = 50

// mentionedFiles returns the files that a prompt attaches by naming them, as in: look at @src/a.go#L5-9,
// and @"my notes.md". A name without a dot or a slash is that of a person or an agent.
func mentionedFiles(prompt string) (list []hook.File) {
	for len(list) < maxMentioned {
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
		path, lines, _ := strings.Cut(strings.TrimRight(path, ".:!?"), "#L")
		if strings.ContainsAny(path, "./") && !strings.ContainsAny(path, "\n@") && !strings.HasSuffix(path, "/") && !strings.Contains(path, "://") {
			f := hook.File{Path: path, Kind: hook.Read, Mentioned: true}
			f.First, f.Last = mentionedLines(lines)
			list = append(list, f)
		}
	}
	return list
}

// mentionedLines returns the lines that a mention selects, as in 5-9 or 5, and 0 for all of them.
func mentionedLines(text string) (first, last int64) {
	from, to, ranged := strings.Cut(text, "-")
	first, err := strconv.ParseInt(from, 10, 64)
	if err != nil {
		return 0, 0
	}
	if !ranged {
		return first, first
	}
	if last, err = strconv.ParseInt(strings.TrimPrefix(to, "L"), 10, 64); err != nil {
		return 0, 0
	}
	return first, last
}
