package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"
)

// The folders of the brain, and with it the kinds of files.
const (
	Facts   = "facts"
	Rules   = "rules"
	Queries = "queries"
)

// A Source is where files of the brain come from, lowest layer first: what is embedded
// in the program, the user's folder, the project's.
type Source struct {
	Origin string // embedded, user or project
	FS     fs.FS
	Dir    string // what stands before a file's name in messages
	// Strangers tells that the folder may hold SQL of other programs: a file without
	// a header is not witness's, and not a mistake.
	Strangers bool
}

// sources are the layers for a project, "" for none.
func sources(embedded fs.FS, root string) []Source {
	list := []Source{{Origin: "embedded", FS: embedded}}
	if dir := userConfigDir(); dir != "" {
		list = append(list, Source{Origin: "user", FS: folder(dir), Dir: dir})
	}
	if root != "" {
		dir := filepath.Join(root, ".witness")
		list = append(list,
			Source{Origin: "project", FS: folder(root), Strangers: true},
			Source{Origin: "project", FS: folder(dir), Dir: ".witness"})
	}
	return list
}

// Sources are the layers for the project around dir, lowest first: what is embedded in the
// program, the user's folder, the project's root and its .witness folder.
func Sources(embedded fs.FS, dir string) []Source { return sources(embedded, placeOf(dir, "").Root) }

// Names are the names of a source's files of one kind, sorted; those of a stranger are not
// among them.
func (s Source) Names(kind string) []string {
	var names []string
	for _, f := range load([]Source{s}, kind, nil) {
		names = append(names, f.Name)
	}
	return names
}

// userConfigDir is where a user keeps configuration and rules: $XDG_CONFIG_HOME/witness
// or ~/.config/witness; "" if there is no home.
func userConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "witness")
	}
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return ""
	}
	return filepath.Join(home, ".config", "witness")
}

const (
	maxFiles    = 10_000    // files of one kind in one folder that are looked at
	maxFileSize = 256 << 10 // bytes of one file
)

// load reads all files of a kind. The same name replaces a lower layer's, unless locked
// says that it must not. A file that cannot be read or whose header is wrong is in the
// list with its Err.
func load(layers []Source, kind string, locked func(name, origin string) bool) []*Script {
	return loadKnown(layers, kind, locked, nil)
}

// loadKnown is load for a hook, which need not read the files whose headers are known: see
// headers.
func loadKnown(layers []Source, kind string, locked func(name, origin string) bool, look func(dir string) *headers) []*Script {
	var files []*Script
	at := map[string]int{}
	for l, layer := range layers {
		dir := kind + ".d"
		var list *headers
		var entries []fs.DirEntry
		var err error
		if place, ok := layer.FS.(folder); ok && look != nil {
			list = look(filepath.Join(string(place), dir))
			entries, err = list.entries, list.err
		} else {
			entries, err = fs.ReadDir(layer.FS, dir)
		}
		if err != nil {
			continue // no such folder: nothing to add
		}
		if len(entries) > maxFiles {
			shown := path.Join(layer.Dir, dir)
			files = append(files, &Script{
				Kind: kind, Name: "(too many files)", Origin: layer.Origin, Path: shown,
				Err: &FileError{shown, 0, fmt.Errorf("%d files, of which the first %d are read", len(entries), maxFiles)},
			})
		}
		for n, entry := range entries[:min(len(entries), maxFiles)] {
			name, ok := strings.CutSuffix(entry.Name(), ".sql")
			if !ok || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
				continue
			}
			i, known := at[name]
			if list.unwanted(n) && !known {
				if l < len(layers)-1 { // it may be locked against the layers above
					at[name] = unwanted
				}
				continue
			}
			f := &Script{Kind: kind, Name: name, Origin: layer.Origin, Path: path.Join(layer.Dir, dir, entry.Name())}
			f.Text, f.Err = readFile(layer.FS, path.Join(dir, entry.Name()), f.Path, entry)
			list.note(f, layer.Strangers)
			if layer.Strangers && f.Err == nil && !hasHeader(f.Text) {
				continue
			}
			if known && locked != nil && locked(name, layer.Origin) {
				f.Err = &FileError{f.Path, 0, errors.New("rule " + name + " is locked: this file is ignored")}
				if kind == Facts {
					f.Err = &FileError{f.Path, 0, errors.New("while rules are locked no reader is replaced: this file is ignored")}
				}
				f.Name += " (ignored)"
				files = append(files, f)
				continue
			}
			if known && i != unwanted {
				f.Replaces, f.ReplacesOrigin = files[i].Path, files[i].Origin
				files[i] = f
				continue
			}
			at[name] = len(files)
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b *Script) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// unwanted stands for the place of a file that no call of the hook's concerns.
const unwanted = -1

// readFile reads a regular file of bounded size. A link, a device or a pipe in a rules
// folder is refused: a cloned repository must not make witness read elsewhere or wait.
func readFile(fsys fs.FS, name, shown string, entry fs.DirEntry) (string, error) {
	if !entry.Type().IsRegular() {
		return "", &FileError{shown, 0, errIrregular}
	}
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, errIrregular) || errors.Is(err, errTooLarge) {
		err = &FileError{shown, 0, err}
	}
	// Nobody else holds the bytes, and a hook reads a quarter of a megabyte here.
	return strings.TrimPrefix(unsafe.String(unsafe.SliceData(text), len(text)), "\ufeff"), err // some editors mark a file as UTF-8
}
