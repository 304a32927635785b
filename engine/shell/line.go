package shell

// Line is what one shell line does.
type Line struct {
	Commands []Command
	Touches  []Touch
	Patches  []Patch
	// Text is the line without the bodies of its here-documents, which are the contents of
	// files.
	Text string
}

// Command is one simple command of the line, wrappers such as sudo or timeout peeled off.
type Command struct {
	// Name is the canonical program with its subcommand: "git commit", "go test", "pytest", "cat".
	Name string
	// Args are the words after those of Name, without global flags that stood before the
	// subcommand. A word that cannot be known is "$?".
	Args []string
	// By is the interpreter that is given the script which Name is, canonical as Name, and
	// ByArgs are its words: "python" and "manage.py", "test" of "manage.py test". By is "" if
	// there is none.
	By     string
	ByArgs []string
	// File is the absolute path of the program if it was given as one, as a script is: "" for
	// a program that is looked up by its name.
	File string
	// Dir is the absolute directory the command runs in, "" if it cannot be known.
	Dir string
	// Gates are the indexes of the commands that have certainly succeeded when this one starts.
	Gates []int
	// Background is true if the line does not wait for the command.
	Background bool
	// Last is true if the line's exit status is this command's own.
	Last bool
	// Filtered is true if the output goes through another command, into a file or into
	// $(…), so that whoever ran the line sees only a part of it or nothing.
	Filtered bool
	// Inert is true if the command only shows, searches, prints or moves about: nothing of
	// the project is run by it.
	Inert bool
	// Text is the simple command as it can be shown to a person, on one line.
	Text string
	// Names are the files and folders that its words name, whatever it does to them.
	Names []Name
	// Sets are the variables that it alone is given: "NAME=value", also by env.
	Sets []string
}

// Name is a word of a command, taken as a file or folder.
type Name struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Glob is true if Path is a pattern that the shell expands, Hidden if it also matches
	// what begins with a dot, as the patterns of find do.
	Glob, Hidden bool
}

// Touch is one file that the line reads or changes.
type Touch struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Glob is true if Path is a pattern that the shell expands: it stands for every file
	// that matches, and only the disk knows which.
	Glob bool
	// Deep is true if the pattern is that of the last name alone, in the folder named and in
	// all below it.
	Deep bool
	// Kind is "read", "scan" (read without being shown: counted, compared, copied, packed),
	// "edit" (changed in place or appended to), "write" (created or overwritten whole),
	// "output" (filled with what a compiler, an archiver or a run produces), "rewrite" (by a
	// formatter, or by version control that puts it back: nobody chose the new content) or
	// "delete".
	Kind string
	// Command is the index of the command that does it.
	Command int
	// Sure is true if it happens even when the command fails: a redirection.
	Sure bool
	// New is true if it happens only where no file is yet, as touch makes one.
	New bool
	// Some is true if Path is a pattern of which only some files are meant: which, only the disk
	// knows, by what has become of them.
	Some bool
	// Tree is true if Path may be a folder: then it stands for all files in it.
	Tree bool
	// From is what Path is made of, absolute: the file or folder that is copied or moved to it,
	// or a pattern, each of whose files becomes one of the pattern Path. Deep, and Glob of
	// From, are those of From then.
	From string
	// Exact is true if From becomes Path. Else, if there is a folder Path, it goes into that.
	Exact bool
	// Maybe is true if nothing says whether it happens: it stands in a branch.
	Maybe bool
	// If are the questions about files that were all answered as said when it happens.
	If []Test
}

// Test is a question about a file: test -f FILE, [ ! -d FILE ].
type Test struct {
	// Path is absolute and lexically cleaned.
	Path string
	// Is is "f" for a file, "d" for a folder, "e" for either.
	Is string
	// Not is true if the answer is no.
	Not bool
}

// Patch is a file with a unified diff that the line applies: what it changes stands in
// that file, and only the disk knows it.
type Patch struct {
	// Path is the file's, absolute and lexically cleaned.
	Path string
	// Dir is the directory in which the diff is applied.
	Dir string
	// Strip is how many folders are cut from the diff's paths; below 0 it is not known.
	Strip int
	// Reverse is true if it is applied backwards.
	Reverse bool
	// Command is the index of the command that applies it.
	Command int
}

// Touches are the files that a patch with this text changes.
func (p Patch) Touches(text string) []Touch {
	r := fileReporter{rec: &recorder{replay: -1}}
	r.diff(text, p.Strip, p.Reverse, place{dir: p.Dir, command: p.Command})
	return r.rec.line.Touches
}
