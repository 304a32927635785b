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
	reverse     = "\x1b[7m"
	plain       = "\x1b[0m"
)

// pollInterval is how often the store and the size of the terminal are looked at.
const pollInterval = 250 * time.Millisecond

// A display is what a screen shows.
type display interface {
	refresh(ctx context.Context) error     // looks again at what is recorded
	lines(v View, now time.Time) []string  // those of the screen
	press(key string, v View) (stays bool) // does what a key asks for
}

// Follow shows a project's calls on the terminal until a key or ctx ends it, and then restores the terminal. It begins
// with these occurrences, and runs the commands that keys ask for.
func Follow(ctx context.Context, watcher *inspect.Watcher, first []inspect.Occurrence, project string, streams term.Streams, run func(args []string) string) error {
	m := NewModel(project)
	m.Add(first)
	return onTerminal(streams, func(s *screen) error { return s.show(ctx, &calls{m, watcher, run}) })
}

// Browse shows a list of sessions on the terminal until a key or ctx ends it. Enter shows the calls of a session, which open
// returns, as Follow does, and Esc the list again.
func Browse(ctx context.Context, list *List, open func(session string) *inspect.Watcher, project string, streams term.Streams, run func(args []string) string) error {
	return onTerminal(streams, func(s *screen) error {
		for {
			if err := s.show(ctx, list); err != nil || list.opened == "" {
				return err
			}
			c := &calls{NewModel(project), open(list.opened), run}
			c.inList, list.opened = true, ""
			if err := errors.Join(s.show(ctx, c), c.watcher.Close()); err != nil || !c.closed {
				return err
			}
		}
	})
}

// calls are the calls of a project or session.
type calls struct {
	*Model
	watcher *inspect.Watcher
	run     func(args []string) string
}

func (c *calls) refresh(ctx context.Context) error {
	list, err := c.watcher.New(ctx)
	if err != nil {
		return err
	}
	c.Add(list)
	c.State, err = c.watcher.State(ctx, time.Now().UnixMilli())
	return err
}

func (c *calls) lines(v View, now time.Time) []string { return v.Lines(c.Model, now) }

func (c *calls) press(key string, v View) bool {
	stays := c.Press(key, v.ListHeight()-1)
	if args := c.Wanted(); args != nil {
		c.Say(c.run(args))
	}
	return stays
}

// onTerminal calls do with the terminal as a screen, and then restores it.
func onTerminal(streams term.Streams, do func(*screen) error) (err error) {
	in, isFile := streams.In.(*os.File)
	out, areFiles := streams.Out.(*os.File)
	if !isFile || !areFiles {
		return errors.New("the terminal is not a file")
	}
	s := &screen{in: in, out: out, paint: streams.Palette(out), pressed: make(chan string)}
	if err := s.enter(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	go readKeys(in, s.pressed) // it ends with the process
	return do(s)
}

// show shows a display until a key or ctx ends it. The keys that were read together with that one are for what follows.
func (s *screen) show(ctx context.Context, d display) error {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for looks := true; ; {
		if looks {
			if err := d.refresh(ctx); err != nil {
				return err
			}
		}
		view := View{Paint: s.paint}
		view.Width, view.Height = s.size()
		if err := s.draw(d.lines(view, time.Now()), view.Width); err != nil {
			return err
		}
		if looks = false; len(s.keys) > 0 {
			key := s.keys[0]
			s.keys = s.keys[1:]
			if key == "ctrl+z" {
				if err := s.suspend(); err != nil {
					return err
				}
			} else if !d.press(key, view) {
				return nil
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case text, open := <-s.pressed:
			if !open {
				return nil
			}
			s.keys = Keys(text)
		case <-tick.C:
			looks = true
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
	paint   term.Palette
	pressed chan string // what is read from the terminal
	keys    []string    // that were read and not yet pressed
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

// selected shows a line as the selected one, also for a person who wants no colors: reversed is none.
func selected(line string) string { return reverse + line + plain }

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
