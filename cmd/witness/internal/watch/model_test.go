package watch

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// noon is when the sessions of these tests begin.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.Local)

// A story adds occurrences to a model, a second apart.
type story struct {
	*Model
	now time.Time
}

func newStory() *story { return &story{NewModel("shop"), noon} }

func (s *story) add(o inspect.Occurrence) {
	s.now = s.now.Add(time.Second)
	o.Timestamp = s.now.UTC().Format(eval.TimeFormat)
	if o.Session == "" {
		o.Session = "e16d1ffd-4b3a"
	}
	o.Agent = "claude"
	s.Add([]inspect.Occurrence{o})
}

func (s *story) before(t int64, tool, subject string) {
	s.add(inspect.Occurrence{T: t, Event: hook.Before, Tool: tool, Subject: subject, Mode: "default"})
}

func (s *story) after(t int64, tool, subject, outcome, result string) {
	s.add(inspect.Occurrence{T: t, Event: hook.After, Tool: tool, Subject: subject, Outcome: outcome, Result: result})
}

func (s *story) verdict(t int64, severity, rule, message, unsaid string) {
	s.add(inspect.Occurrence{T: t, Event: hook.Before, Severity: severity, Rule: rule, Message: message, Unsaid: unsaid, Verdict: fmt.Sprintf("%08x", t)})
}

// screen returns what the screen shows some time after the last occurrence, without the spaces at its ends.
func (s *story) screen(t *testing.T, width, height int, later time.Duration) string {
	t.Helper()
	lines := View{Width: width, Height: height}.Lines(s.Model, s.now.Add(later))
	if len(lines) != height {
		t.Errorf("%d lines for a screen of %d", len(lines), height)
	}
	for i, line := range lines {
		line = strings.TrimSuffix(strings.TrimPrefix(line, reverse), plain) // of the selected one
		if term.Width(line) > width {
			t.Errorf("%d columns on a screen of %d: %q", term.Width(line), width, line)
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func (s *story) expect(t *testing.T, width, height int, later time.Duration, want string) {
	t.Helper()
	if got := s.screen(t, width, height, later); got != strings.Trim(want, "\n") {
		t.Errorf("the screen is\n%s\nand not\n%s", got, strings.Trim(want, "\n"))
	}
}

// tell plays a session: a read, a red run, a warning about an edit that has not ended, a refused commit and the end of the turn.
func tell() *story {
	s := newStory()
	s.before(1, hook.Read, "")
	s.after(1, hook.Read, "cart.go", hook.OK, "")
	s.before(2, hook.Run, "go test ./...")
	s.after(2, hook.Run, "go test ./...", hook.Failed, "2 failed, 4 passed")
	s.before(3, hook.Run, "git commit -qam x")
	s.verdict(3, hook.Block, "no_commit_failing", "TestTotal is known to fail. Make it pass and run it again before you commit.", "")
	s.add(inspect.Occurrence{T: 3, Event: hook.Before, Tool: hook.Run, Subject: "git commit -qam x", Outcome: hook.Denied})
	s.before(4, hook.Edit, "")
	s.State = inspect.State{Red: 2, Untested: 3, Snoozed: []inspect.Snoozed{{Rule: "no_thrashing", Until: noon.Add(time.Hour).UnixMilli()}}}
	return s
}

// TestScreen checks what is shown of a session while it goes on.
func TestScreen(t *testing.T) {
	s := tell()
	s.expect(t, 80, 10, 0, `
shop  claude e16d1ffd  2 red  3 untested  snoozed: no_thrashing until 13:00
────────────────────────────────────────────────────────────────────────────────
12:00:01 ✓ read   cart.go
12:00:03 ✗ run    go test ./...                               2 failed, 4 passed
12:00:05 × run    git commit -qam x                                      refused
           ▲ no_commit_failing: TestTotal is known to fail. Make it pass and run
             it again before you commit.
12:00:08 … edit                                                          runs 0s

q quit  enter details  w why  a allow once  x wrong  z snooze  ? all keys`)
	// An edit takes milliseconds: if it has not ended after seconds, somebody is asked.
	for later, want := range map[time.Duration]string{
		2 * time.Second:  "runs 2s",
		12 * time.Second: "waits, probably for you 12s",
		5 * time.Minute:  "waits, probably for you 5m",
	} {
		if got := s.screen(t, 80, 10, later); !strings.Contains(got, want) || strings.Contains(got, "1 waiting") != strings.Contains(want, "waits") {
			t.Errorf("after %v the screen is without %q:\n%s", later, want, got)
		}
	}
	// When it ends, its line is rewritten.
	s.after(4, hook.Edit, "store.go", hook.OK, "")
	if got := s.screen(t, 80, 10, time.Minute); !strings.Contains(got, "12:00:08 ✓ edit   store.go\n") || strings.Contains(got, "waiting") {
		t.Errorf("the edit has ended:\n%s", got)
	}
}

// TestScreenFitsEverySize checks sizes down to those of no use.
func TestScreenFitsEverySize(t *testing.T) {
	s := tell()
	s.before(5, hook.Run, strings.Repeat("文件", 200))
	s.add(inspect.Occurrence{T: 6, Session: "77ab", Actor: "subagent-with-a-long-name", Event: hook.After, Tool: hook.Other, Name: "mcp__x__y", Outcome: hook.OK})
	for _, press := range []string{"", "enter", "?", "/", "v"} {
		if press != "" {
			s.Press(press, 5)
		}
		for width := 40; width < 160; width += 7 {
			for height := 4; height < 40; height += 3 {
				s.screen(t, width, height, 0)
			}
		}
		for _, size := range [][2]int{{1, 1}, {2, 2}, {5, 3}, {12, 1}, {300, 2}} {
			View{Width: size[0], Height: size[1]}.Lines(s.Model, s.now)
		}
	}
}

// TestOpenCalls checks which calls without an end are still open.
func TestOpenCalls(t *testing.T) {
	open := func(s *story) (list []int64) {
		for _, e := range s.entries {
			if e.isOpen() {
				list = append(list, e.T)
			}
		}
		return list
	}
	expect := func(s *story, want ...int64) {
		t.Helper()
		if got := open(s); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("open are %v, want %v", got, want)
		}
	}
	s := newStory()
	s.before(1, hook.Run, "one")
	s.before(2, hook.Run, "two") // in parallel
	expect(s, 1, 2)
	s.after(2, hook.Run, "two", hook.OK, "")
	expect(s, 1)
	s.before(3, hook.Run, "three") // the next step: what became of the first was not reported
	expect(s, 3)
	s.after(1, hook.Run, "one", hook.OK, "") // late
	if e := s.entries[0]; !e.ended || e.sign() != "✓" {
		t.Error("the end of a call that was given up is not shown")
	}
	s.add(inspect.Occurrence{T: 4, Session: "other", Event: hook.Stop})
	s.add(inspect.Occurrence{T: 5, Event: hook.SubagentStop, Actor: "sub"})
	expect(s, 3)
	s.add(inspect.Occurrence{T: 6, Event: hook.Stop})
	expect(s)

	// An end of which the client says nothing is no success, unless tests do.
	s.after(7, hook.Run, "make", hook.Unknown, "")
	s.after(8, hook.Run, "make test", hook.Unknown, "3 passed")
	if got := s.at[entryKey{"e16d1ffd-4b3a", 7}].sign() + s.at[entryKey{"e16d1ffd-4b3a", 8}].sign(); got != "·✓" {
		t.Errorf("the signs are %s, want ·✓", got)
	}

	// What witness asks about waits from the beginning, and what nobody is asked about does not.
	s = newStory()
	s.before(1, hook.Run, "git push --force")
	s.verdict(1, hook.Ask, "force_push", "This overwrites.", "")
	s.add(inspect.Occurrence{T: 2, Event: hook.Before, Tool: hook.Edit, Mode: "bypass", Actor: "sub"})
	for i, want := range []string{"waits for your answer 2s", "runs 1m"} {
		now := s.now.Add([]time.Duration{0, time.Minute}[i])
		if got, _ := s.entries[i].status(now); got != want {
			t.Errorf("call %d: %q, want %q", i, got, want)
		}
	}
}

// TestFiltersAndKeys checks what the keys select and that Esc takes it back.
func TestFiltersAndKeys(t *testing.T) {
	s := tell()
	s.before(5, hook.Run, "make")
	s.verdict(5, hook.Warn, "quiet", "This was withheld.", eval.BySnooze)
	s.after(5, hook.Run, "make", hook.OK, "3 passed")
	s.add(inspect.Occurrence{T: 6, Session: "e16d1ffd-9999", Event: hook.After, Tool: hook.Read, Subject: "cart_test.go", Outcome: hook.OK})
	press := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			if !s.Press(k, 3) {
				t.Errorf("%s ends the program", k)
			}
		}
	}
	expect := func(want ...int64) {
		t.Helper()
		var got []int64
		for _, e := range s.shown() {
			got = append(got, e.T)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("shown are %v, want %v", got, want)
		}
	}
	expect(1, 2, 3, 4, 5, 6)
	press("v")
	expect(3, 5)
	press("f")
	expect(3)
	press("esc")
	expect(1, 2, 3, 4, 5, 6)
	press("/", "C", "A", "R", "q", "backspace")
	expect(1, 6)
	if got := s.screen(t, 80, 9, 0); !strings.Contains(got, "Search: CAR") {
		t.Errorf("the text is not shown:\n%s", got)
	}
	press("enter", "esc", "/", "x", "esc")
	expect(1, 2, 3, 4, 5, 6)
	press("s")
	expect(6)
	press("esc", "up", "k", "pgup", "up", "up", "down") // up to the first, and one down
	if e := s.current(); e.T != 2 {
		t.Errorf("selected is %d, want 2", e.T)
	}
	press("end")
	if s.selected != nil {
		t.Error("the latest is not followed")
	}
	press("up", "enter")
	if got := s.screen(t, 80, 20, 0); !strings.Contains(got, "\nwarn     (snoozed) quiet: This was withheld.\n         witness why 00000005\n") || !strings.Contains(got, "△ (snoozed) quiet") {
		t.Errorf("the details are not shown:\n%s", got)
	}
	// Sessions that begin alike have longer ids.
	if got := s.screen(t, 80, 20, 0); !strings.Contains(got, " e16d1ffd-4 ") || !strings.Contains(got, " e16d1ffd-9 ") {
		t.Errorf("the sessions cannot be told apart:\n%s", got)
	}
	for _, key := range []string{"q", "ctrl+c"} {
		if s.Press(key, 3) {
			t.Errorf("%s does not end the program", key)
		}
	}
}

// TestHostileTexts checks that nothing of an agent's is interpreted by the terminal.
func TestHostileTexts(t *testing.T) {
	s := newStory()
	evil := "\x1b[31m\x1b]0;title\x07a\rb\u202ec\u0085d"
	s.add(inspect.Occurrence{T: 1, Session: evil, Actor: evil, Event: hook.After, Tool: hook.Run, Subject: evil, Name: evil, Mode: evil, Outcome: hook.OK})
	s.add(inspect.Occurrence{T: 1, Session: evil, Event: hook.After, Severity: hook.Warn, Rule: evil, Message: evil, Verdict: evil})
	s.add(inspect.Occurrence{T: 2, Session: "s", Event: evil})
	s.State.Snoozed = []inspect.Snoozed{{Rule: evil}}
	s.Press("up", 1)
	s.Press("enter", 1)
	if got := s.screen(t, 120, 30, 0); strings.ContainsAny(got, "\x1b\x07\r\u202e\u0085") {
		t.Errorf("%q", got)
	}
}

// TestKeys checks the keys of what terminals send.
func TestKeys(t *testing.T) {
	for text, want := range map[string]string{
		"q": "q", "\x1b": "esc", "\x1b[A\x1bOBk": "up down k", "\x1b[5~\x1b[6~": "pgup pgdn", "\x1b[1;5C": "", "\x1b[": "",
		"\x03": "ctrl+c", "ä文": "ä 文", "\r\n": "enter enter", "\x7f\x08": "backspace backspace", "\x00\xff": "",
	} {
		if got := strings.Join(Keys(text), " "); got != want {
			t.Errorf("Keys(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestActs checks what the keys about a verdict run, that they ask first, and that they say why they do nothing.
func TestActs(t *testing.T) {
	s := newStory()
	s.before(1, hook.Read, "cart.go")
	press := func(keys ...string) string {
		for _, key := range keys {
			s.Press(key, 5)
		}
		return strings.Join(s.Wanted(), " ")
	}
	if got := press("w"); got != "" || !strings.HasPrefix(s.said, "witness has said nothing about this call.") {
		t.Errorf("about a call without a verdict: %q, %q", got, s.said)
	}
	press("esc")
	s.before(2, hook.Run, "git commit -qam x")
	s.verdict(2, hook.Warn, "exit_hidden", "The exit status is hidden.", "")
	s.verdict(2, hook.Block, "no_commit_failing", "TestTotal is known to fail.", "")
	for keys, want := range map[string]string{
		"w": "why 00000002", "a y": "allow-once 00000002", "x y": "wrong 00000002", "z Y": "snooze no_commit_failing --for 30m", "a n": "", "x esc": "", "a": "", "q": "",
	} {
		if got := press(strings.Fields(keys)...); got != want {
			t.Errorf("%s runs %q, not %q", keys, got, want)
		}
		s.asked = nil
	}
	press("a")
	if got := s.screen(t, 80, 9, 0); !strings.HasSuffix(got, "Let this call through once, against no_commit_failing? y: yes, any other key: no") {
		t.Errorf("the screen is\n%s", got)
	}
	press("n")
	s.Say("Allowed once: no_commit_failing\n  a \x1b[31mred line")
	if got := s.screen(t, 80, 12, 0); !strings.Contains(got, "Allowed once: no_commit_failing\n  a ") || strings.Contains(got, "\x1b[31m") || !strings.HasSuffix(got, "Esc closes this") {
		t.Errorf("the screen is\n%s", got)
	}
	press("esc")
	for unsaid, want := range map[string]string{"": "That was a warning", eval.BySnooze: "That was kept from the agent"} {
		s.before(3, hook.Edit, "a.go")
		s.verdict(3, hook.Warn, "no_edit_unread", "a.go has not been read.", unsaid)
		if got := press("a"); got != "" || s.asked != nil || !strings.HasPrefix(s.said, want) {
			t.Errorf("a warning is allowed: %q, %q", got, s.said)
		}
		s = newStory()
	}
}
