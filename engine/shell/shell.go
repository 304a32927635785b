package shell

// Parse analyses a line run by bash in dir, an absolute path, with home as the home
// directory ("" if unknown). Of a line that does not parse it yields what could be
// understood.
func Parse(line, dir, home string) (result Line) {
	w := newWalker(line, dir, home)
	// The line comes from a model. Should the parser or the walk trip over it, what was
	// understood until then is still worth having.
	defer func() {
		if recover() != nil {
			result = w.rec.result()
		}
	}()
	src := sanitize(line)
	stmts := parse(src)
	w.rec.line.Text = withoutHereDocuments(src, stmts)
	o := w.script(src, stmts, &env{dir: dir}, scope{}, state{})
	w.rec.markLast(o.last)
	return w.rec.result()
}

// Bounds that keep a hostile line from costing more than a hook may take.
const (
	maxLine     = 128 << 10 // bytes of a line that are looked at: its beginning and its end
	maxCommands = 1000      // commands reported
	maxSteps    = 20000     // statements walked, loops counted as often as they turn
	maxDepth    = 200       // compound commands inside one another
	maxExpanded = 4 << 20   // bytes that variables, braces and {} may expand to in all
	maxPath     = 4 << 10   // bytes of a directory that is gone down from; no system takes more
	maxNested   = 8         // shells inside one another: bash -c "bash -c …"
)
