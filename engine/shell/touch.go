package shell

import "strings"

// The kinds of Touch.Kind.
const (
	kindRead    = "read"
	kindScan    = "scan"
	kindEdit    = "edit"
	kindWrite   = "write"
	kindOutput  = "output"
	kindRewrite = "rewrite"
	kindDelete  = "delete"
)

// place is where a touch happens.
type place struct {
	dir         string
	command     int
	sure        bool
	container   bool // in a container
	fresh       bool // only where no file is yet
	tree        bool // the file may be a folder
	exact       bool // from gets just this name, be it that of a folder or not
	from        *field
	conditional bool
	tests       []Test
}

// maxTouches bounds what one line reports.
const maxTouches = 4000

// touch reports that f is touched, unless it cannot be known which file that is.
func (r *recorder) touch(f field, kind string, at place) {
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
	t := Touch{
		Path: path, Glob: f.glob, Deep: f.recursive, Kind: kind, Command: at.command, Sure: at.sure, New: at.fresh,
		Some: f.subset, Tree: at.tree, Exact: at.exact, Maybe: at.conditional, If: at.tests,
	}
	switch {
	case at.from != nil:
		if t.From = treePath(*at.from, at.dir); t.From == "" && at.tree && !looksLikeFile(path) {
			return // what is in a folder that is not known
		}
		t.Glob, t.Deep = f.glob || at.from.glob, f.recursive || at.from.recursive
	case f.origin != "":
		t.From = treePath(field{text: f.origin, glob: true}, at.dir)
	}
	// Only the touches of the same command can be the same, and they stand last.
	for i := len(r.line.Touches) - 1; i >= 0 && i >= len(r.line.Touches)-64; i-- {
		old := &r.line.Touches[i]
		if old.Command != t.Command || old.Path != t.Path {
			continue
		}
		switch {
		case old.From != t.From:
		case old.Kind == t.Kind:
			old.Sure, old.New = old.Sure || t.Sure, old.New && t.New
			return
		case old.Kind == kindRead && t.Kind == kindEdit:
			// What is changed in place was read.
			old.Kind, old.Sure = kindEdit, t.Sure
			return
		case (old.Kind == kindEdit || old.Kind == kindRead) && (t.Kind == kindRead || t.Kind == kindScan):
			return
		}
	}
	if len(r.line.Touches) < maxTouches {
		r.line.Touches = append(r.line.Touches, t)
	}
}

// touchAll reports the same for several files.
func (r *recorder) touchAll(fs []field, kind string, at place) {
	for _, f := range fs {
		r.touch(f, kind, at)
	}
}

// moved turns the edit of a file that the same patch moves away into its deletion.
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

// guessed is a name of which a part is not known as the pattern of all that it may be.
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
	return field{text: text, glob: true, subset: true}
}
