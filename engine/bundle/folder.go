package bundle

import (
	"fmt"
	"io/fs"
	"strings"
)

// Bounds on the folders of rules, readers and questions, which are not those of witness itself.
const (
	// maxRules and maxOthers are the maximum numbers of rules, and of readers or questions, in one folder.
	// A hook takes the fingerprint of each rule, and reads all readers.
	maxRules  = 500
	maxOthers = 100
	// maxUnacceptedRules and maxUnacceptedOthers are the maximum numbers of files of a project that nobody has
	// accepted. Each rule may apply to each call, and asking it costs a hook as much as the fingerprints of twenty;
	// each reader may claim each command, and its header is decoded to find out.
	maxUnacceptedRules  = 64
	maxUnacceptedOthers = 20
	// maxListed is the maximum number of all the files of one folder.
	maxListed = 1000
	// maxFolderEntries bounds the keys and values of all headers of one folder that are not in the usual
	// form and are decoded by each hook.
	maxFolderEntries = 2 * MaxEntries
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
	name  string // without .sql
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
	most, _ := bounds(s.kind)
	for _, entry := range list.entries {
		name, ok := strings.CutSuffix(entry.Name(), ".sql")
		if !ok || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			continue
		}
		c := candidate{name, entry, list.index.lookup(entry)}
		if c.fingerprint == "" && source.Origin != "embedded" {
			if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= MaxFileSize {
				c.size = info.Size()
			}
		}
		found, total = append(found, c), total+c.size
	}
	switch {
	case source.Origin == "embedded":
	case len(found) > most:
		return nil, fmt.Errorf("%d files, and at most %d may be there: none of them is read", len(found), most)
	case total > maxFolderSize:
		return nil, fmt.Errorf("%d kB of files, and at most %d kB may be there: none of them is read", total>>10, maxFolderSize>>10)
	}
	return found, nil
}
