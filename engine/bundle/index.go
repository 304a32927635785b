package bundle

import (
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"witness/engine/regular"
)

// An Index holds, for one folder of rules, the keys of each header that select calls, so that a hook reads only the files that
// its call may concern, and tells where the other keys are, so that it decodes no TOML. It is decoded from a text and
// encoded as one, which the caller stores with the headers.
//
// An entry is valid while the file has the fingerprint that was taken before the file was read. A
// file that was changed less than settleTime ago gets no entry, because it could be changed again
// without a change of its fingerprint. A file without an entry is read, so a missing one costs
// only time.
type Index struct {
	Dir string

	kind     string   // of the files
	folder   *os.File // open until all files of the folder are added; nil for witness's own
	entries  []fs.DirEntry
	err      error
	large    bool                                                                                      // the folder has enough files to be indexed
	identify func(entry fs.DirEntry, known string) (fingerprint string, changed time.Time, size int64) // of a file as it is now
	keys     func(name string, s indexState) (keys string, ok bool)                                    // the other keys of a header that the index knows
	wants    func(selection *Header) bool                                                              // reports whether the call concerns files with this selection
	wanted   map[string]bool                                                                           // results of wants by selection, of which many files share one
	probe    Header                                                                                    // the selection that wants is asked about
	now      time.Time

	version string
	text    string            // the lines as they were stored
	lines   map[string]string // by file name: fingerprint, tab, selection; without those that were found to be valid
	added   strings.Builder   // the lines of files that had none
	headers map[string]string // the other keys of these, by file name
}

const (
	// MinIndexed is the number of files from which on a folder is indexed.
	MinIndexed = 3
	// settleTime is longer than the resolution of any file system's timestamps.
	settleTime = 2 * time.Second
)

// OpenIndex lists a folder of files of one kind. stored returns what was last stored for it, or for a file in it, or "". wants reports,
// from a header that has only the keys with Key.Selects, whether the file has to be read. now is
// the current time, and version identifies what else the index must agree with.
func OpenIndex(kind, dir string, version func() string, stored func(path string) string, wants func(selection *Header) bool, now time.Time) *Index {
	if kind == Tables {
		return openTables(dir, version, stored, wants, now)
	}
	ix := &Index{Dir: dir, kind: kind, headers: map[string]string{}, wants: wants, wanted: map[string]bool{}, now: now}
	ix.identify = func(e fs.DirEntry, known string) (string, time.Time, int64) {
		return fingerprint(ix.folder, e.Name(), known)
	}
	if ix.folder, ix.err = regular.OpenDir(dir); ix.err != nil {
		return ix
	}
	if ix.entries, ix.err = listDir(ix.folder); len(ix.entries) < MinIndexed || len(ix.entries) > maxListed {
		return ix
	}
	ix.keys = func(name string, s indexState) (string, bool) {
		return strings.CutPrefix(stored(filepath.Join(dir, name)), ix.version+"\n"+s.fingerprint+"\t")
	}
	ix.large = true
	ix.version = indexVersion(version())
	if version, text, _ := strings.Cut(stored(dir), "\n"); version == ix.version {
		ix.text = text
	}
	ix.lines = indexLines(ix.text, len(ix.entries))
	return ix
}

// indexLines returns the lines of an index by their first column, the file's name.
func indexLines(text string, entries int) map[string]string {
	lines := make(map[string]string, entries)
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		lines[name] = rest
	}
	return lines
}

// indexVersion identifies the header keys that this version of witness understands: the entries
// of another version may lack what this one needs. source is what else the entries depend on.
func indexVersion(source string) string {
	sum := fnv.New64a() // unlike CRC, it builds no table
	for _, k := range HeaderKeys {
		_, _ = io.WriteString(sum, k.Name+" "+k.Kinds+" "+strings.Join(k.Allowed, " ")+" "+k.Selects+"\n")
	}
	return strings.TrimSpace("6 " + strconv.FormatUint(sum.Sum64(), 36) + " " + source)
}

// An indexState is the state of one file in the index.
type indexState struct {
	fingerprint string    // "" if the file is not regular, or if the system's file times can be reset
	size        int64     // in bytes; 0 for a file that is too large to be read
	changed     time.Time // last change of the file's content or metadata
	known       bool      // there is a valid entry
	selection   string    // as encode wrote it, if known
	place       string    // of the other keys of witness's own headers
	skip        bool      // the file need not be read for the call
	was         []string  // the names that the rule had before; only if known
	foreign     bool      // the file belongs to another program; true only if known
}

// lookup returns the state of a file, whose fingerprint it takes. name is that of the file in the index. It must be
// called before the file is read.
func (ix *Index) lookup(name string, entry fs.DirEntry) (s indexState) {
	if ix == nil || !ix.large {
		return s
	}
	line, ok := ix.lines[name]
	stored, rest, _ := strings.Cut(line, "\t")
	selection, place, _ := strings.Cut(rest, "\t")
	s.fingerprint, s.changed, s.size = ix.identify(entry, stored)
	if !ok || s.fingerprint == "" || s.fingerprint != stored {
		return s
	}
	s.known = true
	delete(ix.lines, name) // the entries that remain are stale
	if s.foreign = selection == foreignFile; s.foreign || selection == brokenFile {
		s.skip = true
		return s
	}
	s.was = wasIn(selection)
	s.selection, s.place = selection, place
	s.skip = !ix.wantsSelection(selection)
	return s
}

// wantsSelection reports whether the call concerns files with a selection.
func (ix *Index) wantsSelection(selection string) bool {
	wanted, ok := ix.wanted[selection]
	if !ok {
		ix.probe.decodeSelection(ix.kind, selection)
		wanted = ix.wants(&ix.probe)
		ix.wanted[selection] = wanted
	}
	return wanted
}

// note adds an entry for a file that was read because it had none. foreign reports whether it has
// no header and belongs to another program. The mistakes of a file are reported when it is read, and not
// again until it changes.
func (ix *Index) note(name string, s indexState, f *File, foreign bool) {
	if ix == nil || !ix.large || s.known || s.fingerprint == "" || f.Err != nil || strings.ContainsAny(name, "\t\n") ||
		!s.changed.Before(ix.now.Add(-settleTime)) {
		return
	}
	selection, keys, ok := foreignFile, "", true
	if !foreign {
		if selection = brokenFile; f.Parse() == nil {
			if selection, keys, ok = encode(f); ok {
				ix.headers[name] = ix.version + "\n" + s.fingerprint + "\t" + keys
			}
		}
	}
	if ok {
		ix.added.WriteString(name + "\t" + s.fingerprint + "\t" + selection + "\n")
	}
}

// header returns the header of a file as the index has it, nil if it does not know it.
func (ix *Index) header(name string, s indexState) *encoded {
	if ix == nil || !s.known {
		return nil
	}
	keys, ok := ix.keys(name, s)
	if !ok {
		return nil
	}
	return &encoded{s.selection, keys}
}

// Changed returns the texts to store for the folder, and those for files in it, by path; nil if they are what was stored.
func (ix *Index) Changed() (texts map[string]string) {
	if !ix.large || len(ix.lines) == 0 && ix.added.Len() == 0 {
		return nil
	}
	texts = map[string]string{}
	for name, text := range ix.headers {
		texts[filepath.Join(ix.Dir, name)] = text
	}
	var b strings.Builder
	b.WriteString(ix.version + "\n")
	for line := range strings.Lines(ix.text) {
		name, _, _ := strings.Cut(line, "\t")
		if _, stale := ix.lines[name]; !stale {
			b.WriteString(line)
		} else if path := filepath.Join(ix.Dir, name); texts[path] == "" {
			texts[path] = ""
		}
	}
	texts[ix.Dir] = b.String() + ix.added.String()
	return texts
}

// foreignFile is the selection of a file that belongs to another program. No header has this
// encoding.
const foreignFile = "-"

// brokenFile is the selection of a file with a mistake.
const brokenFile = "!"

// was returns the names that one of witness's own rules had before, without reading it.
func (ix *Index) was(name string) []string {
	if ix == nil {
		return nil
	}
	_, rest, _ := strings.Cut(ix.lines[name], "\t")
	selection, _, _ := strings.Cut(rest, "\t")
	return wasIn(selection)
}

// wasIn returns the key was of a line that encodeSelection wrote, which is its last list.
func wasIn(selection string) []string {
	selection, _ = strings.CutSuffix(selection, listEnd)
	names := selection[strings.LastIndex(selection, listEnd)+1:]
	if names == "" {
		return nil
	}
	return strings.Split(names, textEnd)
}

// close closes the folder, of whose files no more fingerprints are taken.
func (ix *Index) close() {
	if ix != nil && ix.folder != nil {
		_ = ix.folder.Close()
	}
}
