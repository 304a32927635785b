//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// show runs the client in a terminal, as a user does: $SCREEN is its command line, and $READY matches the screen
// when it waits for a prompt. "show test commit" gives the model turns as play does, and keeps what the screen showed. If $ASKED is set,
// the client is to show it as a question, which $ANSWER, the name of a key, answers, and $ENDS is then what it shows at the end.
// If $OPENS is set, it is the key that answers what the client asks at its start, and a part of that question. If $COMPACT is set, it is the client's command for a compaction: it is
// typed when the turns before the last "end" are over, Enter agrees to the question $CONFIRM, and the prompt is given again.
func show(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: show CALL...")
	}
	ready, err := regexp.Compile(ts.Getenv("READY"))
	ts.Check(err)
	m := begin(ts, args)
	environment, err := environ(ts)
	ts.Check(err)
	folder, err := os.MkdirTemp(ts.Getenv("WORK"), "tmux") // the server of the last show may still be ending
	ts.Check(err)
	socket := filepath.Join(folder, "socket")
	tmux := func(args ...string) (string, error) {
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Dir, cmd.Env = ts.Getenv("PROJECT"), environment
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	screen := func() string {
		text, _ := tmux("capture-pane", "-p", "-S", "-1000") // there is none when the client has ended
		return strings.Join(strings.Fields(text), " ")       // long lines are wrapped
	}
	until := func(is func(string) bool) error {
		for end := time.Now().Add(maxPlay); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if is(screen()) {
				return nil
			}
		}
		return fmt.Errorf("not done after %v; the screen:\n%s", maxPlay, cut(screen(), 4000))
	}
	out, err := tmux(append([]string{"new-session", "-d", "-x", "250", "-y", "100", "env"}, strings.Fields(ts.Getenv("SCREEN"))...)...)
	if err != nil {
		ts.Fatalf("tmux: %v\n%s", err, out)
	}
	defer func() {
		_, _ = tmux("kill-server")
		endDaemons(ts.Getenv("PROJECT"))
	}()
	press := func(key string) { // the name of a key, such as Enter
		_, err := tmux("send-keys", key)
		ts.Check(err)
	}
	reply := func(question, key string) {
		ts.Check(until(func(text string) bool { return strings.Contains(text, question) }))
		ts.Check(until(func(text string) bool { // a key that comes as soon as the question is drawn may be lost
			if strings.Contains(text, question) {
				press(key)
				time.Sleep(time.Second)
			}
			return !strings.Contains(screen(), question)
		}))
	}
	say := func(line string) {
		ts.Check(until(ready.MatchString))
		// A client may take what arrives in one piece, the Enter included, for a pasted text.
		_, err := tmux("send-keys", "-l", line)
		ts.Check(err)
		ts.Check(until(func(text string) bool { return strings.Contains(text, line) }))
		time.Sleep(time.Second)
		press("Enter")
	}
	if key, question, opens := strings.Cut(ts.Getenv("OPENS"), " "); opens {
		reply(question, key)
	}
	say(promptText)
	shown := 0 // how often the end of an earlier turn is on the screen
	if compact := ts.Getenv("COMPACT"); compact != "" {
		after := slices.Clone(args)
		slices.Reverse(after)
		later := max(0, slices.Index(after, "end"))
		ts.Check(until(func(text string) bool {
			return m.left() == later && strings.Contains(text, done) && ready.MatchString(text)
		}))
		say(compact)
		if question := ts.Getenv("CONFIRM"); question != "" {
			reply(question, "Enter")
		}
		ts.Check(until(func(text string) bool { return strings.Contains(text, ts.Getenv("COMPACTED")) }))
		shown = strings.Count(screen(), done)
		say(promptText)
	}
	question, ends := "", done
	if asked := ts.Getenv("ASKED"); asked != "" {
		ends = ts.Getenv("ENDS")
		ts.Check(until(func(text string) bool { return strings.Contains(text, asked) }))
		question = screen()
		// A key that comes as soon as the question is drawn may be lost: Claude Code takes none for a moment.
		ts.Check(until(func(text string) bool {
			if strings.Contains(text, asked) {
				_, err = tmux("send-keys", ts.Getenv("ANSWER"))
				time.Sleep(time.Second)
			}
			return err != nil || !strings.Contains(screen(), asked)
		}))
		ts.Check(err)
	}
	ts.Check(until(func(text string) bool { return m.left() == 0 && strings.Count(text, ends) > shown }))
	text := question + "\n" + screen()
	ts.Logf("the screen:\n%s\nthe model was sent:\n%s", cut(text, 6000), cut(m.afterPrompt(), 20000))
	ts.Setenv("SHOWN", text)
}

// told succeeds if the screen of the last show contained a text; white space counts as one space.
func told(ts *testscript.TestScript, neg bool, args []string) {
	holds(ts, neg, args, ts.Getenv("SHOWN"))
}
