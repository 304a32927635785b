package replay

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/agent"
)

// namedRecordings returns the recordings of the given files and directories, in the given order. A
// transcript includes those of its subagents. Files that cannot be read are reported in errs.
func namedRecordings(paths []string) (list []recording, errs []error) {
	known := heads{}
	for _, path := range paths {
		found, faults := named(path, known)
		list, errs = append(list, found...), append(errs, faults...)
	}
	return list, errs
}

// named returns the recordings of one file or directory.
func named(path string, heads heads) (list []recording, errs []error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, []error{fmt.Errorf("no file or folder %s; without one the sessions of this project are replayed", path)}
	}
	if err != nil {
		return nil, []error{err}
	}
	if info.IsDir() {
		list, errs = dirRecordings(path)
		if len(list) == 0 {
			errs = append(errs, fmt.Errorf("no recorded session in %s", path))
		}
		return list, errs
	}
	r, known, err := heads.of(path)
	switch {
	case err != nil:
		return nil, []error{err}
	case !known:
		var names []string
		for _, a := range agent.Recorded() {
			if a.Transcript != nil && a.Transcript.Head != nil {
				names = append(names, a.Name)
			}
		}
		return nil, []error{fmt.Errorf("%s: not a recorded session: neither hook payloads, one JSON object after another, nor a transcript of %s", path, strings.Join(names, ", "))}
	case r.client != nil && !r.head.Subagent:
		r.files = append(r.files, subagentFiles(path, r, heads)...)
	}
	return []recording{r}, nil
}

// subagentFiles returns the transcripts of a session's subagents, which are in the directory of its own
// transcript or in a subdirectory named after the session.
func subagentFiles(path string, r recording, heads heads) (files []string) {
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
		other, known, err := heads.of(file)
		if err == nil && known && file != filepath.Clean(path) && other.client == r.client && other.head.Subagent && other.head.Session == r.head.Session {
			files = append(files, file)
		}
	}
	return files
}

// dirRecordings returns the recordings below a directory, ordered by time and then by path. Other
// files are ignored. Symbolic links are followed.
func dirRecordings(dir string) ([]recording, []error) {
	paths, unreadable := walk(dir, map[string]bool{})
	list, errs := grouped(paths, func(recording) bool { return true })
	return list, append(errs, unreadable...)
}

// walk returns the files below a directory that may be recordings. seen holds the directories and
// the linked files that were visited, without symbolic links in their paths, so that a cycle of
// links ends.
func walk(dir string, seen map[string]bool) (paths []string, unreadable []error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, []error{err}
	}
	if seen[real] {
		return nil, nil
	}
	seen[real] = true
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, []error{err}
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		info, err := os.Stat(path)
		switch {
		case err != nil && entry.Type()&fs.ModeSymlink != 0 && !isRecording(path):
			// a link to nowhere
		case err != nil:
			unreadable = append(unreadable, err)
		case info.IsDir():
			found, faults := walk(path, seen)
			paths, unreadable = append(paths, found...), append(unreadable, faults...)
		case info.Mode().IsRegular() && isRecording(path):
			if real, err := filepath.EvalSymlinks(path); err == nil && !seen[real] {
				seen[real] = true
				paths = append(paths, path)
			}
		}
	}
	return paths, unreadable
}

// grouped joins the files of each session into a recording, and orders the recordings by time.
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
		if r.client == nil {
			list = append(list, r)
			continue
		}
		key := r.client.Name + " " + r.head.Session
		i, ok := at[key]
		switch {
		case !ok:
			at[key] = len(list)
			list = append(list, r)
		case r.head.Subagent:
			list[i].files = append(list[i].files, path)
		default:
			list[i].files = append([]string{path}, list[i].files...)
			list[i].head = r.head
		}
	}
	slices.SortStableFunc(list, func(a, b recording) int { return cmp.Compare(a.head.Time, b.head.Time) })
	return list, errs
}

// projectRecordings returns the transcripts in the home directory whose sessions ran in the project.
func projectRecordings(root string) (list []recording, errs []error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, []error{err}
	}
	var paths, places []string
	for _, a := range agent.Recorded() {
		if a.Transcript == nil {
			continue
		}
		for _, pattern := range a.Transcript.Files {
			if place := "~/" + strings.SplitN(pattern, "*", 2)[0]; !slices.Contains(places, place) {
				places = append(places, place)
			}
			found, err := doublestar.Glob(os.DirFS(home), pattern)
			if err != nil {
				errs = append(errs, err)
			}
			for _, name := range found {
				paths = append(paths, filepath.Join(home, filepath.FromSlash(name)))
			}
		}
	}
	list, faults := grouped(paths, func(r recording) bool { return r.client != nil && isInside(r.head.CWD, root) })
	errs = append(errs, faults...)
	if len(list) == 0 {
		errs = append(errs, fmt.Errorf("no session of %s in %s; name the files: witness replay FILE…", root, strings.Join(places, ", ")))
	}
	return list, errs
}

// isInside reports whether a session's working directory is in the project root, a path without
// symbolic links.
func isInside(dir, root string) bool {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(root, dir)
	return dir != "" && err == nil && filepath.IsLocal(rel)
}
