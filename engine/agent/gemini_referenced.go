package agent

import (
	"strings"

	"witness/engine/hook"
)

// The lines by which Gemini CLI attaches files to a prompt (0.61.0, measured):
//
//	look at @a.go
//	--- Content from referenced files ---
//	Content from @a.go:
//	package a
//	--- End of content ---
const (
	geminiReferences = "\n--- Content from referenced files ---\n"
	geminiReference  = "Content from @"
)

// geminiReferenced returns the files whose content follows a prompt, as the model receives it.
func geminiReferenced(prompt string) (list []hook.File) {
	_, contents, _ := strings.Cut(prompt, geminiReferences)
	for line := range strings.Lines(contents) {
		path, ok := strings.CutPrefix(line, geminiReference)
		if path, ends := strings.CutSuffix(strings.TrimSuffix(path, "\n"), ":"); ok && ends && path != "" && len(list) < maxMentioned {
			list = append(list, hook.File{Path: path, Kind: hook.Read, Mentioned: true})
		}
	}
	return list
}

// attachedToChat returns the files that a prompt in a chat attaches. Older versions recorded it as the user
// wrote it.
func attachedToChat(prompt string) []hook.File {
	if strings.Contains(prompt, geminiReferences) {
		return geminiReferenced(prompt)
	}
	return mentionedFiles(prompt)
}
