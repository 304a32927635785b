package shell

import "strings"

// The values of Touch.Kind.
const (
	kindRead    = "read"
	kindScan    = "scan"
	kindEdit    = "edit"
	kindWrite   = "write"
	kindOutput  = "output"
	kindRewrite = "rewrite"
	kindDelete  = "delete"
)

// Kinds that touch records as another kind, and themselves as the Manner.
const (
	kindAppend  = "append"  // an edit
	kindCopy    = "copy"    // a write
	kindRestore = "restore" // a rewrite
	kindReplace = "replace" // an edit
)

// byManner returns the kind of a touch, and its manner if it has one.
func byManner(kind string) (string, string) {
	switch kind {
	case kindAppend, kindReplace:
		return kindEdit, kind
	case kindCopy:
		return kindWrite, kind
	case kindRestore:
		return kindRewrite, kind
	}
	return kind, ""
}

// place is where and under which conditions a touch happens.
type place struct {
	// dir is the directory that relative names are resolved in, "" if it is not known.
	dir string
	// command is the index of the command, -1 if it was not recorded.
	command int
	// sure is that of Touch.
	sure      bool
	container bool // it happens in a container
	fresh     bool // only if the file does not exist
	tree      bool // the file may be a folder
	exact     bool // the copy of from has exactly this path, even if it is a folder
	// from is the file that is copied or moved, nil if there is none.
	from *field
	// conditional and tests are those of scope.
	conditional bool
	tests       []FileTest
}

// maxTouches is the maximum number of touches of one line.
const maxTouches = 4000

// touch records a touch of f, unless its path is not known. Touches of the same file by the same
// command are merged.
func (r *recorder) touch(f field, kind string, at place) {
	kind, manner := byManner(kind)
	if f.subset && (kind == kindRead || kind == kindScan) {
		return
	}
	if changes := kind == kindWrite || kind == kindEdit || kind == kindOutput; changes && f.hasUnknown() && at.from == nil {
		f = asPattern(f)
	}
	path, ok := filePath(f, at.dir)
	if at.tree && !ok {
		path = treePath(f, at.dir)
		ok = path != ""
	}
	if !ok || at.container || at.command < 0 {
		return
	}
	if kind != kindRead && kind != kindScan {
		delete(r.contents, path)
	}
	if f.glob {
		path = goPattern(path)
	}
	t := Touch{
		Path: path, Glob: f.glob, Recursive: f.recursive, Hidden: f.hidden, Visible: f.visible, Printed: f.printed, Index: f.index, Containing: f.containing, Kind: kind, Manner: manner, Command: at.command, Unconditional: at.sure, OnlyIfNew: at.fresh,
		Subset: f.subset, MaybeFolder: at.tree, Exact: at.exact, Conditional: at.conditional, Tests: at.tests,
	}
	switch {
	case at.from != nil:
		if t.From = treePath(*at.from, at.dir); t.From == "" && at.tree && !looksLikeFile(path) {
			return // what is copied into an unknown folder
		}
		t.Glob, t.Recursive = f.glob || at.from.glob, f.recursive || at.from.recursive
	case f.origin != "":
		t.From = treePath(field{text: f.origin, glob: true}, at.dir)
	}
	// Touches of the same command are adjacent and at the end.
	for i := len(r.line.Touches) - 1; i >= 0 && i >= len(r.line.Touches)-64; i-- {
		old := &r.line.Touches[i]
		if old.Command != t.Command || old.Path != t.Path {
			continue
		}
		switch {
		case old.From != t.From:
		case old.Kind == t.Kind:
			if old.Manner != t.Manner {
				old.Manner = ""
			}
			old.Unconditional, old.OnlyIfNew = old.Unconditional || t.Unconditional, old.OnlyIfNew && t.OnlyIfNew
			return
		case old.Kind == kindRead && t.Kind == kindEdit:
			// A file that is edited in place is read as well.
			old.Kind, old.Manner, old.Unconditional = kindEdit, t.Manner, t.Unconditional
			return
		case (old.Kind == kindEdit || old.Kind == kindRead) && (t.Kind == kindRead || t.Kind == kindScan):
			return
		}
	}
	if len(r.line.Touches) < maxTouches {
		r.line.Touches = append(r.line.Touches, t)
	}
}

// touchAll records the same touch for each file.
func (r *recorder) touchAll(fs []field, kind string, at place) {
	for _, f := range fs {
		r.touch(f, kind, at)
	}
}

// goPattern returns a pattern of the shell in the spelling of package filepath, which negates a class with [^ alone.
func goPattern(path string) string { return strings.ReplaceAll(path, "[!", "[^") }

// deleteMoved turns the edit of a file that the same patch moves away into a deletion.
func (r *recorder) deleteMoved(f field, at place) {
	path, ok := filePath(f, at.dir)
	if !ok {
		return
	}
	for i := len(r.line.Touches) - 1; i >= 0; i-- {
		if t := &r.line.Touches[i]; t.Command == at.command && t.Path == path {
			t.Kind = kindDelete
			return
		}
	}
}

// asPattern returns a name with unknown parts in its base name as a pattern for the files that it
// may denote. Other names are returned unchanged.
func asPattern(f field) field {
	if strings.HasPrefix(f.text, unknownMark) || f.glob || isGlob(f.text) {
		return f
	}
	slash := strings.LastIndexByte(f.text, '/')
	if strings.Contains(f.text[:slash+1], unknownMark) {
		return f
	}
	text := strings.ReplaceAll(f.text, unknownMark, "*")
	for strings.Contains(text, "**") {
		text = strings.ReplaceAll(text, "**", "*")
	}
	return field{text: text, glob: true, matching: matching{subset: true}}
}

// scanned marks the files that were read by the touches of a range: nothing of their contents is printed.
func (r *recorder) scanned(from, to int) {
	for i, t := range r.line.Touches[from:to] {
		if t.Kind == kindRead {
			r.line.Touches[from+i].Kind = kindScan
		}
	}
}
