//go:build unix

package watch

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// enableSequences does nothing: terminals of Unix interpret escape sequences.
func enableSequences(*os.File) error { return nil }

// stopWait is how long a stop may take to be effective.
const stopWait = 200 * time.Millisecond

// stopProcess stops the processes of the job, as the terminal does at Ctrl-Z, and returns when the shell continues them.
func stopProcess() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, unix.SIGCONT)
	defer signal.Stop(continued)
	if err := unix.Kill(0, unix.SIGTSTP); err != nil {
		return err
	}
	select {
	case <-continued:
	case <-time.After(stopWait): // nobody could continue it, so the system did not stop it
	}
	return nil
}
