package script

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// cd changes the folder of the commands that follow.
func (r *run) cd(_ bool, args []string) error {
	dir := r.path(args[0])
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("directory %s does not exist", args[0])
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	}
	r.dir = dir
	r.note(dir)
	return nil
}

// chmod changes what may be done with files.
func (r *run) chmod(_ bool, args []string) error {
	mode, err := strconv.ParseUint(args[0], 8, 32)
	if err != nil || mode > 0o777 {
		return fmt.Errorf("invalid mode: %s", args[0])
	}
	return r.each(args[1:], func(path string) error { return os.Chmod(path, fs.FileMode(mode)) })
}

// each does something with each of the files.
func (r *run) each(names []string, do func(path string) error) error {
	for _, name := range names {
		if err := do(r.path(name)); err != nil {
			return err
		}
	}
	return nil
}

// cp copies files, or what the last program printed, to a file or into a folder.
func (r *run) cp(_ bool, args []string) error {
	sources, to := args[:len(args)-1], r.path(args[len(args)-1])
	info, err := os.Stat(to)
	folder := err == nil && info.IsDir()
	if len(sources) > 1 && !folder {
		return fmt.Errorf("cp: destination %s is not a directory", to)
	}
	for _, source := range sources {
		text, err := r.read(source)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o666)
		if source != "stdout" && source != "stderr" {
			info, err := os.Stat(r.path(source))
			if err != nil {
				return err
			}
			mode = info.Mode().Perm()
		}
		target := to
		if folder {
			target = filepath.Join(to, filepath.Base(source))
		}
		if err := os.WriteFile(target, []byte(text), mode); err != nil {
			return err
		}
	}
	return nil
}

// exists checks that files are there, or are not.
func (r *run) exists(not bool, args []string) error {
	readonly := args[0] == "-readonly"
	if readonly {
		args = args[1:]
	}
	if len(args) == 0 {
		return misused("exists")
	}
	return r.each(args, func(path string) error {
		info, err := os.Stat(path)
		switch {
		case err != nil && !not:
			return fmt.Errorf("%s does not exist", path)
		case err == nil && not && info.IsDir():
			return fmt.Errorf("directory %s unexpectedly exists", path)
		case err == nil && not:
			return fmt.Errorf("file %s unexpectedly exists", path)
		case err == nil && readonly && info.Mode()&0o222 != 0:
			return fmt.Errorf("%s exists but is writable", path)
		}
		return nil
	})
}

// mkdir makes folders, with those they lie in.
func (r *run) mkdir(_ bool, args []string) error {
	return r.each(args, func(path string) error { return os.MkdirAll(path, 0o777) })
}

// mv renames a file.
func (r *run) mv(_ bool, args []string) error { return os.Rename(r.path(args[0]), r.path(args[1])) }

// rm removes files and folders; those that are not there are none.
func (r *run) rm(_ bool, args []string) error { return r.each(args, remove) }

// symlink makes a link; its target is as it stands, relative to the link's folder.
func (r *run) symlink(_ bool, args []string) error {
	if args[1] != "->" {
		return misused("symlink")
	}
	return os.Symlink(args[2], r.path(args[0]))
}

// unquote takes the ">" from the beginning of each line.
func (r *run) unquote(_ bool, args []string) error {
	return r.rewrite(args, func(text string) (string, error) {
		if text != "" && !(strings.HasPrefix(text, ">") && strings.HasSuffix(text, "\n")) {
			return "", errors.New("data does not appear to be quoted")
		}
		return strings.TrimPrefix(strings.ReplaceAll(text, "\n>", "\n"), ">"), nil
	})
}

// unix2dos ends each line as DOS does.
func (r *run) unix2dos(_ bool, args []string) error {
	return r.rewrite(args, func(text string) (string, error) {
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") + "\r\n")
		}
		return b.String(), nil
	})
}

// rewrite gives files another text.
func (r *run) rewrite(names []string, change func(string) (string, error)) error {
	return r.each(names, func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		changed, err := change(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return os.WriteFile(path, []byte(changed), 0o666)
	})
}

// setenv sets variables, or shows them.
func (r *run) setenv(_ bool, args []string) error {
	if len(args) == 0 {
		for _, variable := range r.env.vars {
			r.note(variable)
		}
	}
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok {
			r.env.Setenv(name, value)
		} else {
			r.note(arg + "=" + r.env.Getenv(arg))
		}
	}
	return nil
}
