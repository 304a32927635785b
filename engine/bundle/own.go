package bundle

import (
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// OwnIndex is the name of the file in a folder of witness's own that lists the others, so that a hook reads only
// those that its call concerns. Each line has the name of a file, its size in bytes, its selection, the place of its other keys in
// OwnHeaders, and for a reader the keys into and form, separated by tabs. TestIndexesAreCurrent writes it; a file that is missing there, or has another size,
// is read by every hook.
const OwnIndex = "index.tsv"

// OwnHeaders is the name of the file with the other keys of the headers, so that a hook decodes no TOML. It reads only
// the parts that it needs.
const OwnHeaders = "headers.tsv"

// IndexOwn returns the texts of the index and of the headers of one kind of witness's own files. These must have no mistake.
func IndexOwn(fsys fs.FS, kind string) (index, headers string, err error) {
	var lines []string
	for _, f := range (Loader{Sources: []Source{{Origin: "embedded", FS: fsys}}}).Load(kind) {
		if err := f.Parse(); err != nil {
			return "", "", err
		}
		selection, keys, ok := encode(f)
		if !ok {
			continue // every hook reads it
		}
		line := fmt.Sprintf("%s\t%d\t%s\t%d+%d", strings.TrimPrefix(f.Path, kind+".d/"), len(f.Text), selection, len(headers), len(keys))
		if kind == Facts {
			line += "\t" + f.Into + "\t" + f.Form
		}
		lines = append(lines, line+"\n")
		headers += keys + "\n"
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), headers, nil
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
		kind: kind, large: true, wants: wants, wanted: map[string]bool{}, lines: indexLines(text, 128),
		identify: func(entry fs.DirEntry, _ string) (string, time.Time, int64) { return ownSize(entry), time.Time{}, 0 },
		keys:     func(_ string, s indexState) (string, bool) { return ownKeys(fsys, kind, s.place) },
	}
}

// ownKeys reads the keys of a header at a place in OwnHeaders.
func ownKeys(fsys fs.FS, kind, place string) (keys string, ok bool) {
	from, length, _ := strings.Cut(place, "+")
	at, _ := strconv.ParseInt(from, 10, 64)
	size, err := strconv.Atoi(length)
	if err != nil {
		return "", false
	}
	file, err := fsys.Open(path.Join(kind+".d", OwnHeaders))
	if err != nil {
		return "", false
	}
	defer file.Close()
	text := make([]byte, size)
	if reader, isReader := file.(io.ReaderAt); isReader {
		n, _ := reader.ReadAt(text, at)
		ok = n == size
	}
	return string(text), ok
}

// indexVersion identifies what an index of the source's files follows from besides these: what a person has accepted of them, the rules of
// witness that instances are like, and the views.
func (s Source) indexVersion() string {
	if s.Own == nil {
		return s.Accepted.Version()
	}
	text, _ := ReadText(s.Own, path.Join(Rules+".d", OwnIndex))
	sum := fnv.New64a()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "shapes/") {
			_, _ = io.WriteString(sum, line)
		}
	}
	views, _ := fs.ReadDir(s.Own, "views") // what a rule needs follows from them
	for _, view := range views {
		_, _ = io.WriteString(sum, view.Name()+ownSize(view))
	}
	return s.Accepted.Version() + " " + strconv.FormatUint(sum.Sum64(), 36)
}

// An OwnReader is one of witness's own readers, as the index of its folder describes it.
type OwnReader struct {
	Name string
	Into string // the table that its rows go to, "" if the index does not tell
	Form string // as the key of the header

	file      string // its name in the folder
	known     bool   // the index describes the file
	selection string
	place     string
}

// OwnReaders lists witness's own readers, sorted by name, without reading them.
func OwnReaders(fsys fs.FS) []OwnReader {
	entries, _ := fs.ReadDir(fsys, Facts+".d") // if there is no such folder, there are none
	text, _ := ReadText(fsys, path.Join(Facts+".d", OwnIndex))
	lines := indexLines(text, len(entries))
	list := make([]OwnReader, 0, len(entries))
	for _, entry := range entries {
		name, ok := fileName(Facts, entry)
		if !ok {
			continue
		}
		r := OwnReader{Name: name, file: entry.Name()}
		size, rest, _ := strings.Cut(lines[r.file], "\t")
		if r.known = size == ownSize(entry); r.known {
			r.selection, rest, _ = strings.Cut(rest, "\t")
			r.place, rest, _ = strings.Cut(rest, "\t")
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

// Read reads the reader's file and its header.
func (r OwnReader) Read(source Source) *File {
	f := &File{Kind: Facts, Name: r.Name, Origin: source.Origin, Path: path.Join(Facts+".d", r.file)}
	f.Text, f.Err = ReadText(source.FS, f.Path)
	if r.known {
		if keys, ok := ownKeys(source.FS, Facts, r.place); ok {
			f.encoded = &encoded{r.selection, keys}
		}
	}
	return f
}
