package report

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLargePage draws more sessions than a page shows. It says how many it leaves out, and stays small.
func TestLargePage(t *testing.T) {
	var sessions []*Session
	for i := range 10_000 {
		s := written(strings.Repeat("eep.f3e.p", 12))
		s.ID, s.Agent, s.Root, s.Began, s.Ended = fmt.Sprintf("%08d", i), "claude", "shop", Time(1e12+i*1e6), Time(1e12+i*1e6+5e5)
		for n := range 5 {
			s.Verdicts = append(s.Verdicts, Verdict{Step: int64(10 * n), At: s.Began, Rule: fmt.Sprint("rule", n), Severity: "warn", Message: strings.Repeat("Do something else. ", 10)})
		}
		if i < maxRead {
			for n := range s.Last {
				s.Steps = append(s.Steps, Step{
					Step: n + 1, At: s.Began, Tool: "edit", Outcome: "ok",
					Touches: []Touch{{Kind: "edit", File: fmt.Sprintf("internal/shop/cart%d.go", n%7), Outcome: "ok", Via: "tool"}},
				})
			}
		}
		sessions = append(sessions, s)
	}
	var out strings.Builder
	if err := (&Reader{}).Build("shop", "store", sessions).HTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if len(page) > 5e6 {
		t.Errorf("the page has %d bytes", len(page))
	}
	for text, want := range map[string]int{
		`<section class="session"`: -1, "<article": maxRibbons, "<tr data-session>": maxStrips,
		"8,440 more sessions are counted above": 1, "This part is about 400 of 10,000 sessions": 1,
	} {
		n := strings.Count(page, text)
		if want >= 0 && n != want || want < 0 && (n == 0 || n > maxPages) {
			t.Errorf("%q is %d times in the page, not %d", text, n, want)
		}
	}
}

// TestContrast checks that each color of a text has a contrast of at least 4.5 with both backgrounds, in the light
// and the dark scheme and in print.
func TestContrast(t *testing.T) {
	schemes := regexp.MustCompile(`:root \{[^}]*\}`).FindAllString(pageStyle, -1)
	if len(schemes) != 3 {
		t.Fatalf("%d schemes", len(schemes))
	}
	for i, scheme := range schemes {
		color := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #(\w{6});`).FindAllStringSubmatch(scheme, -1) {
			color[m[1]] = luminance(t, m[2])
		}
		for _, text := range []string{"text", "muted", "link", "bad"} {
			for _, back := range []string{"back", "raised"} {
				high, low := max(color[text], color[back]), min(color[text], color[back])
				if contrast := (high + .05) / (low + .05); contrast < 4.5 {
					t.Errorf("scheme %d: %s on %s has a contrast of %.2f", i, text, back, contrast)
				}
			}
		}
	}
}

// luminance returns the relative luminance of a color, as WCAG defines it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	rgb, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(shift int) float64 {
		c := float64(rgb>>shift&255) / 255
		if c <= .03928 {
			return c / 12.92
		}
		return math.Pow((c+.055)/1.055, 2.4)
	}
	return .2126*channel(16) + .7152*channel(8) + .0722*channel(0)
}

// TestNumbers checks that of failing runs which are close to each other the ribbon has the highest number.
func TestNumbers(t *testing.T) {
	far := strings.Repeat(".", 50)
	for session, want := range map[string]string{
		"f3 f9" + far:          "9",
		"f9 f3" + far:          "9",
		"f3 f9" + far + "f2 p": "9 2",
		"f3" + far + "p":       "3",
	} {
		r := ribbon{Session: written(session)}
		r.draw()
		var numbers []string
		for _, m := range r.Numbers {
			numbers = append(numbers, m.Text)
		}
		if got := strings.Join(numbers, " "); got != want {
			t.Errorf("%s: %s, want %s", session, got, want)
		}
	}
}

// TestChanged checks that the timeline names a file once: in the call, or in what was recorded.
func TestChanged(t *testing.T) {
	edit := Touch{Kind: "edit", File: "a.go", Outcome: "ok", Via: "tool"}
	failed, other := edit, edit
	failed.Outcome, other.File, other.Via = "failed", "b.go", "observed"
	for _, c := range []struct {
		step Step
		want string
	}{
		{Step{Tool: "edit", Touches: []Touch{edit}}, "edited"},
		{Step{Tool: "edit", Touches: []Touch{failed}}, "edit failed"},
		{Step{Tool: "run", Command: "sed -i s/a/b/ a.go", Touches: []Touch{edit}}, "edited a.go"},
		{Step{Tool: "edit", Touches: []Touch{edit, other}}, "edited, edited b.go, found on disk"},
	} {
		l := line{Step: c.step, Changes: c.step.Touches}
		if got := strings.Join(l.Changed(), ", "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.step, got, c.want)
		}
	}
}
