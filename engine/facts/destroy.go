package facts

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// maxDestroyed is the maximum number of files and folders of one command in the parameter destroys.
const maxDestroyed = 50

// A Destroyed is one file or folder that a command deletes, overwrites, empties or changes the permissions
// of, as in the parameter destroys.
type Destroyed struct {
	Path  string  `json:"path"`  // absolute and canonical, with wildcards; "" if it is not known
	File  string  `json:"file"`  // relative to the project, "." for the project itself; absolute outside of it
	Does  string  `json:"does"`  // deletes, overwrites, empties, permits, moves
	Base  string  `json:"base"`  // the last part of File
	Place string  `json:"place"` // see placeOf; empty for what is below a variable that may be empty
	Whole bool    `json:"whole"` // with everything in it
	Only  string  `json:"only"`  // the names to which find limits it, "" for all
	Some  bool    `json:"some"`  // find has other conditions
	Made  bool    `json:"made"`  // this session made it, or the folder that it is in
	Alone bool    `json:"alone"` // a whole repository that was there before the session, with commits that no remote has
	Glob  string  `json:"-"`     // the folder in which the shell expands a pattern that the line has, and finds no name that begins with a dot; "" if there is none
	Index string  `json:"-"`     // of git clean: which files it removes, as in Disk.Untracked
	Of    []Touch `json:"-"`     // of a copy: the files that it replaces, all below Path
	Onto  string  `json:"-"`     // of a move in a loop: the one path that every file is moved to, "?" if two may have the same, "" if it differs or overwrites nothing
}

// Destroys returns the files and folders that the n-th command of the line destroys by name. Whether an earlier call made them is
// left to the caller. started is the project in which the session began.
func (c *Call) Destroys(n int, started string) (list []Destroyed) {
	cmd := c.Commands[n]
	words := cmd.Command.Destroys()
	unknown := slices.ContainsFunc(words, func(d shell.Destroyed) bool { return d.Path == "" })
	if unknown && n > 0 && (slices.Contains(cmd.Wrappers, "xargs") || slices.Contains(cmd.Wrappers, "parallel")) { // find . -print0 | xargs -0 rm
		words = append(words, c.Commands[n-1].Finds(words[0].Does)...)
	}
	unknown = unknown || cmd.runsCode() || cmd.Name == "Remove-Item" && len(words) == 0
	// Of code: os.remove, shutil.rmtree; of a loop or fd: for d in a b; do rm -r $d; done; of a pipeline: Get-ChildItem *.a | Remove-Item.
	for _, t := range c.Line.Touches {
		if unknown && len(words) < maxDestroyed && t.Command == n && t.Kind == hook.Delete && (t.MaybeFolder || t.Glob || cmd.runsCode()) {
			words = append(words, shell.Destroyed{Path: t.Path, Does: cmd.takes(), Whole: t.MaybeFolder})
		}
	}
	if cmd.printsNothing() { // : > file, and > file alone
		for _, t := range c.Touches {
			if t.Command == n && t.Kind == hook.Write && t.OnDisk && t.Manner != "append" {
				words = append(words, shell.Destroyed{Path: t.Path, Does: "empties"})
			}
		}
	}
	words = append(append(words, emptied(c.Line, n)...), c.Line.Carried(n, words)...)
	onto := cmd.onto()
	switch {
	case onto == "?" && !deeds.SameNames(c.Line, n):
		onto = ""
	case onto != "" && onto != "?":
		onto = c.Project.Path(onto)
	}
	for _, word := range words {
		if len(list) == maxDestroyed {
			break
		}
		d := Destroyed{Path: c.Project.Path(word.Path), Does: word.Does, Whole: word.Whole, Only: word.Only, Some: word.Some, Onto: onto}
		projects := []string{c.Project.Root, c.Project.Dir}
		d.Place = placeOf(d.Path, started, projects)
		if base := path.Base(d.Path); strings.ContainsAny(base, "*?[") && base[0] != '.' && cmd.names(base) {
			d.Glob = path.Dir(d.Path)
		}
		// All that is in a folder is the folder, except for one of temporary files.
		if folder, ok := strings.CutSuffix(d.Path, "/*"); ok && d.Place != "temporary" {
			d.Path = path.Clean(folder + "/")
			d.Place = placeOf(d.Path, started, projects)
		}
		if d.Path != "" && d.Path == c.Project.Path(project.Home()) { // wherever it is
			d.Place = "home"
		}
		if (d.Only != "" || d.Some) && slices.Contains(temporary, d.Path) {
			d.Place = "temporary"
		}
		if d.File = project.File(started, d.Path); filepath.IsAbs(d.File) {
			d.File = c.Project.File(d.Path)
		}
		d.Base = path.Base(filepath.ToSlash(d.File))
		if cmd.MayBeEmpty(word, c.Event.Command) {
			d.Place = "empty"
		}
		d.Made = slices.ContainsFunc(c.folders, func(f folder) bool {
			return f.command >= 0 && f.command < n && d.Path != "" && project.Within(d.Path, f.path)
		})
		list = append(list, d)
	}
	if d := c.replaced(n); len(d.Of) > 0 {
		list = append(list, d)
	}
	return list
}

// replacers are the programs that put other files in the place of those that are there. One that keeps two folders alike is none, and
// neither is ln unless it is told to.
var replacers = []string{"cp", "mv", "install", "ln", "Copy-Item", "Move-Item"}

// replaced returns the files of the project that the n-th command puts others in the place of, unless the line looks first whether they are
// there. A build is copied again and again.
func (c *Call) replaced(n int) Destroyed {
	d := Destroyed{Does: "replaces", Place: "project"}
	cmd := c.Commands[n]
	o := deeds.OptionsOf(cmd.Command)
	if !slices.Contains(replacers, cmd.Name) || cmd.Looped || cmd.Rounds != nil || o.Has("n", "no-clobber", "i", "interactive", "b", "backup") ||
		cmd.Name == "ln" && !o.Has("f", "force") ||
		slices.ContainsFunc(c.Line.Touches, func(t shell.Touch) bool { return t.Command == n && len(t.Tests) > 0 }) {
		return d
	}
	for _, t := range c.Touches {
		if t.Command != n || t.Via == "tool" || t.Manner != "copy" || !t.OnDisk || !project.Within(t.Path, c.Project.Root) || c.Classes.Of(c.Project.File(filepath.Join(t.from, "x"))) == "generated" {
			continue
		}
		if d.Of = append(d.Of, t); d.Path == "" {
			d.Path = t.Path
		}
		for !project.Within(t.Path, d.Path) {
			d.Path = filepath.Dir(d.Path)
		}
	}
	d.File = c.Project.File(d.Path)
	return d
}

// runsCode reports whether a command runs code of which the touches of the line tell what it deletes: python -c, a script, or the program
// that go run and the like are given.
func (cmd *Command) runsCode() bool {
	return cmd.Interprets() || cmd.File != "" || shell.RunsScript(cmd.Name)
}

// names reports whether the last part of a word of the command is this one. What it is given by $(…) or xargs is not among its words.
func (cmd *Command) names(base string) bool {
	return slices.ContainsFunc(cmd.Args, func(word string) bool { return path.Base(word) == base })
}

// takes returns what the command does with a file that is not there afterwards.
func (cmd *Command) takes() string {
	if cmd.Name == "mv" {
		return "moves"
	}
	return "deletes"
}

// onto returns the path to which a loop or xargs moves one file after the other, "?" if it is computed, "" if it is not to be overwritten.
func (cmd *Command) onto() string {
	repeated := cmd.Looped || cmd.Rounds != nil || slices.Contains(cmd.Wrappers, "xargs")
	if cmd.Name != "mv" || !repeated || len(cmd.Args) < 2 {
		return ""
	}
	for _, word := range cmd.Args {
		if word == "-n" || word == "-i" || word == "-b" || word == "-t" || strings.HasPrefix(word, "--") {
			return ""
		}
	}
	target := cmd.Args[len(cmd.Args)-1]
	switch {
	case strings.HasSuffix(target, "/"):
		return ""
	case strings.Contains(target, "$?"):
		return "?"
	}
	return cmd.PathOf(target)
}

// emptied returns the files that the n-th command, or one that feeds it, reads although its output goes to them: the shell empties them
// before anything is read, as in sed s/a/b/ FILE > FILE.
func emptied(line shell.Line, n int) (list []shell.Destroyed) {
	for _, w := range line.Touches {
		if w.Command != n || w.Kind != hook.Write || !w.Unconditional || w.Glob || w.Manner == "append" {
			continue
		}
		reads := slices.ContainsFunc(line.Touches, func(r shell.Touch) bool {
			return r.Path == w.Path && hook.ReadOnly(r.Kind) && (r.Command == n || deeds.Feeds(line, r.Command, n))
		})
		if reads {
			list = append(list, shell.Destroyed{Path: w.Path, Does: "empties"})
		}
	}
	return list
}

// printsNothing reports whether the command has no output, so that a file which it is written to is emptied.
func (cmd *Command) printsNothing() bool {
	return cmd.Name == ":" || cmd.Name == "true" || cmd.Name == "cat" && slices.Equal(cmd.Args, []string{"/dev/null"})
}

// A place is a kind of folder, by globs of the paths in it.
type place struct {
	name  string
	globs []string
}

// places are those that are known by their paths. The first that matches counts.
var places = []place{
	{"root", []string{"/"}},
	{"system", []string{
		"/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/opt", "/proc", "/sbin", "/srv", "/sys", "/usr", "/var", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/local", "/usr/share", "/var/lib", "/var/log",
		"/System", "/Library", "/Applications", "[A-Za-z]:/", "[A-Za-z]:/Windows", "[A-Za-z]:/Program Files",
		"/[A-Za-z]:", "/[A-Za-z]:/Windows", "/[A-Za-z]:/Program Files", "/mnt/[a-z]", // a disk of Windows as another system names it
	}},
	{"homes", []string{"/home", "/Users", "[A-Za-z]:/Users", "/[A-Za-z]:/Users", "/mnt/[a-z]/Users", "/[a-z]/Users"}},
	{"home", []string{"/root", "/home/*", "/Users/*", "[A-Za-z]:/Users/*", "/[A-Za-z]:/Users/*", "/mnt/[a-z]/Users/*", "/[a-z]/Users/*"}},
	{"keys", []string{"/root/.ssh", "/home/*/.ssh", "/Users/*/.ssh", "/root/.gnupg", "/home/*/.gnupg", "/Users/*/.gnupg", "/root/.aws", "/home/*/.aws", "/Users/*/.aws", "/root/.kube", "/home/*/.kube", "/Users/*/.kube"}},
}

// Folders of temporary files, what is the history in a .git, and the names of files and folders that programs make again by themselves.
var (
	temporary = []string{"/tmp", "/private/tmp", "/var/tmp", "/dev/shm", "/var/folders", "/private/var/folders"}
	history   = " objects/ refs/ logs/ packed-refs/ " // what a .git has of commits, branches and their log
	Remade    = []string{".cache", "Caches", "node_modules", "__pycache__", "index.lock"}
)

// placeOf returns where a path is: root, system, homes, home or keys for one of these folders itself, history for the
// .git of the session's project and what git needs in it, repository for the rest of a .git, project for what
// is in a project of the call, temporary, cache, device, other, or unknown.
func placeOf(at, started string, projects []string) string {
	within := func(dir string) bool { return dir != "" && project.Within(at, dir) }
	if at == "" {
		return "unknown"
	}
	for _, p := range places {
		if slices.ContainsFunc(p.globs, func(glob string) bool { ok, _ := path.Match(glob, at); return ok }) {
			return p.name
		}
	}
	before, in, git := strings.Cut(filepath.ToSlash(at)+"/", "/.git/")
	switch {
	case git && (in == "" && before == started || strings.Contains(history, " "+strings.SplitAfter(in, "/")[0]+" ") && !strings.HasSuffix(in, ".lock/")):
		return "history"
	case git && in == "" && !within(started) && slices.ContainsFunc(temporary, within):
		return "temporary"
	case git && in != "index.lock/":
		return "repository"
	case within(started):
		return "project"
	case slices.ContainsFunc(temporary, func(dir string) bool { return at != dir && within(dir) }):
		return "temporary"
	case slices.ContainsFunc(projects, within):
		return "project"
	case within("/dev"):
		return "device"
	case within("/var/lib/apt/lists"):
		return "cache"
	}
	for part := range strings.SplitSeq(at, "/") {
		if slices.Contains(Remade, part) {
			return "cache"
		}
	}
	return "other"
}

// A folder is one that the call makes: the outermost that was not there.
type folder struct {
	path    string
	command int // that makes it, -1 for a tool
}

// maxFolders is the maximum number of folders of one call that are looked up.
const maxFolders = 50

// Folders returns the folders that a call is about to make: the outermost of each that was not there.
func (c *Call) Folders() (paths []string) {
	for _, f := range c.folders {
		paths = append(paths, f.path)
	}
	return paths
}

// findFolders finds the folders that a call is about to make, by its commands and for the files that it writes. At the
// end of a call whose beginning is known they are there, and none is found.
func (c *Call) findFolders(disk Disk) {
	asked := map[string]bool{c.Project.Root: true, c.Project.Dir: true}
	add := func(dir string, command int) {
		if asked[dir] || len(asked) > maxFolders {
			return
		}
		asked[dir] = true
		if made := disk.New(c, dir); made != "" {
			c.folders = append(c.folders, folder{made, command})
		}
	}
	for i, cmd := range c.Commands {
		for _, dir := range cmd.Folders() {
			add(c.Project.Path(dir), i)
		}
	}
	for _, t := range c.Touches {
		if t.Kind != hook.Write {
			continue
		}
		command := t.Command
		if t.Via == "tool" {
			command = -1
		}
		add(filepath.Dir(t.Path), command)
	}
}
