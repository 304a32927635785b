package shell

// Parse analyzes a line that bash or zsh runs in dir, an absolute path. home is the home directory, "" if it is not known. Of a line
// with a mistake, the result describes what a shell may run.
func Parse(line, dir, home string) Line { return ParseOn(nil, line, dir, home) }

// Disk answers what a line does not tell of the files around it.
type Disk interface {
	// Text returns the text of a regular file of ordinary size, "" for any other.
	Text(path string) string
	// GitSetting returns a setting of git in a directory, such as alias.st; "" if there is none.
	GitSetting(dir, name string) string
	// GitHook returns the path of a hook that git runs in a directory, if the one who writes the line has written it, else "".
	GitHook(dir, name string) string
	// Wrote reports whether the one who writes the line has written or changed a file that is there.
	Wrote(path string) bool
	// GitRoot returns the folder of the working tree that a directory is in, "" if it is in none or that is not known.
	GitRoot(dir string) string
	// Glob returns the files and folders that a pattern matches, as far as they are known.
	Glob(name PathWord) []string
}

// ParseOn is Parse with what a disk tells of repositories and of the files that the line runs, nothing if it is nil.
func ParseOn(disk Disk, line, dir, home string) (result Line) {
	w := newWalker(line, dir, home)
	w.disk, w.aliases.disk, w.scripts.disk = disk, disk, disk
	// The line is untrusted input. If the parser or the walk panics, the result so far is still
	// useful.
	defer func() {
		if recover() != nil {
			result = w.rec.result()
			result.Partial = true
		}
	}()
	src, stmts := w.rec.parsed(line, false)
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
