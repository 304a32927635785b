package watch

import (
	"os"

	"golang.org/x/sys/windows"
)

// enableSequences makes the console interpret escape sequences.
func enableSequences(out *os.File) error {
	var mode uint32
	console := windows.Handle(out.Fd())
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return err
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
}

// stopProcess does nothing: Windows has no jobs.
func stopProcess() error { return nil }
