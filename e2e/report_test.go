//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// contrastOf returns the lowest contrast of the page's texts with their background, and the text that has it.
const contrastOf = `(() => {
  const channel = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgb = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  let worst = [99, ''];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest('script, style, title') || !one.checkVisibility()) continue;
    const text = rgb(getComputedStyle(one)[one.closest('svg') ? 'fill' : 'color']);
    let back = [0, 0, 0, 0];
    for (let at = one; at && back[3] < 255; at = at.parentElement) back = rgb(getComputedStyle(at).backgroundColor);
    if (back[3] < 255) continue;
    const [high, low] = [light(text), light(back)].sort((a, b) => b - a);
    const contrast = (high + .05) / (low + .05);
    if (contrast < worst[0]) worst = [contrast, node.data.trim().slice(0, 40) + ' ' + one.className];
  }
  return worst;
})()`

// TestReport looks at the report in a real Chromium, which $WITNESS_BROWSER names: apt-get install chromium, then
// just browser. It takes the report of examples/session.jsonl, or the page $WITNESS_PAGE.
func TestReport(t *testing.T) {
	program := os.Getenv("WITNESS_BROWSER")
	if program == "" {
		t.Skip("it needs Chromium: just browser")
	}
	page := os.Getenv("WITNESS_PAGE")
	if page == "" {
		page = filepath.Join(t.TempDir(), "report.html")
		cmd := exec.CommandContext(t.Context(), "go", "run", "./cmd/witness", "replay", "--format", "html", "-o", page, "examples/session.jsonl")
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	url := "file://" + page
	b := startBrowser(t, program)
	for _, v := range []struct {
		name, scheme string
		width        int
	}{{"light", "light", 1280}, {"dark", "dark", 1280}, {"phone", "light", 390}, {"phone-dark", "dark", 390}} {
		b.view(v.width, 900, v.scheme)
		for _, part := range []string{"", "#session-1"} {
			b.open("about:blank")
			b.open(url + part)
			var contrast []any
			if b.eval(contrastOf, &contrast); contrast[0].(float64) < 4.5 {
				t.Errorf("%s%s: %q has a contrast of %.2f", v.name, part, contrast[1], contrast[0])
			}
			var wide int
			if b.eval("document.documentElement.scrollWidth", &wide); wide > v.width {
				t.Errorf("%s%s is %d pixels wide", v.name, part, wide)
			}
			var shown []bool
			b.eval(`[...document.querySelectorAll('main, #session-1')].map(one => one.checkVisibility())`, &shown)
			if part == "" != shown[0] || part == "" == shown[1] {
				t.Errorf("%s%s: shown are %v", v.name, part, shown)
			}
			b.keep(v.name + strings.ReplaceAll(part, "#", "-") + ".png")
		}
	}
	b.keep("session.pdf")

	// With the keyboard alone: each link can be seen to have the focus, and leads to where it says.
	b.view(1280, 900, "light")
	b.open(url)
	reached := ""
	for range 40 {
		b.press("Tab", 9)
		var outline string
		if b.eval("getComputedStyle(document.activeElement).outlineStyle", &outline); outline == "none" {
			t.Error("an element has the focus and does not show it")
		}
		if b.eval("document.activeElement.getAttribute('href') ?? ''", &reached); reached == "#session-1" {
			break
		}
	}
	b.press("Enter", 13)
	var at string
	if b.eval("location.hash", &at); at != "#session-1" {
		t.Errorf("the keyboard reached %q, and Enter led to %q", reached, at)
	}
	b.keep("keyboard.png")

	// It can be read without scripts, and it asks for nothing.
	b.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.open("about:blank")
	b.open(url)
	b.keep("report.pdf")
	for _, request := range b.Requests {
		if request != "about:blank" && !strings.HasPrefix(request, url) {
			t.Errorf("it asked for %s", request)
		}
	}
	for _, message := range b.Messages {
		t.Errorf("the browser says: %s", message)
	}
}
