package shell

// maxContents bounds how many files' contents are remembered of one line.
const maxContents = 100

// wrote remembers what the line itself writes into a file: a later command of it may be
// given that file as a patch or as code.
func (w *walker) wrote(f field, dir string, text *string) {
	path, ok := filePath(f, dir)
	if !ok || f.glob || text == nil || len(w.contents) >= maxContents {
		return
	}
	if w.contents == nil {
		w.contents = map[string]*string{}
	}
	w.contents[path] = text
}

// contentOf is what is in the file that f names from dir: the text, if the line wrote it, or
// else an unknown one, of which is remembered where it comes from.
func (w *walker) contentOf(f field, dir string) *string {
	path, ok := filePath(f, dir)
	if !ok || f.glob {
		return &someInput
	}
	if text, ok := w.contents[path]; ok {
		return text
	}
	for _, t := range w.line.Touches {
		if t.Path == path && t.Kind != kindRead && t.Kind != kindScan {
			return &someInput // what the disk has now is not what it will be
		}
	}
	text := someInput
	if w.sources == nil {
		w.sources = map[*string]string{}
	}
	w.sources[&text] = path
	return &text
}
