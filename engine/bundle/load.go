// Package bundle loads the .sql files of facts.d, rules.d and queries.d and decodes and validates
// their headers.
//
// file.go defines a file, load.go where files come from, header.go the keys of a header (a new key is
// one field and one table row there), and index.go how a hook avoids reading hundreds of files. lex.go
// finds the words of a statement without parsing it.
package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"witness/engine/hook"
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
}

// Names returns the names of a source's files of one kind, sorted.
func (s Source) Names(kind string) []string {
	var names []string
	for _, f := range (Loader{Sources: []Source{s}}).Load(kind) {
		names = append(names, f.Name)
	}
	return names
}

// A Loader reads the files of all sources.
type Loader struct {
	Sources []Source // lowest layer first
	// Locked reports whether a file of this name and origin must not replace one of a lower
	// layer; nil locks nothing.
	Locked func(name, origin string) bool
	// Aside reports whether a file is set aside: then it is not in the list, and replaces none; nil sets
	// none aside.
	Aside func(f *File) bool
	// Off reports whether a rule in the folder of a pack is off, so that it is not read; nil leaves none out.
	Off func(rule, pack string) bool
	// Index returns the index of a folder, or is nil: then every file is read. accepted is the version of
	// what was accepted of its files, on which the text in force depends.
	Index func(dir, accepted string) *Index
	// Withheld is told what is not in force for lack of trust; nil if nobody wants to know.
	Withheld func(Withheld)
}

// Load reads all files of a kind, sorted by name. A file replaces the one of the same name in a
// lower layer unless that is locked. A file that cannot be read is in the list with its Err.
func (l Loader) Load(kind string) []*File {
	set := fileSet{kind: kind, locked: l.Locked, aside: l.Aside, off: l.Off, withheld: l.Withheld, at: map[string]int{}}
	for i, source := range l.Sources {
		set.add(source, l.entries(source, kind), i == len(l.Sources)-1)
	}
	if kind != Rules {
		set.withholdUntrusted()
	}
	slices.SortStableFunc(set.files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	return set.files
}

// entries lists a source's folder of one kind.
func (l Loader) entries(source Source, kind string) (list folderEntries) {
	dir, ok := source.FS.(Dir)
	switch {
	case source.Origin == "embedded":
		return packedEntries(source.FS, kind+".d")
	case l.Index == nil || !ok:
		list.entries, list.err = fs.ReadDir(source.FS, kind+".d")
		return list
	}
	list.index = l.Index(filepath.Join(string(dir), kind+".d"), source.Accepted.Version())
	list.entries, list.err = list.index.entries, list.index.err
	return list
}

// packedEntries lists a folder of witness's own files, in which those of a pack have a folder of its name: so a
// hook need not read them to know that they are off.
func packedEntries(fsys fs.FS, dir string) (list folderEntries) {
	list.packs = map[string]string{}
	entries, err := fs.ReadDir(fsys, dir)
	list.err = err
	for _, e := range entries {
		if !e.IsDir() {
			list.entries = append(list.entries, e)
			continue
		}
		packed, err := fs.ReadDir(fsys, path.Join(dir, e.Name()))
		list.err = errors.Join(list.err, err)
		for _, f := range packed {
			list.packs[f.Name()] = e.Name()
		}
		list.entries = append(list.entries, packed...)
	}
	return list
}

// folderEntries is a listed folder.
type folderEntries struct {
	entries []fs.DirEntry
	packs   map[string]string // the folders of packs, by the names of the files in them
	err     error
	index   *Index // nil if the folder has none
}

// A fileSet collects the files of one kind, layer by layer.
type fileSet struct {
	kind     string
	locked   func(name, origin string) bool
	aside    func(f *File) bool
	off      func(rule, pack string) bool
	withheld func(Withheld)
	files    []*File
	at       map[string]int // index in files by name; skipped for a file that was not read
	// unaccepted counts the files of the project of which nobody has accepted any form.
	unaccepted int
}

// skipped is the index of a file that is left out because the call does not concern it, or because its pack
// is off.
const skipped = -1

// add adds the files of one source. A folder with too many files, or files that are too large together, is
// refused whole: which of them would be read would be a matter of their names.
func (s *fileSet) add(source Source, list folderEntries, last bool) {
	s.addDeleted(source, func(name string) bool {
		return list.err == nil && slices.ContainsFunc(list.entries, func(e fs.DirEntry) bool { return e.Name() == name })
	})
	if list.err != nil {
		return // there is no such folder
	}
	dir := s.kind + ".d"
	refuse := func(err error) {
		// What was accepted stays in force, or adding files would take it out of force.
		s.addDeleted(source, func(name string) bool {
			return !slices.ContainsFunc(list.entries, func(e fs.DirEntry) bool { return e.Name() == name })
		})
		shown := path.Join(source.Dir, dir)
		s.files = append(s.files, &File{Kind: s.kind, Name: "(" + shown + ")", Origin: source.Origin, Path: shown, Err: &FileError{shown, 0, err}})
	}
	found, err := s.candidates(source, list)
	if err != nil {
		refuse(err)
		return
	}
	var files []*File
	entries, unaccepted := 0, s.unaccepted
	_, most := bounds(s.kind)
	tooMany := func(base string) bool { // with one more file
		if source.Accepted == nil || source.Accepted.Knows(path.Join(source.Dir, dir, base)) {
			return false
		}
		if unaccepted++; unaccepted > most {
			refuse(fmt.Errorf("more than %d files that nobody has accepted: none of the folder is read until a person runs `witness trust`", most))
		}
		return unaccepted > most
	}
	for _, c := range found {
		base := c.name + ".sql"
		_, seen := s.at[c.name]
		if !seen && c.skip {
			if !c.foreign && tooMany(base) {
				return
			}
			if !last { // a higher layer may try to replace it, and it may be locked
				s.at[c.name] = skipped
			}
			continue
		}
		pack := list.packs[base]
		if pack != "" && s.off != nil && s.off(c.name, pack) {
			s.at[c.name] = skipped
			continue
		}
		name := path.Join(dir, pack, base)
		f := &File{Kind: s.kind, Name: c.name, Origin: source.Origin, Path: path.Join(source.Dir, name)}
		f.Text, f.Err = readFile(source.FS, name, f.Path, c.entry)
		changed := source.judge(f)
		foreign := source.Shared && f.Err == nil && !HasHeader(f.Text)
		if err := CheckName(c.name); err != nil && !seen && source.Origin != "embedded" && !foreign {
			f.Name, f.Path = hook.Sanitize(c.name), hook.Sanitize(f.Path)
			f.Err = &FileError{f.Path, 0, err}
		}
		list.index.note(base, c.indexState, f, foreign)
		if foreign {
			continue
		}
		if i, replaces := s.at[c.name]; !(replaces && i != skipped && s.files[i].Text == f.Text) && tooMany(base) {
			return // one that is the same as the file that it replaces changes nothing
		}
		if changed {
			s.withhold(f, "this file was changed: the accepted form stays in force")
		}
		files = append(files, f)
		if source.Origin != "embedded" && (list.index == nil || !list.index.large) {
			if entries += f.unusualEntries(); entries > maxFolderEntries {
				refuse(fmt.Errorf("headers of more than %d keys and values together: none of the files is read", maxFolderEntries))
				return
			}
		}
	}
	s.unaccepted = unaccepted
	for _, f := range files {
		s.put(f)
	}
}

// put adds one file, or replaces the one of the same name in a lower layer.
func (s *fileSet) put(f *File) {
	if s.aside != nil && s.aside(f) {
		return
	}
	i, seen := s.at[f.Name]
	switch {
	case seen && s.locked != nil && s.locked(f.Name, f.Origin):
		f.Err = &FileError{f.Path, 0, errors.New("rule " + f.Name + " is locked: this file is ignored")}
		if s.kind == Facts {
			f.Err = &FileError{f.Path, 0, errors.New("while rules are locked, no reader can be replaced: this file is ignored")}
		}
		f.Name += " (ignored)"
		s.files = append(s.files, f)
	case seen && f.Trust == Untrusted:
		what := "witness's or the user's"
		if i != skipped {
			what = s.files[i].Path
		}
		s.withhold(f, "this file would replace "+what+": it is not asked")
	case seen && f.Trust == Restored && s.kind == Rules:
		s.files = append(s.files, f) // both: which of them is stricter is not known
	case seen && i != skipped:
		f.Replaces, f.ReplacesOrigin = s.files[i].Path, s.files[i].Origin
		s.files[i] = f
	default:
		s.at[f.Name] = len(s.files)
		s.files = append(s.files, f)
	}
}

// readFile reads a regular file of bounded size, as Dir does, from any file system. shown is its path
// in messages.
func readFile(fsys fs.FS, name, shown string, entry fs.DirEntry) (string, error) {
	if !entry.Type().IsRegular() {
		return "", &FileError{shown, 0, errIrregular}
	}
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, errIrregular) || errors.Is(err, errTooLarge) {
		err = &FileError{shown, 0, err}
	}
	// Nothing else has the bytes, and copying them would cost a hook a quarter of a megabyte.
	return strings.TrimPrefix(unsafe.String(unsafe.SliceData(text), len(text)), "\ufeff"), err // some editors write a byte order mark
}
