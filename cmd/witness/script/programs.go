package script

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// exec runs a program.
func (r *run) exec(not bool, args []string) error {
	if len(args) == 1 && started(args) {
		return misused("exec")
	}
	if err := r.mayStart(args); err != nil {
		return err
	}
	if err := r.program(not, args); err != nil {
		r.note(fmt.Sprintf("[%v]", err))
		if !not {
			return errors.New("unexpected command failure")
		}
	} else if not && !started(args) {
		return errors.New("unexpected command success")
	}
	return nil
}

// word runs a program that is a command of its own.
func (r *run) word(not bool, name string, args []string) error {
	args = append([]string{name}, args...)
	if err := r.mayStart(args); err != nil {
		return err
	}
	err := r.program(not, args)
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		r.note(fmt.Sprintf("[%v]", err))
	}
	switch {
	case err != nil && !not:
		return fmt.Errorf("%s failed", name)
	case err == nil && not && !started(args):
		return fmt.Errorf("%s did not fail", name)
	}
	return nil
}

// program runs a program to its end, or starts it if the last word says so.
func (r *run) program(not bool, args []string) error {
	name, behind := inBackground(args)
	if behind {
		return r.start(not, name, args[:len(args)-1])
	}
	var out, complaint strings.Builder
	r.stdout, r.stderr = "", ""
	cmd, err := r.prepare(args)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	r.stdout, r.stderr = out.String(), complaint.String()
	r.printed(r.stdout, r.stderr)
	return err
}

// prepare makes a program ready to be started; the standard input is used up.
func (r *run) prepare(args []string) (*exec.Cmd, error) {
	path := args[0] // with a folder before it, it is found from the script's folder
	if filepath.Base(path) == path {
		var err error
		if path, err = r.find(path); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(r.ctx, path, args[1:]...)
	cmd.Dir = r.dir
	cmd.Env = append(r.env.vars[:len(r.env.vars):len(r.env.vars)], "PWD="+r.dir)
	cmd.Stdin = strings.NewReader(r.stdin)
	r.stdin = ""
	return cmd, nil
}

// printed shows in the log what a program printed.
func (r *run) printed(out, complaint string) {
	if out != "" {
		r.note("[stdout]\n" + out)
	}
	if complaint != "" {
		r.note("[stderr]\n" + complaint)
	}
}

// find finds a program in the script's PATH; one with a folder before it lies where it says.
func (r *run) find(program string) (string, error) {
	if filepath.Base(program) != program {
		return executable(r.path(program), r.env.Getenv("PATHEXT"))
	}
	for _, dir := range filepath.SplitList(r.env.Getenv("PATH")) {
		if path, err := executable(filepath.Join(r.path(dir), program), r.env.Getenv("PATHEXT")); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("exec: %q: executable file not found in $PATH", program)
}

// executable is the file that is run by that name: on Windows it may have an extension more.
func executable(path, extensions string) (string, error) {
	names := []string{path}
	if runtime.GOOS == "windows" {
		if extensions == "" {
			extensions = ".com;.exe;.bat;.cmd"
		}
		if filepath.Ext(path) == "" {
			names = nil
		}
		for extension := range strings.SplitSeq(strings.ToLower(extensions), ";") {
			names = append(names, path+extension)
		}
	}
	err := error(&fs.PathError{Op: "exec", Path: path, Err: fs.ErrNotExist})
	for _, name := range names {
		info, cause := os.Stat(name)
		switch {
		case cause != nil:
			err = cause
		case info.IsDir() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
			err = &fs.PathError{Op: "exec", Path: name, Err: fs.ErrPermission}
		default:
			return name, nil
		}
	}
	return "", err
}

// setStdin is what the next program reads.
func (r *run) setStdin(_ bool, args []string) (err error) {
	r.stdin, err = r.read(args[0])
	return err
}
