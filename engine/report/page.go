package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"witness/engine/spent"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// A page is what the template shows.
type page struct {
	*Report
	Style   template.CSS
	Script  template.JS
	Policy  string // nothing may be loaded, and no script but the page's own runs
	Period  string
	Ribbons []ribbon
	Strips  []ribbon
	Pages   []ribbon
	Chart   chart
	LeftOut int  // sessions that are only counted
	Spent   bool // a model or a time at work is known, so that their table says something

	Summaries map[string]string // of the rules
}

// HTML writes the report as one HTML file, which makes no request.
func (r *Report) HTML(out io.Writer) error {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p := page{
		Report: r, Style: template.CSS(pageStyle), Script: template.JS(pageScript), //nolint:gosec // both are embedded
		Policy: "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src " + hash(pageStyle) + "; script-src " + hash(pageScript),
		Period: r.period(), Chart: r.chart(), Summaries: map[string]string{},
		Spent: slices.ContainsFunc(r.Models, func(t spent.Total) bool { return t.Of != "" || t.ActiveMS > 0 }),
	}
	if !r.Anonymous { // else the messages are the summaries
		for _, rule := range r.Rules {
			p.Summaries[rule.Name] = rule.Summary
		}
	}
	rows, others := 0, []ribbon{}
	for i, s := range r.Sessions {
		one := ribbon{Session: s, N: i + 1, Length: s.length()}
		switch {
		case s.Steps != nil && len(p.Ribbons) < maxRibbons && (s.score > 0 || len(p.Ribbons) < fewRibbons):
			one.draw()
			if len(p.Pages) < maxPages && rows < maxPageRows {
				one.HasPage = true
				one.Timeline, one.Cut = s.timeline()
				one.link()
				rows += len(one.Timeline)
				p.Pages = append(p.Pages, one)
			}
			p.Ribbons = append(p.Ribbons, one)
		default:
			others = append(others, one)
		}
	}
	for i := 1; i < len(p.Pages); i++ {
		p.Pages[i].Before, p.Pages[i-1].After = p.Pages[i-1].N, p.Pages[i].N
	}
	slices.SortStableFunc(others, func(a, b ribbon) int { return cmp.Compare(b.Ended, a.Ended) })
	p.Strips, p.LeftOut = others[:min(len(others), maxStrips)], max(0, len(others)-maxStrips)
	for i := range p.Strips {
		p.Strips[i].drawStrip()
	}
	t, err := template.New("page").Funcs(functions(r.Sessions)).Parse(pageText)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(out, 1<<16)
	if err := t.Execute(b, p); err != nil {
		return err
	}
	return b.Flush()
}

// functions returns what the template calls. It is no variable, which each hook would initialize.
func functions(list []*Session) template.FuncMap {
	return template.FuncMap{
		"plural":  plural,
		"number":  func(n int) string { return humanize.Comma(int64(n)) },
		"percent": func(part, of int) string { return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(max(of, 1))) },
		"moment":  func(t Time) string { return t.format("2 Jan 2006 15:04") },
		"clock":   func(t Time) string { return t.format("15:04:05") },
		"day":     func(t Time) string { return t.format("2 Jan 2006") },
		"iso":     func(t Time) string { return time.UnixMilli(int64(t)).UTC().Format(time.RFC3339) },
		"minutes": minutes,
		"tokens":  spent.Short,
		"dollars": func(t spent.Total) string {
			if t.Dollars == nil {
				return "–"
			}
			return fmt.Sprintf("%.2f", *t.Dollars)
		},
		"took": func(ms int64) string {
			if ms == 0 {
				return "–"
			}
			return minutes(ms)
		},
		"brief":  func(text string) string { return shortened(text, 140) },
		"tail":   tail,
		"head":   func(name string) string { return cut(name)[0] },
		"rear":   func(name string) string { return cut(name)[1] },
		"short":  short,
		"folder": folders(list),
		"add":    func(a, b int) int { return a + b },
	}
}

// folders returns what names the folder of a session: the end of its path that no other session's folder has.
func folders(list []*Session) func(root string) string {
	end := func(root string, n int) string {
		parts := strings.Split(root, "/")
		return strings.Join(parts[max(0, len(parts)-n):], "/")
	}
	return func(root string) string {
		n := 1
		for _, s := range list {
			for s.Root != root && end(s.Root, n) == end(root, n) && end(root, n) != root {
				n++
			}
		}
		return end(root, n)
	}
}

// short returns a session as the page names it: by the first characters of its id, or by its number.
func short(id string) string {
	if strings.HasPrefix(id, "session ") {
		return id
	}
	return "session " + string([]rune(id)[:min(8, len([]rune(id)))])
}

// format returns the time in the time zone of this machine, "" if it is not known.
func (t Time) format(layout string) string {
	if t == 0 {
		return ""
	}
	return time.UnixMilli(int64(t)).Format(layout)
}

// minutes returns a duration in the unit that fits.
func minutes(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", ms)
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()+0.5))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// tail returns a file with its folder: sqlite3/base.py.
func tail(file string) string {
	parts := strings.Split(file, "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}

// cut returns a name in two parts: of one that is too long the browser leaves out the end of the first.
func cut(name string) [2]string {
	const rear = 9 // characters
	runes := []rune(name)
	at := max(len(runes)-rear, len(runes)/2)
	return [2]string{string(runes[:at]), string(runes[at:])}
}

// length returns how long a session was, "" if it is not known.
func (s *Session) length() string {
	if s.Began == 0 || s.Ended <= s.Began {
		return ""
	}
	return minutes(int64(s.Ended - s.Began))
}

// period returns the time that the sessions cover, "" if it is not known.
func (r *Report) period() string {
	first, last := Time(0), Time(0)
	for _, s := range r.Sessions {
		if s.Began > 0 && (first == 0 || s.Began < first) {
			first = s.Began
		}
		last = max(last, s.Ended)
	}
	from, to := first.format("2 Jan 2006"), last.format("2 Jan 2006")
	if from == to {
		return from
	}
	return from + " to " + to
}
