package facts

import (
	"path/filepath"
	"slices"

	"witness/engine/deeds"
	"witness/engine/redact"
)

// maxTaken is how many files are listed that a command takes into the next commit. Of more it is not known which they are.
const maxTaken = 2000

// Takes returns the files that the n-th command takes into git's index and that it does not name: what git neither knows nor ignores, for `git add`
// of a folder or of everything, and with --force also what it ignores. They are relative to the working tree. It returns nothing for any
// other command, and for a recorded session, whose files are gone.
func Takes(c *Call, disk Disk, n int) (files []string) {
	cmd := c.Commands[n]
	if cmd.Name != "git add" {
		return nil
	}
	o := deeds.OptionsOf(cmd.Command)
	if o.Has("update", "dry-run", "intent-to-add", "patch", "interactive", "pathspec-from-file") {
		return nil
	}
	var folders []string
	for _, word := range o.Operands {
		if path := filepath.Join(cmd.Root, filepath.FromSlash(cmd.RelDir), filepath.FromSlash(word)); disk.IsDir(path) {
			folders = append(folders, path)
		}
	}
	if len(o.Operands) == 0 && o.Has("all") || slices.Contains(o.Operands, ":/") {
		folders = []string{cmd.Root}
	}
	if len(folders) == 0 {
		return nil
	}
	which := "unignored"
	if o.Has("force") {
		which = "all"
	}
	for _, path := range disk.Untracked(cmd.Root, which, folders) {
		if rel, err := filepath.Rel(cmd.Root, path); err == nil && len(files) < maxTaken && !disk.IsDir(path) {
			files = append(files, filepath.ToSlash(rel))
		}
	}
	return files
}

// Limits on the files in which keys are looked for: the names of that many are asked, of at most this size, and this is read in all.
const (
	maxKeyed     = 64
	maxKeyedFile = 64 << 10
	maxKeyedText = 256 << 10
)

// Keyed returns those of the files that Takes returns in which a value stands that looks like a real key. Tests are not read.
func Keyed(c *Call, disk Disk, n int) (files []string) {
	read := 0
	for i, file := range Takes(c, disk, n) {
		if i == maxKeyed || read > maxKeyedText {
			break
		}
		if c.Classes.Of(file) == "test" {
			continue
		}
		text := disk.Text(filepath.Join(c.Commands[n].Root, file))
		if read += len(text); len(text) <= maxKeyedFile && len(redact.Finder{}.Keys(text)) > 0 {
			files = append(files, file)
		}
	}
	return files
}
