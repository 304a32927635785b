package shell

import (
	"slices"
	"strings"
)

// recorder collects the commands, touches and patches of a line, and remembers the contents of
// files that the line writes.
type recorder struct {
	// line is the result so far.
	line Line
	// replay is the index at which the search for a recorded command starts in the second and later
	// iterations of a loop. It is -1 outside of these.
	replay int
	// contents are the texts that the line has written into files, by absolute path.
	contents map[string]*stream
	// code is the number of bytes of these texts that were read as code.
	code int
}

// tooNested reports whether code inside of this scope is nested too deeply to be walked, and notes that it is
// not.
func (r *recorder) tooNested(sc scope) bool {
	over := sc.nested >= maxNested
	r.line.Partial = r.line.Partial || over
	return over
}

// result returns the line without touches of commands that were dropped because there are too many.
func (r *recorder) result() Line {
	kept := r.line.Touches[:0]
	for _, t := range r.line.Touches {
		if t.Command < len(r.line.Commands) {
			kept = append(kept, t)
		}
	}
	r.line.Touches = kept
	for path, text := range r.contents {
		if text.file == "" && text.names == nil && !strings.Contains(text.text, unknownMark) {
			if r.line.Written == nil {
				r.line.Written = map[string]string{}
			}
			r.line.Written[path] = text.text
		}
	}
	return r.line
}

// markLast marks the commands whose exit status is that of the line.
func (r *recorder) markLast(last []int) {
	for _, i := range last {
		if i < len(r.line.Commands) {
			r.line.Commands[i].Last = true
		}
	}
}

// markHidden marks the commands whose exit status is lost. succeeded are those that have succeeded for certain if
// the line has.
func (r *recorder) markHidden(succeeded []int) {
	seen := make([]bool, len(r.line.Commands))
	see := func(commands []int) {
		for _, i := range commands {
			if i < len(seen) {
				seen[i] = true
			}
		}
	}
	see(succeeded)
	for i, c := range r.line.Commands {
		seen[i] = seen[i] || c.Last
		if !c.Inert {
			see(c.Gates)
		}
	}
	for i := range r.line.Commands {
		r.line.Commands[i].StatusHidden = !seen[i]
	}
}

// nextIndex returns the index that the next command will have.
func (r *recorder) nextIndex() int {
	if r.replay >= 0 && r.replay < len(r.line.Commands) {
		return r.replay
	}
	return len(r.line.Commands)
}

// since returns the indexes of the commands recorded from index begin on, and of those whose output they are given. What a server answers is not
// made of what it is asked with.
func (r *recorder) since(begin int) (list []int) {
	for i := begin; i < r.nextIndex() && len(list) < maxLists; i++ {
		if !has(requests, r.line.Commands[i].Name) {
			list = append(list, r.line.Commands[i].Lists...)
		}
		list = append(list, i)
	}
	return list
}

// requests are programs that print what a server answers.
const requests = "curl wget http https xh xhs"

// into notes that a variable takes the output of some commands.
func (r *recorder) into(list []int, name string) {
	for _, i := range list {
		if i < len(r.line.Commands) && !slices.Contains(r.line.Commands[i].Into, name) {
			r.line.Commands[i].Into = append(r.line.Commands[i].Into, name)
		}
	}
}

// maxLists is about how many commands are kept whose output a command is given.
const maxLists = 20

// command records a command and returns its index, -1 if there are too many. In later iterations of
// a loop it returns the index of the same command in the first iteration, and makes the parts
// unknown in which the two differ.
func (r *recorder) command(c Command) int {
	for i := r.replay; i >= 0 && i < len(r.line.Commands); i++ {
		old := &r.line.Commands[i]
		if old.Name != c.Name && (old.Interpreter == "" || old.Interpreter != c.Interpreter) {
			continue
		}
		r.replay = i + 1
		if old.Name != c.Name {
			old.Name, old.File = unknownArg, ""
		}
		old.InterpreterArgs = commonArgs(old.InterpreterArgs, c.InterpreterArgs)
		if old.Dir != c.Dir {
			old.Dir = ""
		}
		old.again(c.Args)
		old.Args = commonArgs(old.Args, c.Args)
		old.Paths = append(old.Paths, c.Paths[:min(len(c.Paths), max(0, maxNames-len(old.Paths)))]...)
		return i
	}
	if len(r.line.Commands) >= maxCommands {
		r.line.Partial = true
		return -1
	}
	r.line.Commands = append(r.line.Commands, c)
	return len(r.line.Commands) - 1
}

// maxRounds is how many different words of a command in a loop are kept.
const maxRounds = 20

// again keeps the words of a command that a loop runs once more, and those of the first time.
func (cmd *Command) again(args []string) {
	if len(cmd.Rounds) == 0 {
		cmd.Rounds = [][]string{slices.Clone(cmd.Args)}
	}
	if len(cmd.Rounds) < maxRounds && !slices.Equal(cmd.Rounds[len(cmd.Rounds)-1], args) {
		cmd.Rounds = append(cmd.Rounds, args)
	}
}

// repeat calls iteration for 0 to n-1 and records the commands of all iterations as one.
func (r *recorder) repeat(n int, iteration func(i int) outcome) outcome {
	outer, start := r.replay, r.nextIndex()
	var o outcome
	for i := range n {
		if i > 0 {
			r.replay = start
		}
		o = iteration(i)
	}
	if outer < 0 {
		r.replay = outer
	}
	return o
}

// commonArgs returns a with the words replaced by unknownArg in which b differs.
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

// maxContents is the maximum number of files whose contents are remembered.
const maxContents = 100

// setContents remembers the text that the line writes into a file, in case a later command reads it
// as a patch or as code.
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

// codeIn returns the text that the line wrote into a file which it runs. A line can run a long one many times, so that all
// together are limited.
func (r *recorder) codeIn(path string) (text *stream, ok bool) {
	if text, ok = r.contents[path]; !ok {
		return nil, false
	}
	if r.code += len(text.text); r.code > maxExpanded {
		r.line.Partial = true
		return nil, false
	}
	return text, true
}

// contentsOf returns the contents of the file f in dir: the text that the line wrote into it, what a process substitution
// prints, or an unknown stream with the path of the file.
func (r *recorder) contentsOf(f field, dir string) *stream {
	if f.from != nil && f.text == unknownMark {
		return f.from
	}
	path, ok := filePath(f, dir)
	if !ok || f.glob {
		return unknownInput
	}
	if text, ok := r.contents[path]; ok {
		return text
	}
	for _, t := range r.line.Touches {
		if t.Path == path && t.Kind != kindRead && t.Kind != kindScan {
			return unknownInput // the line changes the file, so its contents on disk are not those that will be read
		}
	}
	return &stream{text: unknownMark, file: path}
}
