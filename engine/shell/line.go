package shell

// Line describes what a shell line does.
type Line struct {
	// Commands are the simple commands in the order in which they start, including those in
	// branches that may not be taken.
	Commands []Command
	// Touches are the files that the line reads or changes.
	Touches []Touch
	// Patches are the files with diffs that the line applies.
	Patches []Patch
	// Written are the texts of the files that the line writes as a whole and that it has itself, by their absolute paths.
	Written map[string]string
	// Text is the line without the bodies of its here-documents that are the contents of files.
	Text string
	// Partial reports whether a part of the line was not analyzed, because it has too many commands or bytes,
	// is nested too deeply, or is in a form that is not known.
	Partial bool
}

// Command is a simple command of the line, without wrappers such as sudo or timeout.
type Command struct {
	// Name is the canonical name of the program and its subcommand, if it has any: "cat", "pytest",
	// "git commit", "go test".
	Name string
	// Args are the words after those of Name. Global flags before the subcommand are omitted. A
	// word that is not known before the line runs is "$?".
	Args []string
	// Rounds are the words of each time that a loop, or xargs and the like, run the command with others, up to a limit;
	// nil if it runs with the same words. Args has "$?" for those that differ.
	Rounds [][]string
	// By is the interpreter that runs Name if Name is a script, and ByArgs are the words after By:
	// for "python manage.py test" they are "python" and ["manage.py", "test"], while Name is
	// "manage.py test". By is "" for any other command.
	Interpreter     string
	InterpreterArgs []string
	// Via is the file and line, as PATH:LINE, that the command stands on: a script or a recipe that an earlier command
	// runs. It is "" for a command of the line itself.
	Via string
	// Wrappers are the programs that run the command, such as sudo, timeout and xargs, each once. Shells and
	// interpreters are none.
	Wrappers []string
	// File is the absolute path of the program if the command names it by a path, as it does a
	// script. It is "" for a program that is looked up in PATH.
	File string
	// Dir is the absolute directory that the command runs in, "" if it is not known.
	Dir string
	// Gates are the indexes, in ascending order, of the commands that have certainly succeeded when
	// this one starts. In "a && b", a is a gate of b.
	Gates []int
	// Failed are the indexes of the commands that have certainly failed when this one starts. In "a || b", a is one of b.
	Failed []int
	// Background reports whether the line does not wait for the command.
	Background bool
	// Last reports whether the exit status of the line is that of the command.
	Last bool
	// StatusHidden reports whether the exit status of the command is lost: neither that of the line nor
	// any later command depends on it, as in "a | tail", "a || true" and "a; b".
	StatusHidden bool
	// Filtered reports whether the output is piped into a command that may drop some of it,
	// redirected to a file, or captured by $(…), so that the output of the line does not show all
	// of it.
	OutputHidden bool
	// Inert reports whether the command only shows, searches, prints or changes the state of the
	// shell, so that it runs nothing of the project.
	Inert bool
	// Text is the source text of the command on one line, cut to a length that suits a message.
	Text string
	// Names are the files and folders that the words of the command name, whatever it does to them.
	Paths []PathWord
	// Literals and Identifiers are the string literals and the names in the code that an interpreter is given, on
	// the command line or as its standard input. A name with an owner is "os.remove".
	Literals, Identifiers []string
	// Input is the standard input, "" if it is not known or too long. Unknown parts are ${_}.
	Input string
	// Environment are all assignments of the line that apply to the command: those in Assigns, after
	// those of export earlier on the line. Behind them are the flags of its wrappers that choose what it runs
	// with, such as --python=3.12 of uv run.
	Environment []string
	// Tasks are the scripts or targets that a task runner is asked for, sorted: "lint" in npm run
	// lint and in make lint.
	Tasks []string
	// Packages limit the tasks to packages of a workspace, each a flag with its value.
	Packages []string
	// Container is the container that a wrapper runs the command in, by its name or image, and
	// ContainerDir the folder of the project that stands for its working directory there, "" if it is
	// not known.
	Container, ContainerDir string
	// Filter is what the output goes through: "| tail -5", ">" for a file, "> /dev/sda" for a device, "> /dev/tcp/HOST/PORT" for a connection;
	// "" if it is shown.
	Filter string
	// Lists are the indexes of the commands whose output its words are taken from: by $(…), by xargs, or by a variable that one of
	// these, a loop or read has set.
	Lists []int
	// Into are the variables that take its output: X in X=$(cat f).
	Into []string
	// Backticks are the commands between backticks in those of its words that have other text beside them in double quotes.
	Backticks []string
	// Keyed reports whether what looks like a real key stands in its words. It is set where secrets are replaced.
	Keyed bool
	// Looped reports whether the command is in the body of a loop.
	Looped bool
	// Endless reports whether nothing of the line ends that loop: its condition always holds, and its body never leaves it.
	Endless bool
	// Sets are the variable assignments that apply to this command only, each "NAME=value". They
	// come from the command itself or from env.
	Assigns []string
}

// Name is a file or folder named by a word of a command.
type PathWord struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Glob reports whether Path is a pattern that the shell expands. Hidden reports whether the
	// pattern also matches names that begin with a dot, as those of find do.
	Glob, Hidden bool
}

// Touch is a file that the line reads or changes, or a pattern for several.
type Touch struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Glob reports whether Path is a pattern. It represents all files that match.
	Glob bool
	// Deep reports whether the base name of the pattern applies to files in the folder and in all
	// folders below it.
	Recursive bool
	// Hidden reports whether the pattern also matches names that begin with a dot.
	Hidden bool
	// Visible reports whether a recursive pattern leaves out files and folders whose names begin with a dot, as
	// those of fd and rg do.
	Visible bool
	// Printed is a glob for the paths that a command such as git ls-files printed: a filter such as grep let only those pass
	// that match it as a whole. It is "" if none was dropped. A wildcard in it also matches slashes.
	Printed string
	// Index is "tracked" or "untracked" if only the files are meant that git knows, or does not know.
	Index string
	// Containing is a text that the files of a pattern contain, "" if that is not known.
	Containing string
	// Kind says how the file is touched:
	//   - "read": its contents are shown or searched
	//   - "scan": it is read without being shown, as by wc, cmp, cp or tar
	//   - "edit": it is changed in place or appended to
	//   - "write": it is created or overwritten
	//   - "output": it is produced by a compiler, an archiver or a test run
	//   - "rewrite": it is changed by a formatter or restored by version control, so that the agent
	//     did not choose its new contents
	//   - "delete": it is deleted
	Kind string
	// Manner says more of a change, "" if there is nothing to say:
	//   - "append": it only adds to the end of the file
	//   - "copy": the new contents are those of another file
	//   - "replace": what is found in it is replaced, as by s/old/new/, and nothing else is changed
	//   - "restore": version control puts back the contents that it knows
	Manner string
	// Command is the index of the command that touches the file.
	Command int
	// Sure reports whether the touch happens even if the command fails, as a redirection does.
	Unconditional bool
	// New reports whether the touch happens only if the file does not exist, as with touch.
	OnlyIfNew bool
	// Some reports whether only some of the files that match the pattern are touched. They can be
	// determined only by comparing the files before and after the line has run.
	Subset bool
	// Tree reports whether Path may be a folder, in which case all files in it are touched.
	MaybeFolder bool
	// From is the absolute path of the file or folder that is copied or moved to Path, "" if there
	// is none. It may be a pattern, each of whose files is copied to one that matches Path; then
	// Glob and Deep describe From.
	From string
	// Exact reports whether From is copied to the path Path itself. Otherwise, if Path is an
	// existing folder, it is copied into the folder.
	Exact bool
	// Maybe reports whether the touch is in a branch that may not be taken.
	Conditional bool
	// If are the file tests that must hold for the branch to be taken.
	Tests []FileTest
}

// Test is the condition that a file exists or does not exist: test -f FILE, [ ! -d FILE ].
type FileTest struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Is is "f" for a regular file, "d" for a folder and "e" for either.
	Type string
	// Not reports whether the condition is negated.
	Not bool
}

// Patch is a file with a unified diff that the line applies. The files that it changes are named in
// the diff, which is not part of the line; Touches returns them.
type Patch struct {
	// Path is the absolute path of the file with the diff, lexically cleaned.
	Path string
	// Dir is the directory in which the diff is applied.
	Dir string
	// Strip is the number of leading folders to remove from the paths in the diff. It is negative
	// if it is not known.
	Strip int
	// Reverse reports whether the diff is applied in reverse.
	Reverse bool
	// Command is the index of the command that applies the diff.
	Command int
}

// Touches returns the files that the patch changes if text is the contents of the file at Path.
func (p Patch) Touches(text string) []Touch {
	r := patchReporter{&fileReporter{rec: &recorder{replay: -1}}}
	r.diff(text, p.Strip, p.Reverse, place{dir: p.Dir, command: p.Command})
	return r.rec.line.Touches
}
