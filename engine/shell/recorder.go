package shell

// recorder collects what the line does.
type recorder struct {
	line Line
	// replay is the command that the next one may be the same as, in the second and
	// later turns of a loop; -1 outside of them.
	replay int
	// contents are the texts that the line wrote into files, by their paths.
	contents map[string]*stream
}

// finished is the line as it is handed out.
func (r *recorder) result() Line {
	kept := r.line.Touches[:0]
	for _, t := range r.line.Touches {
		if t.Command < len(r.line.Commands) {
			kept = append(kept, t)
		}
	}
	r.line.Touches = kept
	return r.line
}

func (r *recorder) markLast(last []int) {
	for _, i := range last {
		if i < len(r.line.Commands) {
			r.line.Commands[i].Last = true
		}
	}
}

// next is the index that the next reported command will have.
func (r *recorder) nextIndex() int {
	if r.replay >= 0 && r.replay < len(r.line.Commands) {
		return r.replay
	}
	return len(r.line.Commands)
}

// emit reports a command and returns its index, -1 if there are too many. In a later
// turn of a loop the command of the first turn is taken again, less what differs.
func (r *recorder) command(c Command) int {
	for i := r.replay; i >= 0 && i < len(r.line.Commands); i++ {
		old := &r.line.Commands[i]
		if old.Name != c.Name && (old.By == "" || old.By != c.By) {
			continue
		}
		r.replay = i + 1
		if old.Name != c.Name {
			old.Name, old.File = unknownArg, ""
		}
		old.ByArgs = commonArgs(old.ByArgs, c.ByArgs)
		if old.Dir != c.Dir {
			old.Dir = ""
		}
		old.Args = commonArgs(old.Args, c.Args)
		old.Names = append(old.Names, c.Names[:min(len(c.Names), max(0, maxNames-len(old.Names)))]...)
		return i
	}
	if len(r.line.Commands) >= maxCommands {
		return -1
	}
	r.line.Commands = append(r.line.Commands, c)
	return len(r.line.Commands) - 1
}

// each takes n turns of something whose commands are the same in each.
func (r *recorder) repeat(n int, turn func(i int) outcome) outcome {
	outer, start := r.replay, r.nextIndex()
	var o outcome
	for i := range n {
		if i > 0 {
			r.replay = start
		}
		o = turn(i)
	}
	if outer < 0 {
		r.replay = outer
	}
	return o
}

// common keeps the words that are the same in both.
func commonArgs(a, b []string) []string {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			a[i] = unknownArg
		}
	}
	for i := len(a); i < len(b); i++ {
		a = append(a, unknownArg)
	}
	return a
}

// maxContents bounds how many files' contents are remembered of one line.
const maxContents = 100

// wrote remembers what the line itself writes into a file: a later command of it may be
// given that file as a patch or as code.
func (r *recorder) setContents(f field, dir string, text *stream) {
	path, ok := filePath(f, dir)
	if !ok || f.glob || text == nil || len(r.contents) >= maxContents {
		return
	}
	if r.contents == nil {
		r.contents = map[string]*stream{}
	}
	r.contents[path] = text
}

// contentOf is what is in the file that f names from dir: the text, if the line wrote it, or
// else an unknown one, of which is remembered where it comes from.
func (r *recorder) contentsOf(f field, dir string) *stream {
	path, ok := filePath(f, dir)
	if !ok || f.glob {
		return unknownInput
	}
	if text, ok := r.contents[path]; ok {
		return text
	}
	for _, t := range r.line.Touches {
		if t.Path == path && t.Kind != kindRead && t.Kind != kindScan {
			return unknownInput // what the disk has now is not what it will be
		}
	}
	return &stream{text: unknownMark, file: path}
}
