// Package bundle loads the files of facts.d, rules.d and queries.d and decodes and validates
// their headers.
//
// file.go defines a file, load.go where files come from, header.go the keys of a header (a new key is
// one field and one table row there), file_set.go which of several files of a name counts, index.go how a hook avoids reading hundreds of files, and encode.go
// how an index has their headers. lex.go finds the tokens of a statement.
package bundle

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"witness/engine/regular"
)

// The kinds of files. A kind with ".d" is the name of its folder.
const (
	Facts   = "facts"
	Rules   = "rules"
	Queries = "queries"
)

// A Source is a place that files come from, with a folder for each kind.
type Source struct {
	Origin string // embedded, policy, user or project
	FS     fs.FS
	Dir    string // prefix of a file's name in messages
	// Shared marks folders that may hold the SQL of other programs. There, a file without a
	// header is skipped instead of being a mistake.
	Shared bool
	// Accepted is what a person has accepted of a project's files, nil if all of them are trusted.
	Accepted *Accepted
	// Tables are the rules in a configuration file of this origin.
	Tables []Table
	// Own has witness's own files, among which the rules are that an instance may be like.
	Own fs.FS
}

// own returns witness's own files.
func (s Source) own() fs.FS {
	if s.Origin == "embedded" {
		return s.FS
	}
	return s.Own
}

// Files returns a source's files of one kind, sorted by name.
func (s Source) Files(kind string) []*File { return (Loader{Sources: []Source{s}}).Load(kind) }

// Has reports whether a source has a file that may be of this kind.
func (s Source) Has(kind string) bool {
	if s.FS == nil {
		return kind == Rules && len(s.Tables) > 0
	}
	entries, _ := fs.ReadDir(s.FS, kind+".d") // if there is no such folder, it has none
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { _, ok := fileName(kind, e); return ok }) ||
		s.Accepted != nil && len(s.Accepted.StandingIn(path.Join(s.Dir, kind+".d"))) > 0
}

// All wants every file.
func All(*Header) bool { return true }

// A Loader reads the files of all sources.
type Loader struct {
	Sources []Source // lowest layer first
	// Locked reports whether a file of this origin must not replace one of a lower layer that has, or had, one of
	// these names; nil locks nothing.
	Locked func(names []string, origin string) bool
	// Aside reports whether a file is set aside: then it is not in the list, and replaces none; nil sets
	// none aside.
	Aside func(f *File) bool
	// Off reports whether a rule in the folder of a pack is off, so that it is not read, from its names and its pack
	// alone; nil leaves none out.
	Off func(rule *File) bool
	// Index returns the index of a folder of files of a kind, or is nil: then every file is read. version identifies what the
	// index depends on besides the files; a folder that has none is not asked for it.
	Index func(kind, dir string, version func() string) *Index
	// Wants reports whether the call concerns files with a selection: of witness's own the others are not read, and the
	// headers of these come from the index. nil reads all and decodes their TOML.
	Wants func(selection *Header) bool
	// Withheld is told what is not in force for lack of trust; nil if nobody wants to know.
	Withheld func(Withheld)

	only string // the name of the only file to load, "" for all
}

// Load reads all files of a kind, sorted by name. A file replaces the one of the same name in a
// lower layer unless that is locked. A file that cannot be read is in the list with its Err.
func (l Loader) Load(kind string) []*File {
	set := &fileSet{kind: kind, loader: l, at: map[string]int{}, was: map[string][]string{}}
	for i, source := range l.Sources {
		for _, folder := range l.folders(source, kind) {
			set.add(source, folder, i == len(l.Sources)-1)
			folder.index.close()
		}
		if kind == Rules && l.only == "" { // an instance is like a file
			set.addTables(source)
		}
	}
	if kind != Rules {
		set.withholdUntrusted()
	}
	slices.SortStableFunc(set.files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	for i, f := range set.files {
		set.at[f.Name] = i // an instance may look for the rule that it is like later on
	}
	return set.files
}

// folders lists a source's folder of one kind. In that of witness's own rules each pack has a folder of its name: so a
// hook need not read a rule to know that it is off.
func (l Loader) folders(source Source, kind string) (list []folderEntries) {
	var f folderEntries
	if source.FS == nil {
		return nil
	}
	if dir, ok := source.FS.(interface{ Folder() Dir }); ok && l.Index != nil {
		f.index = l.Index(kind, filepath.Join(string(dir.Folder()), kind+".d"), source.indexVersion)
		f.entries, f.err = f.index.entries, f.index.err
		return []folderEntries{f}
	}
	if source.Origin == "embedded" && l.Wants != nil {
		f.index = ownIndex(source.FS, kind, l.Wants)
	}
	f.entries, f.err = fs.ReadDir(source.FS, kind+".d")
	list = append(list, f)
	for _, e := range f.entries {
		if source.Origin == "embedded" && e.IsDir() {
			pack := folderEntries{pack: e.Name(), index: f.index}
			pack.entries, pack.err = fs.ReadDir(source.FS, path.Join(kind+".d", pack.pack))
			list = append(list, pack)
		}
	}
	return list
}

// folderEntries is a listed folder.
type folderEntries struct {
	entries []fs.DirEntry
	pack    string // whose rules are in it, "" for any other folder
	err     error
	index   *Index // nil if the folder has none
}

// readFile reads a regular file of bounded size, as Dir does, from any file system. shown is its path
// in messages.
func readFile(fsys fs.FS, name, shown string, entry fs.DirEntry) (string, error) {
	if !entry.Type().IsRegular() {
		return "", &FileError{shown, 0, regular.ErrIrregular}
	}
	text, err := ReadText(fsys, name)
	if errors.Is(err, regular.ErrIrregular) || errors.Is(err, regular.LimitError(MaxFileSize)) {
		err = &FileError{shown, 0, err}
	}
	return strings.TrimPrefix(text, "\ufeff"), err // some editors write a byte order mark
}

// ReadText returns a file as a string.
func ReadText(fsys fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(fsys, name)
	// Nothing else has the bytes, and copying them would cost a hook a quarter of a megabyte.
	return unsafe.String(unsafe.SliceData(text), len(text)), err
}
