package term

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestProgress lets time pass: what takes less than a second shows nothing, what takes longer shows what is being done,
// or a bar, and End removes both.
func TestProgress(t *testing.T) {
	for name, test := range map[string]struct {
		work func(p *Progress)
		want []string // the lines that were drawn
	}{
		"short":       {func(p *Progress) { p.Doing("looking"); time.Sleep(900 * time.Millisecond) }, nil},
		"long":        {func(p *Progress) { p.Doing("looking"); time.Sleep(2500 * time.Millisecond) }, []string{"looking… 1 s", "looking… 2 s", ""}},
		"second part": {func(p *Progress) { time.Sleep(3 * time.Second); p.Doing("looking"); time.Sleep(time.Millisecond) }, []string{"looking… 3 s", ""}},
		"a short part": {func(p *Progress) {
			p.Doing("one")
			time.Sleep(990 * time.Millisecond)
			p.Doing("two")
			time.Sleep(time.Second)
		}, []string{"two… 1 s", ""}},
		"bar":       {func(p *Progress) { time.Sleep(2 * time.Second); p.Show(1, 3, "1 of 3") }, []string{"[##########....................] 1 of 3", ""}},
		"early bar": {func(p *Progress) { p.Show(1, 3, "1 of 3") }, nil},
		"bar instead": {func(p *Progress) {
			p.Doing("looking")
			time.Sleep(1500 * time.Millisecond)
			p.Show(3, 3, "3 of 3")
			time.Sleep(3 * time.Second)
		}, []string{"looking… 1 s", "[##############################] 3 of 3", ""}},
		"frequent bar": {func(p *Progress) { time.Sleep(2 * time.Second); p.Show(0, 1, "a"); p.Show(1, 1, "b") }, []string{"[..............................] a", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				p := &Progress{out: &out, start: time.Now()}
				test.work(p)
				p.End()
				time.Sleep(time.Minute)
				var want strings.Builder
				for _, line := range test.want {
					want.WriteString("\r" + line + "\x1b[K")
				}
				if out.String() != want.String() {
					t.Errorf("%q\nwant\n%q", out.String(), want.String())
				}
			})
		})
	}
}

// TestProgressInPipe writes nothing where there is no terminal.
func TestProgressInPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := NewProgress(&out)
		p.Doing("looking")
		time.Sleep(3 * time.Second)
		p.Show(1, 2, "1 of 2")
		p.End()
		if out.Len() > 0 {
			t.Errorf("%q", out.String())
		}
	})
}
