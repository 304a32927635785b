package bundle

import (
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Index holds what the headers of one large folder of rules select, so that a hook reads only
// the files that its call may concern. It is pure text in and text out: the caller stores it.
//
// An entry is valid while the file's fingerprint is what it was before the file was read. A file
// that was changed less than settleTime ago gets no entry: it could be changed again without its
// fingerprint changing. A file that is not skipped is read, so a missing entry costs time only.
type Index struct {
	Dir string

	entries []fs.DirEntry
	err     error
	large   bool                         // the folder has enough files to be indexed
	wants   func(selection *Header) bool // reports whether the call concerns files with this selection
	wanted  map[string]bool              // results of wants by selection, of which many files share one
	now     time.Time

	lines   map[string]string // by file name: fingerprint, tab, selection; as it was stored
	next    strings.Builder   // the lines to be stored
	changed bool
}

const (
	// minIndexed is the number of files from which on a folder is indexed.
	MinIndexed = 20
	// settleTime is longer than the step of any file system's clock.
	settleTime = 2 * time.Second
)

// OpenIndex lists a folder. stored returns what Text returned for it last, "" for nothing; wants
// decides by the selection of a header, at time now, whether a file has to be read.
func OpenIndex(dir string, stored func() string, wants func(selection *Header) bool, now time.Time) *Index {
	ix := &Index{Dir: dir, wants: wants, wanted: map[string]bool{}, now: now}
	if ix.entries, ix.err = listDir(dir); len(ix.entries) < MinIndexed {
		return ix
	}
	ix.large = true
	version, text, _ := strings.Cut(stored(), "\n")
	if ix.changed = version != indexVersion(); ix.changed {
		text = ""
	}
	ix.lines = make(map[string]string, len(ix.entries))
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		ix.lines[name] = rest
	}
	ix.next.Grow(len(text))
	ix.next.WriteString(indexVersion() + "\n")
	return ix
}

// indexVersion identifies the header keys that this version of witness understands: the entries
// of another version may lack what this one needs.
func indexVersion() string {
	sum := fnv.New64a() // needs no table
	for _, k := range HeaderKeys {
		_, _ = io.WriteString(sum, k.Name+" "+k.Kinds+" "+strings.Join(k.Allowed, " ")+"\n")
	}
	return "2 " + strconv.FormatUint(sum.Sum64(), 36)
}

// An indexState is what the index knows of one file.
type indexState struct {
	fingerprint string    // "" if it is no regular file, or this system's times can be forged
	changed     time.Time // last change of the file's content or metadata
	known       bool      // there is a valid entry
	skip        bool      // the file need not be read for the call
}

// lookup returns what is known of a file. It takes the fingerprint before the file is read.
func (ix *Index) lookup(entry fs.DirEntry) (s indexState) {
	if ix == nil || !ix.large {
		return s
	}
	s.fingerprint, s.changed = fingerprint(ix.Dir + string(os.PathSeparator) + entry.Name())
	line, ok := ix.lines[entry.Name()]
	stored, selection, _ := strings.Cut(line, "\t")
	if !ok || s.fingerprint == "" || s.fingerprint != stored {
		return s
	}
	s.known = true
	delete(ix.lines, entry.Name()) // the entries left in the end are stale
	ix.next.WriteString(entry.Name() + "\t" + line + "\n")
	if selection == foreignFile {
		s.skip = true
		return s
	}
	wanted, ok := ix.wanted[selection]
	if !ok {
		h := decodeSelection(selection)
		wanted = ix.wants(&h)
		ix.wanted[selection] = wanted
	}
	s.skip = !wanted
	return s
}

// note adds an entry for a file that was read because none was known. foreign says that it has
// no header and belongs to another program. A file with a mistake gets no entry, so that the
// mistake is reported each time.
func (ix *Index) note(name string, s indexState, f *File, foreign bool) {
	if ix == nil || !ix.large || s.known || s.fingerprint == "" || f.Err != nil || strings.ContainsAny(name, "\t\n") ||
		!s.changed.Before(ix.now.Add(-settleTime)) {
		return
	}
	selection, ok := foreignFile, true
	if !foreign {
		if f.Parse() != nil {
			return
		}
		selection, ok = encodeSelection(&f.Header)
	}
	if ok {
		ix.next.WriteString(name + "\t" + s.fingerprint + "\t" + selection + "\n")
		ix.changed = true
	}
}

// Text is what to store, and whether it differs from what was stored.
func (ix *Index) Text() (text string, changed bool) {
	return ix.next.String(), ix.large && (ix.changed || len(ix.lines) > 0)
}

// foreignFile is the selection of a file that belongs to another program. No header encodes so.
const foreignFile = "-"

// Separators of the lists of a selection, and of the texts of a list.
const listEnd, textEnd = "\x1e", "\x1f"

// encodeSelection writes the keys of a header that select calls on one line; ok is false if they
// cannot be written so.
func encodeSelection(h *Header) (line string, ok bool) {
	var b strings.Builder
	for _, list := range h.selection() {
		if slices.ContainsFunc(*list, func(s string) bool { return s == "" || strings.ContainsAny(s, "\n\t"+listEnd+textEnd) }) {
			return "", false
		}
		b.WriteString(strings.Join(*list, textEnd) + listEnd)
	}
	return b.String(), true
}

// decodeSelection reads what encodeSelection wrote.
func decodeSelection(line string) (h Header) {
	lists := strings.Split(line, listEnd)
	for i, list := range h.selection() {
		if i < len(lists) && lists[i] != "" {
			*list = strings.Split(lists[i], textEnd)
		}
	}
	return h
}

// selection returns the lists of a header that select calls.
func (h *Header) selection() [4]*[]string {
	return [4]*[]string{&h.When, &h.Tools, &h.Commands, &h.Paths}
}

// listDir lists a folder in the order of names, without blocking on a pipe.
func listDir(path string) ([]fs.DirEntry, error) {
	dir, err := openDir(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
