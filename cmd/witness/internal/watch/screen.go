package watch

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	xterm "golang.org/x/term"

	"witness/cmd/witness/internal/term"
	"witness/engine/inspect"
)

// Escape sequences of terminals.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l" // the alternate screen, no cursor, long lines are cut
	leaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	clearScreen = "\x1b[H\x1b[2J"
	clearLine   = "\x1b[2K"
	beginUpdate = "\x1b[?2026h" // what follows is shown at once
	endUpdate   = "\x1b[?2026l"
)

// pollInterval is how often the store and the size of the terminal are looked at.
const pollInterval = 250 * time.Millisecond

// Follow shows a project's calls on the terminal until a key or ctx ends it, and then restores the terminal. It begins
// with these occurrences, and runs the commands that keys ask for.
func Follow(ctx context.Context, watcher *inspect.Watcher, first []inspect.Occurrence, project string, in, out *os.File, paint term.Palette, run func(args []string) string) (err error) {
	s := &screen{in: in, out: out}
	if err := s.enter(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	pressed := make(chan string)
	go readKeys(in, pressed) // it ends with the process
	m := NewModel(project)
	list := first
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		m.Add(list)
		list = nil
		if m.State, err = watcher.State(ctx, time.Now().UnixMilli()); err != nil {
			return err
		}
		view := View{Paint: paint}
		view.Width, view.Height = s.size()
		if err := s.draw(view.Lines(m, time.Now()), view.Width); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case text, open := <-pressed:
			if !open {
				return nil
			}
			for _, key := range Keys(text) {
				if key == "ctrl+z" {
					if err := s.suspend(); err != nil {
						return err
					}
				} else if !m.Press(key, view.ListHeight()-1) {
					return nil
				}
				if args := m.Wanted(); args != nil {
					m.Say(run(args))
				}
			}
		case <-tick.C:
			if list, err = watcher.New(ctx); err != nil {
				return err
			}
		}
	}
}

// readKeys sends what is read from a terminal, until it ends.
func readKeys(in io.Reader, pressed chan<- string) {
	defer close(pressed)
	b := make([]byte, 256)
	for {
		n, err := in.Read(b)
		if n > 0 {
			pressed <- string(b[:n])
		}
		if err != nil {
			return
		}
	}
}

// A screen is a terminal that shows lines instead of what the shell wrote.
type screen struct {
	in, out *os.File
	before  *xterm.State
	lines   []string // that are shown
	width   int
}

// enter switches the terminal to the alternate screen and to single keys.
func (s *screen) enter() (err error) {
	if s.before, err = xterm.MakeRaw(int(s.in.Fd())); err != nil {
		return err
	}
	if err := enableSequences(s.out); err != nil {
		return errors.Join(err, xterm.Restore(int(s.in.Fd()), s.before))
	}
	s.lines = nil
	_, err = s.out.WriteString(enterScreen)
	return err
}

// leave restores the terminal.
func (s *screen) leave() error {
	_, err := s.out.WriteString(leaveScreen)
	return errors.Join(err, xterm.Restore(int(s.in.Fd()), s.before))
}

// suspend stops the process as Ctrl-Z does, and comes back when it continues.
func (s *screen) suspend() error {
	return errors.Join(s.leave(), stopProcess(), s.enter())
}

// size returns the size of the terminal, 80 by 24 if it does not tell.
func (s *screen) size() (width, height int) {
	width, height = term.ScreenSize(s.out)
	if width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}

// draw shows lines. It writes only those that have changed.
func (s *screen) draw(lines []string, width int) error {
	var b strings.Builder
	if len(lines) != len(s.lines) || width != s.width {
		b.WriteString(clearScreen)
		s.lines = make([]string, len(lines))
		s.width = width
	}
	for i, line := range lines {
		if line != s.lines[i] {
			b.WriteString("\x1b[" + strconv.Itoa(i+1) + ";1H" + clearLine + line)
		}
	}
	s.lines = lines
	if b.Len() == 0 {
		return nil
	}
	_, err := s.out.WriteString(beginUpdate + b.String() + endUpdate)
	return err
}
