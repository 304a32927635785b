package script

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

// setUp makes the script's folder, with its files.
func (r *run) setUp() error {
	temp, err := os.MkdirTemp("", "script-")
	if err != nil {
		return err
	}
	r.env.WorkDir = filepath.Join(temp, "script") // so that there is something to remove, whatever fails
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return err // macOS: programs would print another path than $WORK
	}
	name := strings.TrimSuffix(filepath.Base(r.File), filepath.Ext(r.File))
	r.env.start(filepath.Join(temp, "script-"+name))
	r.dir = r.env.WorkDir
	if err := os.MkdirAll(r.env.temp(), 0o777); err != nil {
		return err
	}
	if err := r.unpack(); err != nil {
		return err
	}
	if r.SetUp == nil {
		return nil
	}
	return r.SetUp(r.env)
}

// unpack writes the files of the archive. While it does, the run is at the line of the file.
func (r *run) unpack() (err error) {
	if r.archive, err = txtar.ParseFile(r.File); err != nil {
		return err
	}
	r.files = map[string]int{}
	r.line = 1 + bytes.Count(r.archive.Comment, []byte("\n"))
	for i, file := range r.archive.Files {
		if err := r.write(i, file); err != nil {
			return err
		}
		r.line += 1 + bytes.Count(file.Data, []byte("\n"))
	}
	r.line = 1
	return nil
}

func (r *run) write(i int, file txtar.File) error {
	path := r.path(filepath.FromSlash(r.env.expand(file.Name)))
	if inside, err := filepath.Rel(r.env.WorkDir, path); err != nil || !filepath.IsLocal(inside) || inside == "." {
		return fmt.Errorf("the file %q would lie outside of the script's folder", file.Name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a file %q already", file.Name)
	}
	if err != nil {
		return err
	}
	r.files[path] = i
	_, err = f.Write(file.Data)
	return errors.Join(err, f.Close())
}

// update gives a file of the archive another text.
func (r *run) update(i int, text string) error {
	file := &r.archive.Files[i]
	if len(txtar.Parse([]byte(text)).Files) > 0 { // it would end in another file
		quoted, err := quote(text)
		if err != nil {
			return fmt.Errorf("%s cannot be updated: %w", file.Name, err)
		}
		text = quoted
	}
	file.Data = []byte(text)
	r.updated = true
	return nil
}

// save writes the archive if it was updated.
func (r *run) save() error {
	if !r.updated {
		return nil
	}
	return os.WriteFile(r.File, txtar.Format(r.archive), 0o666)
}

// quote sets ">" before each line, so that none is taken for the name of a file. The command
// unquote takes it away.
func quote(text string) (string, error) {
	if !strings.HasSuffix(text, "\n") {
		return "", errors.New("it has a line like the name of a file in it, and its last line has no end")
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(">" + line)
	}
	return b.String(), nil
}

// remove removes a file, or a folder with all that is in it, even where writing is forbidden.
func remove(path string) error {
	_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_ = os.Chmod(path, 0o777) // what this does not help, RemoveAll reports
		}
		return nil
	})
	return os.RemoveAll(path)
}
