package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/agent"
)

// A recording is one session of the past.
type recording struct {
	who   *agent.Agent // whose transcript it is; nil for lines of hook payloads
	head  agent.Head
	files []string // the session's own first, then those of its subagents
}

// size is how much there is to read, in bytes.
func (r recording) size() (bytes int64) {
	for _, path := range r.files {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// headLines is how many lines of a file are looked at to find out what it is.
const headLines = 40

// headOf finds out what a file is: a transcript, lines of payloads, or neither.
func headOf(path string) (r recording, known bool, err error) {
	in, err := openLines(path, func(int) {})
	if err != nil {
		return r, false, err
	}
	defer in.Close()
	r.files = []string{path}
	for range headLines {
		line, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return r, known, fmt.Errorf("%s:%d: %w", path, in.n, err)
		}
		if r.who == nil && !known {
			for _, a := range agent.All {
				if a.Detect(func(string) string { return "" }, line) {
					return r, true, nil
				}
				if a.Transcript == nil {
					continue
				}
				if h, ok := a.Transcript.Head(path, line); ok && h.Session != "" {
					r.who, r.head, known = a, h, true
					break
				}
			}
		} else if h, ok := r.who.Transcript.Head(path, line); ok {
			r.head.CWD = cmp.Or(r.head.CWD, h.CWD)
			r.head.At = cmp.Or(r.head.At, h.At)
			r.head.Part = r.head.Part || h.Part
		}
		if r.head.CWD != "" {
			break
		}
	}
	return r, known, nil
}

// isRecording tells by its name whether a file of a folder may be one.
func isRecording(path string) bool {
	return strings.HasSuffix(path, ".jsonl") || strings.HasSuffix(path, ".jsonl.gz")
}

// namedRecordings are the recordings of the given files and folders, in the given order.
// A transcript brings those of its subagents along. What cannot be read is among the errors.
func namedRecordings(paths []string) (list []recording, errs []error) {
	for _, path := range paths {
		found, faults := named(path)
		list, errs = append(list, found...), append(errs, faults...)
	}
	return list, errs
}

// named are the recordings of one file or folder.
func named(path string) (list []recording, errs []error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, []error{err}
	}
	if info.IsDir() {
		list, errs = folderRecordings(path)
		if len(list) == 0 {
			errs = append(errs, fmt.Errorf("no recorded session in %s", path))
		}
		return list, errs
	}
	r, known, err := headOf(path)
	switch {
	case err != nil:
		return nil, []error{err}
	case !known:
		var names []string
		for _, a := range agent.All {
			if a.Transcript != nil {
				names = append(names, a.Name)
			}
		}
		return nil, []error{fmt.Errorf("%s: no recorded session: neither lines of hook payloads nor a transcript of %s", path, strings.Join(names, ", "))}
	case r.who != nil && !r.head.Part:
		r.files = append(r.files, companions(path, r)...)
	}
	return []recording{r}, nil
}

// companions are the files of a session's subagents. They lie beside its own, or in the
// folder that is named after it.
func companions(path string, r recording) (files []string) {
	dir := filepath.Dir(path)
	var candidates []string
	for _, pattern := range []string{"*.jsonl", r.head.Session + "/**/*.jsonl"} {
		found, err := doublestar.Glob(os.DirFS(dir), pattern)
		if err == nil {
			candidates = append(candidates, found...)
		}
	}
	slices.Sort(candidates)
	for _, name := range slices.Compact(candidates) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		other, known, err := headOf(file)
		if err == nil && known && file != filepath.Clean(path) && other.who == r.who && other.head.Part && other.head.Session == r.head.Session {
			files = append(files, file)
		}
	}
	return files
}

// folderRecordings are the recordings below a folder, in the order of time as far as they
// tell it, else by path. What is none is passed over.
func folderRecordings(dir string) ([]recording, []error) {
	var paths []string
	var unreadable []error
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			unreadable = append(unreadable, err)
		} else if entry.Type().IsRegular() && isRecording(path) {
			paths = append(paths, path)
		}
		return nil
	})
	list, errs := grouped(paths, func(recording) bool { return true })
	return list, append(errs, unreadable...)
}

// grouped brings the files of one session together, and the sessions in order.
func grouped(paths []string, wanted func(recording) bool) (list []recording, errs []error) {
	at := map[string]int{}
	slices.Sort(paths)
	for _, path := range paths {
		r, known, err := headOf(path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if !known || !wanted(r) {
			continue
		}
		if r.who == nil {
			list = append(list, r)
			continue
		}
		key := r.who.Name + " " + r.head.Session
		i, begun := at[key]
		switch {
		case !begun:
			at[key] = len(list)
			list = append(list, r)
		case r.head.Part:
			list[i].files = append(list[i].files, path)
		default:
			list[i].files = append([]string{path}, list[i].files...)
			list[i].head = r.head
		}
	}
	slices.SortStableFunc(list, func(a, b recording) int { return cmp.Compare(a.head.At, b.head.At) })
	return list, errs
}

// projectRecordings are all transcripts of a project that are found in the home directory.
func projectRecordings(root string) (list []recording, errs []error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, []error{err}
	}
	var paths, places []string
	for _, a := range agent.All {
		if a.Transcript == nil {
			continue
		}
		for _, pattern := range a.Transcript.Files {
			places = append(places, "~/"+strings.SplitN(pattern, "*", 2)[0])
			found, err := doublestar.Glob(os.DirFS(home), pattern)
			if err != nil {
				errs = append(errs, err)
			}
			for _, name := range found {
				paths = append(paths, filepath.Join(home, filepath.FromSlash(name)))
			}
		}
	}
	list, faults := grouped(paths, func(r recording) bool { return r.who != nil && within(r.head.CWD, root) })
	errs = append(errs, faults...)
	if len(list) == 0 {
		errs = append(errs, fmt.Errorf("no session of %s in %s; name the files: witness replay FILE…", root, strings.Join(places, ", ")))
	}
	return list, errs
}

// within tells whether a directory of a session lies in a project, which is spelled
// without links.
func within(dir, root string) bool {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(root, dir)
	return dir != "" && err == nil && filepath.IsLocal(rel)
}
