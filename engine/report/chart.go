package report

import (
	"fmt"

	"witness/engine/hook"
)

// A chart is the findings over time, as columns.
type chart struct {
	Columns     []column
	First, Last string
	Most        int
}

// A column is a day, or several.
type column struct {
	X, Width, Text string
	Parts          []part
}

// A part is the findings of one severity.
type part struct {
	Y, Height int
	Class     string
}

// chartHeight is the height of the chart in pixels.
const chartHeight = 96

// chart returns the findings over time.
func (r *Report) chart() (c chart) {
	for _, d := range r.Days {
		c.Most = max(c.Most, d.Warn+d.Ask+d.Block+d.Unsaid)
	}
	if c.Most == 0 || len(r.Days) < 2 {
		return chart{}
	}
	wide := 100 / float64(len(r.Days))
	for i, d := range r.Days {
		one := column{X: percent(float64(i)*wide + wide/10), Width: percent(wide * 0.8)}
		one.Text = fmt.Sprintf("%s: %d blocked, %d asked, %d warned, %d kept silent", d.From.format("2 Jan"), d.Block, d.Ask, d.Warn, d.Unsaid)
		y := chartHeight
		for _, p := range []struct {
			n     int
			class string
		}{{d.Block, hook.Block}, {d.Ask, hook.Ask}, {d.Warn, hook.Warn}, {d.Unsaid, "hollow"}} {
			if p.n > 0 {
				height := max(2, p.n*(chartHeight-4)/c.Most)
				y -= height
				one.Parts = append(one.Parts, part{y, height, p.class})
			}
		}
		c.Columns = append(c.Columns, one)
	}
	c.First, c.Last = r.Days[0].From.format("2 Jan 2006"), r.Days[len(r.Days)-1].From.format("2 Jan 2006")
	return c
}
