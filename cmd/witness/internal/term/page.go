package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// defaultPage is the file of a page that is neither redirected nor named.
const defaultPage = "witness-report.html"

// WritePage writes a page for people to look at: to the named file; without a name to the standard output,
// or, if that is a terminal or the page is to be opened, to a file in the working directory. what says in a few words what it holds.
func WritePage(ctx context.Context, s Streams, path string, open bool, what string, write func(out io.Writer) error) error {
	if path == "-" || path == "" && !open && !IsTerminal(s.Out) {
		return write(s.Out)
	}
	if path == "" {
		path = defaultPage
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := replaceFile(path, b.Bytes()); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.Err, "%s: %s, %s\n", path, what, Bytes(int64(b.Len()))); err != nil {
		return err
	}
	if !open {
		return nil
	}
	return openInBrowser(ctx, path)
}

// generator is the element by which a page says that witness made it.
const generator = `<meta name="generator" content="witness">`

// isReport reports whether a file is what this command writes: a page of witness, or JSON that begins with the same key.
func isReport(old, text []byte) bool {
	key, _, isJSON := bytes.Cut(text, []byte(":"))
	return bytes.Contains(old[:min(len(old), 1000)], []byte(generator)) || isJSON && text[0] == '{' && bytes.HasPrefix(old, key)
}

// CheckReplaceable returns an error if a file is there whose content is not of the command's own kind, as an earlier report is.
func CheckReplaceable(path string, own func(old []byte) bool) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if old, err := os.ReadFile(path); err == nil && len(old) > 0 && !own(old) {
		return fmt.Errorf("%s is not a report of witness and is left as it is; remove it first, or name another file", path)
	}
	return nil
}

// replaceFile writes a file that only its user can read. It appears whole or not at all, and takes the place of nothing but
// an earlier report: a name that was mistyped or planted must not end a store, a program or a file of the user. What is no
// regular file, such as a pipe, is written to.
func replaceFile(path string, text []byte) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, text, 0o600)
	}
	if err := CheckReplaceable(path, func(old []byte) bool { return isReport(old, text) }); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s cannot be written: %w", path, wrong.Err) // without the name of the temporary file
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// openInBrowser shows a file in the user's browser.
func openInBrowser(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if out, err := exec.CommandContext(ctx, opener[0], append(opener[1:], path)...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s cannot show the page (%w)%s; open %s yourself", opener[0], err, bytes.TrimSpace(append([]byte(" "), out...)), path)
	}
	return nil
}
