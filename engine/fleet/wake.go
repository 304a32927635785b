package fleet

import (
	"errors"
	"os"
	"os/exec"
	"time"

	"witness/engine/project"
)

// stampOf returns the path of the file whose time shows that a process exchanges facts of the store: it sets the time at
// each exchange, and after an error to when the next one may be tried.
func stampOf(path string) string { return path + "-sync" }

// mark sets the time of a stamp; the zero time is one long ago.
func mark(stamp string, at time.Time) error {
	file, err := os.OpenFile(stamp, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	return errors.Join(file.Close(), os.Chtimes(stamp, at, at))
}

// markByHand sets the stamp after an exchange that no hook started: with a long interval hooks need not start one soon, and they wait no
// longer because of an error that is over.
func (s *Syncer) markByHand() error {
	stamp := stampOf(s.DB.Path)
	if s.Config.Interval > idleTime {
		return mark(stamp, time.Now())
	}
	if info, err := os.Stat(stamp); err == nil && info.ModTime().After(time.Now()) {
		return mark(stamp, time.Time{})
	}
	return nil
}

// Wake starts a process that exchanges facts of the store at path for the project around dir, unless one runs or may not
// be started yet. A hook calls it: it costs the look at one file, except for the hook that starts the process.
func Wake(c project.Fleet, path, dir string) {
	if len(c.URLs) == 0 && c.Policy == "" || path == "" {
		return
	}
	if info, err := os.Stat(stampOf(path)); err == nil {
		// A stamp further ahead than any pause is from a time when the clock was wrong.
		if age := time.Since(info.ModTime()); age < c.Interval+exchangeTime && age > -2*longestPause {
			return
		}
	}
	Start(dir, "sync", "--stay")
}

// Start starts this program in the background with other arguments: it outlives the process.
func Start(dir string, args ...string) {
	program := project.Program()
	if program == "" {
		return
	}
	command := exec.Command(program, args...)
	command.Dir = dir
	detach(command)
	if command.Start() == nil {
		_ = command.Process.Release()
	}
}
