package script

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A process is a program in the background.
type process struct {
	name           string
	cmd            *exec.Cmd
	out, complaint strings.Builder
	over           chan struct{} // closed at its end
	not            bool          // it must fail
}

// patience is how long a program in the background may take to end when the script is over.
const patience = 2 * time.Second

// inBackground tells whether the last word is & or &NAME&, and the name.
func inBackground(args []string) (name string, ok bool) {
	last, ok := strings.CutPrefix(args[len(args)-1], "&")
	if !ok || last == "" {
		return "", ok
	}
	name, ok = strings.CutSuffix(last, "&")
	letters := strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return name, ok && name != "" && letters == ""
}

// started tells whether a program with these words runs in the background.
func started(args []string) bool {
	_, ok := inBackground(args)
	return ok
}

// mayStart refuses a name in the background that another program there has.
func (r *run) mayStart(args []string) error {
	if name, ok := inBackground(args); ok && name != "" && r.named(name) >= 0 {
		return fmt.Errorf("duplicate background process name %q", name)
	}
	return nil
}

// start runs a program in the background.
func (r *run) start(not bool, name string, args []string) error {
	r.stdout, r.stderr = "", ""
	cmd, err := r.prepare(args)
	if err != nil {
		return err
	}
	p := &process{name: name, cmd: cmd, over: make(chan struct{}), not: not}
	cmd.Stdout, cmd.Stderr = &p.out, &p.complaint
	cmd.Cancel = func() error { return end(cmd.Process, os.Interrupt) }
	cmd.WaitDelay = patience
	if err := cmd.Start(); err != nil {
		return err
	}
	r.background = append(r.background, p)
	go func() {
		_ = cmd.Wait() // ProcessState has it
		close(p.over)
	}()
	return nil
}

// end asks a program to end; Windows knows no asking.
func end(p *os.Process, signal os.Signal) error {
	err := p.Signal(signal)
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		err = p.Kill()
	}
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

func (r *run) named(name string) int {
	return slices.IndexFunc(r.background, func(p *process) bool { return p.name == name })
}

// wait waits for the end of what is in the background, or of one of it.
func (r *run) wait(_ bool, args []string) error {
	if len(args) == 0 {
		return r.waitAll()
	}
	i := r.named(args[0])
	if i < 0 || args[0] == "" {
		return fmt.Errorf("unknown background process %q", args[0])
	}
	p := r.background[i]
	r.background = slices.Delete(r.background, i, i+1)
	<-p.over
	r.stdout, r.stderr = p.out.String(), p.complaint.String()
	r.printed(r.stdout, r.stderr)
	return p.failure()
}

// waitAll waits for the end of all that is in the background; what it printed is then what was
// printed last.
func (r *run) waitAll() error {
	r.stdout, r.stderr = "", ""
	processes := r.background
	r.background = nil
	var failed error
	for _, p := range processes {
		<-p.over
		name := filepath.Base(p.cmd.Path)
		r.note(fmt.Sprintf("[background] %s: %v", strings.Join(append([]string{name}, p.cmd.Args[1:]...), " "), p.cmd.ProcessState))
		r.printed(p.out.String(), p.complaint.String())
		r.stdout += p.out.String()
		r.stderr += p.complaint.String()
		if err := p.failure(); failed == nil {
			failed = err
		}
	}
	return failed
}

// failure tells of a program that did not end as it must.
func (p *process) failure() error {
	switch succeeded := p.cmd.ProcessState != nil && p.cmd.ProcessState.Success(); {
	case succeeded && p.not:
		return errors.New("unexpected command success")
	case !succeeded && !p.not:
		return errors.New("unexpected command failure")
	}
	return nil
}

// kill ends what is in the background, or one of it.
func (r *run) kill(_ bool, args []string) error {
	signal := os.Kill
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-KILL":
		case "-INT":
			signal = os.Interrupt
		default:
			return fmt.Errorf("unknown signal: %s", args[0][1:])
		}
		args = args[1:]
	}
	if len(args) > 1 {
		return misused("kill")
	}
	processes := r.background
	if len(args) == 1 {
		i := r.named(args[0])
		if i < 0 || args[0] == "" {
			return fmt.Errorf("unknown background process %q", args[0])
		}
		processes = processes[i : i+1]
	}
	for _, p := range processes {
		if err := end(p.cmd.Process, signal); err != nil {
			return fmt.Errorf("unexpected error terminating background command %q: %w", p.name, err)
		}
	}
	return nil
}
