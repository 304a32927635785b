package bundle

import (
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// OwnIndex is the name of the file in a folder of witness's own that lists the others, so that a hook reads only
// those that its call concerns. Each line has the name of a file, its size in bytes and its selection, and for a reader
// the keys into and form, separated by tabs. TestIndexesAreCurrent writes it; a file that is missing there, or has another size,
// is read by every hook.
const OwnIndex = "index.tsv"

// IndexOwn returns the text of the index of one kind of witness's own files. Their headers must have no mistake.
func IndexOwn(fsys fs.FS, kind string) (text string, err error) {
	var lines []string
	for _, f := range (Loader{Sources: []Source{{Origin: "embedded", FS: fsys}}}).Load(kind) {
		if err := f.Parse(); err != nil {
			return "", err
		}
		selection, ok := encodeSelection(kind, &f.Header)
		if !ok {
			continue // every hook reads it
		}
		columns := []string{strings.TrimPrefix(f.Path, kind+".d/"), strconv.Itoa(len(f.Text)), selection}
		if kind == Facts {
			columns = append(columns, f.Into, f.Form)
		}
		lines = append(lines, strings.Join(columns, "\t")+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), nil
}

// ownSize is the fingerprint of one of witness's own files.
func ownSize(entry fs.DirEntry) string {
	info, err := entry.Info()
	if err != nil {
		return ""
	}
	return strconv.FormatInt(info.Size(), 10)
}

// ownIndex opens the index of a kind of witness's own rules, which holds for the folders of the packs as well.
func ownIndex(fsys fs.FS, kind string, wants func(selection *Header) bool) *Index {
	text, _ := ReadText(fsys, path.Join(kind+".d", OwnIndex))
	return &Index{
		large: true, wants: wants, wanted: map[string]bool{}, lines: indexLines(text, 128),
		identify: func(entry fs.DirEntry, _ string) (string, time.Time, int64) { return ownSize(entry), time.Time{}, 0 },
	}
}

// An OwnReader is one of witness's own readers, as the index of its folder describes it.
type OwnReader struct {
	Name string
	Into string // the table that its rows go to, "" if the index does not tell
	Form string // as the key of the header

	known     bool
	selection string
}

// OwnReaders lists witness's own readers, sorted by name, without reading them.
func OwnReaders(fsys fs.FS) []OwnReader {
	entries, _ := fs.ReadDir(fsys, Facts+".d") // if there is no such folder, there are none
	text, _ := ReadText(fsys, path.Join(Facts+".d", OwnIndex))
	lines := indexLines(text, len(entries))
	list := make([]OwnReader, 0, len(entries))
	for _, entry := range entries {
		name, ok := fileName(entry)
		if !ok {
			continue
		}
		r := OwnReader{Name: name}
		size, rest, _ := strings.Cut(lines[entry.Name()], "\t")
		if r.known = size == ownSize(entry); r.known {
			r.selection, rest, _ = strings.Cut(rest, "\t")
			r.Into, r.Form, _ = strings.Cut(rest, "\t")
		}
		list = append(list, r)
	}
	return list
}

// Mentions reports whether the reader may list a command that begins with a word, or a task of this name, or have it
// as its form. A command without a name, such as an assignment, is none.
func (r OwnReader) Mentions(word string) bool {
	if !r.known || word == "" {
		return !r.known
	}
	if r.Form == word {
		return true
	}
	for at := 0; ; at++ {
		i := strings.Index(r.selection[at:], word)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(word)
		if (at == 0 || isEnd(r.selection[at-1])) && (end == len(r.selection) || r.selection[end] == ' ' || isEnd(r.selection[end])) {
			return true
		}
	}
}

// isEnd reports whether a byte stands before or after a string of a selection.
func isEnd(c byte) bool { return c == listEnd[0] || c == textEnd[0] }

// MayRead reports whether the reader may have rows for a table of an output, of which contain reports whether it has
// one of the reader's literals.
func (r OwnReader) MayRead(into string, contain func(literal string) bool) bool {
	if !r.known || r.Into != into {
		return !r.known
	}
	for literal := range selected(Facts, r.selection, "contains") {
		if contain(literal) {
			return true
		}
	}
	return false
}

// selected yields the strings of one key of a line that encodeSelection wrote.
func selected(kind, line, key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range HeaderKeys {
			k := &HeaderKeys[i]
			if !strings.Contains(k.Selects, kind) {
				continue
			}
			var texts string
			if texts, line, _ = strings.Cut(line, listEnd); k.Name != key || texts == "" {
				continue
			}
			for text := range strings.SplitSeq(texts, textEnd) {
				if !yield(unescaped(text)) {
					return
				}
			}
		}
	}
}

// unescaped returns the line feeds and tabs that encodeSelection replaced.
func unescaped(text string) string {
	if !strings.ContainsAny(text, lineFeed+tab) {
		return text
	}
	return strings.NewReplacer(lineFeed, "\n", tab, "\t").Replace(text)
}

// ReadOwnReader reads one of witness's own readers.
func ReadOwnReader(source Source, name string) *File {
	f := &File{Kind: Facts, Name: name, Origin: source.Origin, Path: path.Join(Facts+".d", name+".sql")}
	f.Text, f.Err = ReadText(source.FS, f.Path)
	return f
}
