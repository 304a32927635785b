// Package term holds what the commands share: their streams, exit statuses and output formats.
package term

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// Exit statuses. A hook always exits with ExitOK.
const (
	ExitOK     = 0
	ExitFailed = 1 // the command failed, or found a mistake
	ExitUsage  = 2 // the command line is invalid
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Color    string // --color: auto, always or never; "" is auto
}

// A UsageError reports an invalid command line.
type UsageError struct{ Err error }

// Error returns the message of the wrapped error.
func (e UsageError) Error() string { return e.Err.Error() }

// Say prints a sentence for people. On a terminal each line is wrapped between words, and what follows is indented.
func Say(out io.Writer, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if width := ScreenWidth(out); width > 0 {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = strings.Join(Wrap(line, width, gridIndent), "\n")
		}
		text = strings.Join(lines, "\n")
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// Report prints err to stderr with the prefix "witness:" and returns the exit status.
// It prints nothing if err is nil.
func Report(stderr io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	_ = Say(stderr, "%s", hook.Visible("witness: "+err.Error())) // there is nowhere else to report it
	if _, ok := errors.AsType[UsageError](err); ok {
		return ExitUsage
	}
	return ExitFailed
}

// WorkDir returns the working directory.
func WorkDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the working directory does not exist: %w", err)
	}
	return dir, nil
}

// DisplayPath returns the shorter of file's path relative to dir and its absolute path.
// A relative file is relative to root.
func DisplayPath(dir, root, file string) string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// Count returns n followed by the noun, in the plural unless n is 1.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Indent indents each line of text by four spaces and drops blank lines.
func Indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    " + line)
		}
	}
	return b.String()
}
