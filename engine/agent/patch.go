package agent

import (
	"strings"

	"witness/engine/hook"
)

// patchFiles returns the files that a patch changes. The format is that of OpenAI's apply_patch
// tool, which several clients offer because models are trained on it:
//
//	*** Begin Patch
//	*** Add File: new.txt
//	+its first line
//	*** Update File: old.txt
//	*** Move to: renamed.txt
//	@@
//	-two
//	+TWO
//	*** Delete File: gone.txt
//	*** End Patch
//
// A file that is moved is deleted at its old path and written at the new one. Paths are as the
// patch spells them. Content is set for added files only, and Replaced for those that are edited.
func patchFiles(patch string) []hook.File {
	var files []hook.File
	adding := false // the current file is a new one
	var part hook.Replacement
	endPart := func() {
		if n := len(files); part != (hook.Replacement{}) && files[n-1].Kind == hook.Edit {
			files[n-1].Replaced = append(files[n-1].Replaced, part)
		}
		part = hook.Replacement{}
	}
	add := func(path, kind string) {
		endPart()
		files = append(files, hook.File{Path: strings.TrimSpace(path), Kind: kind})
		adding = kind == hook.Write
	}
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		if path, ok := strings.CutPrefix(line, "*** Add File: "); ok {
			add(path, hook.Write)
		} else if path, ok := strings.CutPrefix(line, "*** Update File: "); ok {
			add(path, hook.Edit)
		} else if path, ok := strings.CutPrefix(line, "*** Delete File: "); ok {
			add(path, hook.Delete)
		} else if path, ok := strings.CutPrefix(line, "*** Move to: "); ok && len(files) > 0 {
			files[len(files)-1].Kind, files[len(files)-1].Moved = hook.Delete, true
			add(path, hook.Write)
			adding = false
		} else if text, ok := strings.CutPrefix(line, "+"); ok && adding {
			files[len(files)-1].Content += text + "\n"
		} else if len(files) > 0 && line != "" {
			switch text := line[1:] + "\n"; line[0] {
			case ' ':
				part.Old, part.New = part.Old+text, part.New+text
			case '-':
				part.Old += text
			case '+':
				part.New += text
			default: // @@, *** End of File
				endPart()
			}
		}
	}
	endPart()
	return files
}
