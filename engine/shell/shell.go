package shell

// Parse analyzes a line that bash runs in dir, an absolute path. home is the home directory, "" if
// it is not known. If the line has a syntax error, the result describes the statements before it.
func Parse(line, dir, home string) Line { return ParseWithAliases(line, dir, home, nil) }

// ParseWithAliases is Parse with the aliases of git's configuration: gitAlias returns what one stands for in a
// directory, "" if there is none.
func ParseWithAliases(line, dir, home string, gitAlias func(dir, name string) string) (result Line) {
	w := newWalker(line, dir, home)
	w.configured = gitAlias
	// The line is untrusted input. If the parser or the walk panics, the result so far is still
	// useful.
	defer func() {
		if recover() != nil {
			result = w.rec.result()
			result.Partial = true
		}
	}()
	src := w.sanitized(line)
	stmts := parse(src)
	w.rec.line.Text = withoutHereDocuments(src, stmts)
	o := w.script(src, stmts, &env{dir: dir}, scope{}, state{})
	w.rec.markLast(o.last)
	w.rec.markHidden(o.ok.succeeded)
	return w.rec.result()
}

// Limits on the time and memory that a hostile line may take.
const (
	maxLine     = 128 << 10 // bytes of a line that are analyzed, half from each end
	maxCommands = 1000      // commands recorded
	maxSteps    = 20000     // statements walked, counting each iteration of a loop
	maxDepth    = 200       // nested compound commands
	maxExpanded = 4 << 20   // bytes that all expansions together may produce
	maxPath     = 4 << 10   // bytes of a directory; no system allows more
	maxNested   = 8         // nested shells and function calls, as in bash -c "bash -c …"
)
