package calls

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Fits reports whether a file, by its path in the project, fits a list of globs, of which the last that it fits decides and one
// with ! takes it out. A glob is relative to the project, and stands for all files below what it fits; one that is only
// a pattern of a name, such as *.go, fits in every folder.
func Fits(globs []string, file string) bool {
	fits := false
	for _, glob := range globs {
		glob, excludes := strings.CutPrefix(glob, "!")
		if fits == excludes && fitsGlob(glob, file) {
			fits = !excludes
		}
	}
	return fits
}

// fitsGlob reports whether a file, or a folder above it, fits a glob.
func fitsGlob(glob, file string) bool {
	folder, onlyFolder := strings.CutSuffix(glob, "/")
	glob, anchored := strings.CutPrefix(folder, "./")
	if !anchored && !strings.Contains(glob, "/") && strings.ContainsAny(glob, `*?[{`) {
		glob = "**/" + glob
	}
	if !onlyFolder {
		if ok, err := doublestar.Match(glob, file); err == nil && ok {
			return true
		}
	}
	if anchored || strings.Contains(path.Base(glob), "*") {
		return false // a pattern of files, not of folders
	}
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if ok, err := doublestar.Match(glob, dir); err == nil && ok {
			return true
		}
	}
	return false
}

// Bindings are the words in braces that stand for parts of a file's path.
const (
	File    = "{file}"
	Dir     = "{dir}"
	Parents = "{parents}" // each folder above it, from the root of the project down
)

// Bind replaces the words in braces of a text, which stand for parts of a file that fits one of the globs. {1} is what the first *
// of the glob fits.
func Bind(text, file string, globs []string) (list []string) {
	if !strings.Contains(text, "{") {
		return []string{text}
	}
	dir := path.Dir(file)
	if dir == "." {
		dir = ""
	}
	text = strings.ReplaceAll(text, File, file)
	text = below(text, Dir, dir)
	for n, part := range captured(globs, file) {
		text = strings.ReplaceAll(text, "{"+string(rune('1'+n))+"}", part)
	}
	if !strings.Contains(text, Parents) {
		return []string{text}
	}
	list = []string{below(text, Parents, "")}
	at := 0
	for part := range strings.SplitSeq(dir, "/") {
		if part == "" {
			break
		}
		at += len(part) + 1
		list = append(list, below(text, Parents, dir[:at-1]))
	}
	return list
}

// below replaces a folder in a text, with the slash behind it if it is the root.
func below(text, word, folder string) string {
	if folder == "" {
		text = strings.ReplaceAll(text, word+"/", "")
		folder = "."
	}
	return strings.ReplaceAll(text, word, folder)
}

// captured returns what each * of the first glob that a file fits stands for.
func captured(globs []string, file string) (parts []string) {
	names := strings.Split(file, "/")
	for _, glob := range globs {
		if strings.HasPrefix(glob, "!") || !fitsGlob(glob, file) {
			continue
		}
		for i, segment := range strings.Split(strings.TrimPrefix(glob, "./"), "/") {
			before, after, isPattern := strings.Cut(segment, "*")
			if segment == "**" || i >= len(names) {
				break // behind it the segments are not in line with the file's
			}
			if isPattern {
				parts = append(parts, strings.TrimSuffix(strings.TrimPrefix(names[i], before), after))
			}
		}
		return parts
	}
	return nil
}
