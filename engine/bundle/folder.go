package bundle

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/regular"
)

// Bounds on the folders of rules, readers and questions, which are not those of witness itself.
const (
	// maxRules and maxOthers are the maximum numbers of rules, and of readers or questions, in one folder.
	// A hook takes the fingerprint of each rule, and reads all readers.
	maxRules  = 500
	maxOthers = 150
	// maxUnacceptedRules and maxUnacceptedOthers are the maximum numbers of files of a project that nobody has
	// accepted. Each rule may apply to each call, and asking it costs a hook as much as the fingerprints of twenty;
	// each reader may claim each command, and its header is decoded to find out.
	maxUnacceptedRules  = 64
	maxUnacceptedOthers = 20
	// maxListed is the maximum number of all the files of one folder.
	maxListed = 1000
	// maxFolderEntries bounds the keys and values of all headers of one folder that are decoded by each hook.
	maxFolderEntries = 2000
	// MaxFileSize bounds the size of a file, and maxFolderSize that of all files of one kind in one
	// folder, in bytes.
	MaxFileSize   = 256 << 10
	maxFolderSize = 1 << 20
)

// bounds returns how many files of a kind one folder may hold, and how many of a project nobody needs to have accepted.
func bounds(kind string) (files, unaccepted int) {
	if kind == Rules {
		return maxRules, maxUnacceptedRules
	}
	return maxOthers, maxUnacceptedOthers
}

// A candidate is a file of a folder that may have to be read.
type candidate struct {
	name  string // without its extension
	entry fs.DirEntry
	indexState
}

// candidates returns the files of a folder, or why none of them is read.
func (s *fileSet) candidates(source Source, list folderEntries) (found []candidate, err error) {
	if len(list.entries) > maxListed {
		return nil, fmt.Errorf("more than %d files: none of them is read", maxListed)
	}
	total := int64(0)
	found = make([]candidate, 0, len(list.entries))
	most, unaccepted := bounds(s.kind)
	if len(list.entries) > most && source.Origin != "embedded" {
		n := 0
		for _, entry := range list.entries {
			if _, ok := fileName(s.kind, entry); ok {
				n++
			}
		}
		if n > most {
			return nil, fmt.Errorf("%d files, and at most %d may be there: none of them is read until there are fewer", n, most)
		}
	}
	if s.unaccepted+len(list.entries) > unaccepted && s.unaccepted+s.additions(source, list) > unaccepted {
		return nil, errUnaccepted(unaccepted) // before a fingerprint is taken of each
	}
	for _, entry := range list.entries {
		name, ok := fileName(s.kind, entry)
		if !ok || s.loader.only != "" && name != s.loader.only {
			continue
		}
		indexed := path.Join(list.pack, entry.Name())
		if list.pack != "" && s.loader.Off != nil {
			s.probe.Name, s.probe.Pack, s.probe.Was = name, list.pack, list.index.was(indexed)
			if s.loader.Off(&s.probe) {
				s.at[name] = skipped
				continue
			}
		}
		c := candidate{name, entry, list.index.lookup(indexed, entry)}
		if c.fingerprint == "" && source.Origin != "embedded" {
			if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= MaxFileSize {
				c.size = info.Size()
			}
		}
		found, total = append(found, c), total+c.size
	}
	switch {
	case source.Origin == "embedded":
	case total > maxFolderSize:
		return nil, fmt.Errorf("%d kB of files, and at most %d kB may be there: none of them is read", total>>10, maxFolderSize>>10)
	}
	return found, nil
}

// additions returns how many files of a folder nobody has accepted that replace none, by their names. Where the SQL of other
// programs may be, the names do not tell.
func (s *fileSet) additions(source Source, list folderEntries) (n int) {
	if source.Accepted == nil || source.Shared {
		return 0
	}
	for _, entry := range list.entries {
		name, ok := fileName(s.kind, entry)
		if _, replaces := s.at[name]; ok && !replaces && !source.Accepted.Knows(path.Join(source.Dir, s.kind+".d", entry.Name())) {
			n++
		}
	}
	return n
}

// fileName returns the name of a file of a kind, and false for any other file.
func fileName(kind string, entry fs.DirEntry) (name string, ok bool) {
	ext := path.Ext(entry.Name())
	name = strings.TrimSuffix(entry.Name(), ext)
	return name, slices.Contains(Extensions(kind), ext) && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".")
}

// Extensions returns those of the files of a kind. A reader is a .toml file; the .sql files of users are read for one release
// more.
func Extensions(kind string) []string {
	if kind == Facts {
		return []string{".toml", ".sql"}
	}
	return []string{".sql"}
}

// Belongs reports whether a path is that of a rule, a reader or a question, by its folder and its extension.
func Belongs(name string) bool {
	kind, ok := strings.CutSuffix(path.Base(path.Dir(name)), ".d")
	return ok && slices.Contains([]string{Facts, Rules, Queries}, kind) && slices.Contains(Extensions(kind), path.Ext(name))
}

// errUnaccepted is the error for a folder with more than most files that nobody has accepted.
func errUnaccepted(most int) error {
	return fmt.Errorf("more than %d files that nobody has accepted: none of the folder is read until a person runs `witness trust`", most)
}

// A Dir is the path of a folder, as a file system that reads only regular files of bounded size. A link, a device or a pipe in a cloned
// repository must not make witness read another file, or wait.
type Dir string

// Folder returns the folder itself, also that of a file system that embeds it.
func (d Dir) Folder() Dir { return d }

// Open opens a file or a directory.
func (d Dir) Open(name string) (fs.File, error) { return os.DirFS(string(d)).Open(name) }

// ReadDir lists a directory, sorted by name, as listDir does. It does not wait for a pipe.
func (d Dir) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := regular.OpenDir(filepath.Join(string(d), filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return listDir(dir)
}

// ReadFile reads a regular file of at most MaxFileSize bytes.
func (d Dir) ReadFile(name string) ([]byte, error) {
	return regular.ReadNoFollow(filepath.Join(string(d), filepath.FromSlash(name)), MaxFileSize)
}

// listDir lists an open folder, sorted by name. It reads at most one file more than maxListed, which tells that there are too many.
func listDir(dir *os.File) ([]fs.DirEntry, error) {
	entries, err := dir.ReadDir(maxListed + 1)
	if err == io.EOF {
		err = nil // the folder is empty
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
