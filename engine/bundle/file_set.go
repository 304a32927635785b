package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"witness/engine/hook"
)

// A fileSet collects the files of one kind, layer by layer.
type fileSet struct {
	kind   string
	loader Loader
	files  []*File
	at     map[string]int      // index in files by name; skipped for a file that was not read
	was    map[string][]string // the earlier names of rules that were not read
	shapes map[string]*File    // rules that instances are like and that were not read otherwise
	probe  File                // reused: the rule that Loader.Off is asked about
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
			refuse(errUnaccepted(most))
		}
		return unaccepted > most
	}
	for _, c := range found {
		base := c.entry.Name()
		_, seen := s.at[c.name]
		if !seen && c.skip {
			if !c.foreign && tooMany(base) {
				return
			}
			if !last { // a higher layer may try to replace it, and it may be locked
				s.at[c.name] = skipped
				if c.was != nil {
					s.was[c.name] = c.was
				}
			}
			continue
		}
		name := path.Join(dir, list.pack, base)
		f := &File{Kind: s.kind, Name: c.name, Origin: source.Origin, Path: path.Join(source.Dir, name), encoded: list.index.header(base, c.indexState), own: source.own(), find: s.shape(source)}
		f.Text, f.Err = readFile(source.FS, name, f.Path, c.entry)
		changed := source.judge(f)
		foreign := source.Shared && f.Err == nil && !HasHeader(f.Path, f.Text)
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
		if source.Origin != "embedded" && list.index != nil && !list.index.large { // a hook decodes them at each call
			if entries += f.entries(); entries > maxFolderEntries {
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
	if s.loader.Aside != nil && s.loader.Aside(f) {
		return
	}
	i, seen := s.at[f.Name]
	var was []string // the earlier names of what it would replace
	if seen && s.kind == Rules {
		was = s.earlierNames(f.Name, i)
	}
	switch {
	case seen && s.loader.Locked != nil && s.loader.Locked(append([]string{f.Name}, was...), f.Origin):
		f.Err = &FileError{f.Path, 0, errors.New("rule " + f.Name + " is locked: this file is ignored")}
		if s.kind == Facts {
			f.Err = &FileError{f.Path, 0, errors.New("while rules are locked, no reader can be replaced: this file is ignored")}
		}
		f.Name += " (ignored)"
		s.files = append(s.files, f)
	case seen && f.Trust == Untrusted && i != skipped && f.Text != "" && f.Text == s.files[i].Text:
		// A copy of the file says the same as the file: nothing is withheld.
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
		f.alsoWas(was)
	default:
		s.at[f.Name] = len(s.files)
		s.files = append(s.files, f)
		f.alsoWas(was)
	}
}

// earlierNames returns the names that a rule in the set had before.
func (s *fileSet) earlierNames(name string, i int) []string {
	if i == skipped {
		return s.was[name]
	}
	if s.files[i].Parse() != nil {
		return nil
	}
	return s.files[i].Was
}

// alsoWas adds the earlier names of the rule that the file replaces: what was said of them was said of its name.
func (f *File) alsoWas(names []string) {
	if len(names) == 0 || f.Parse() != nil {
		return
	}
	for _, name := range names {
		if !f.Had(name) {
			f.Was = append(f.Was, name)
		}
	}
}

// shape returns the function that finds, for the files of a source, a rule that one of them is like: as it is in force there.
func (s *fileSet) shape(source Source) func(name string) *File {
	if s.kind != Rules {
		return nil
	}
	return func(name string) *File {
		if i, seen := s.at[name]; seen && i != skipped {
			return s.files[i]
		}
		if f, known := s.shapes[name]; known {
			return f
		}
		l := Loader{Sources: s.loader.Sources, Locked: s.loader.Locked, only: name}
		if len(l.Sources) == 0 || l.Sources[0].Origin != "embedded" && source.Own != nil {
			l.Sources = append([]Source{{Origin: "embedded", FS: source.Own}}, l.Sources...)
		}
		if s.shapes == nil {
			s.shapes = map[string]*File{}
		}
		s.shapes[name] = nil // it is not like itself
		for _, f := range l.Load(Rules) {
			if f.Name == name {
				s.shapes[name] = f
			}
		}
		return s.shapes[name]
	}
}
