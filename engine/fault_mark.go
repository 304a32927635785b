package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/regular"
)

// maxFaultMarks bounds the file of the errors of hooks that failed, in bytes. The first ones are kept.
const maxFaultMarks = 8 << 10

// LeaveMark appends the error of a hook that failed to a file beside the store of the project around dir. The next start of
// a session moves it into the store. It is not written into the store at once, because the store may be what failed.
func LeaveMark(dir, started string, err error) {
	path := faultMarks(project.SessionStorePath(project.Find(dir, started), started))
	message, _, _ := strings.Cut(err.Error(), "\n")
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY|regular.NoFollow, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() < maxFaultMarks {
		_, _ = file.WriteString(hook.Truncate(hook.Printable(message), 300) + "\n") // nothing is left to be told with
	}
}

func faultMarks(store string) string { return store + "-failed" }

// takeMarks returns the errors of hooks that failed, and removes their file.
func takeMarks(store string) ([]string, error) {
	path := faultMarks(store)
	if _, err := os.Lstat(path); err != nil || store == "" {
		return nil, nil
	}
	// Another process may take them at the same time, or a hook may add one.
	taken := path + "-" + strconv.Itoa(os.Getpid())
	if os.Rename(path, taken) != nil {
		return nil, nil
	}
	defer os.Remove(taken)
	text, err := regular.ReadNoFollow(taken, bundle.MaxFileSize)
	if err != nil {
		return nil, fmt.Errorf("the errors of hooks that failed: %w", err)
	}
	return slices.Collect(strings.Lines(string(text))), nil
}
