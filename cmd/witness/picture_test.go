package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Pictures draw what witness prints as SVG, for the documentation: a terminal with lines of text, and a part of a page.

// A terminalLine is one line of a terminal. Its class is a class of style: "", prompt, call, output or verdict.
type terminalLine struct{ Class, Text string }

// columns is the width of the terminal; glyph is that of a character in hundredths of a pixel, and height that of a line in pixels.
const (
	columns = 80
	glyph   = 843
	height  = 20
	margin  = 20
	title   = 36
)

// style has the colours of a terminal with a light and with a dark background, as the browser prefers.
const style = `
.back { fill: #f6f8fa; stroke: #d1d9e0; } .bar { stroke: #d1d9e0; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; fill: #1f2328; white-space: pre; }
.title, .output { fill: #59636e; } .prompt, .call { font-weight: 600; } .verdict { fill: #b31d28; font-weight: 600; }
.line { animation: appear .2s both; }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .line { animation: none; } }
@media (prefers-color-scheme: dark) {
  .back { fill: #0d1117; stroke: #3d444d; } .bar { stroke: #3d444d; } text { fill: #e6edf3; }
  .title, .output { fill: #9198a1; } .verdict { fill: #ff8e86; }
}
`

// playing is how many seconds the lines of a terminal take to appear.
const playing = 20

// drawTerminal draws a window with lines, which are wrapped at 80 columns with their own indent and two more. They appear one after the other,
// unless the browser is to reduce motion.
func drawTerminal(name string, lines []terminalLine) []byte {
	var wrapped []terminalLine
	for _, line := range lines {
		for _, text := range wrap(line.Text) {
			wrapped = append(wrapped, terminalLine{line.Class, text})
		}
	}
	w, h := 2*margin+columns*glyph/100, title+2*margin+height*(len(wrapped)-1)+4
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="%s">`, w, h, escape(name))
	fmt.Fprintf(&b, "\n<style>%s</style>\n", style)
	fmt.Fprintf(&b, `<rect class="back" x=".5" y=".5" width="%d" height="%d" rx="8"/><path class="bar" d="M.5 %d.5h%[1]d"/>`+"\n", w-1, h-1, title)
	fmt.Fprintf(&b, `<text class="title" x="%d" y="23">%s</text>`+"\n", margin, escape(name))
	for i, line := range wrapped {
		fmt.Fprintf(&b, `<text class="%s line" style="animation-delay:%.1fs" x="%d" y="%d" xml:space="preserve">%s</text>`+"\n", line.Class, playing*float64(i)/float64(len(wrapped)), margin, title+margin+6+height*i, escape(line.Text))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// wrap breaks a text at spaces into lines of at most 80 columns.
func wrap(text string) (lines []string) {
	indent := strings.Repeat(" ", len(text)-len(strings.TrimLeft(text, " "))+2)
	for len([]rune(text)) > columns {
		at := strings.LastIndex(string([]rune(text)[:columns]), " ")
		if at <= len(indent) {
			break // one word is longer than the line
		}
		lines = append(lines, text[:at])
		text = indent + text[at+1:]
	}
	return append(lines, text)
}

// voids are the forms in which HTML, but not XML, may leave out an end or a value.
var voids = regexp.MustCompile(`<br>| (data-session|hidden|open|defer)(?:([ >]))`)

// drawPage draws the part of an HTML page that begins with its element main, with its style, cut off at a height.
func drawPage(html []byte, width, height int) ([]byte, error) {
	text := string(html)
	_, css, ok := strings.Cut(text, "<style>")
	css, _, ok2 := strings.Cut(css, "</style>")
	_, body, ok3 := strings.Cut(text, "<body>")
	body, _, ok4 := strings.Cut(body, "</main>")
	if !ok || !ok2 || !ok3 || !ok4 {
		return nil, errors.New("the page has no style, or no body that begins with main")
	}
	body = voids.ReplaceAllStringFunc(body, func(found string) string {
		if found == "<br>" {
			return "<br/>"
		}
		return found[:len(found)-1] + `=""` + found[len(found)-1:]
	})
	body = strings.ReplaceAll(body, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `)
	// :root is the image here, and the page has the background of its body.
	css = strings.ReplaceAll(css, "body {", ".page { height: 100%;")
	image := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="witness report">
<style>%[3]s</style>
<foreignObject width="%[1]d" height="%[2]d"><div xmlns="http://www.w3.org/1999/xhtml" class="page">%[4]s</main></div></foreignObject>
</svg>
`, width, height, escape(css), body)
	return []byte(image), wellFormed(image)
}

// wellFormed returns an error if a text is not well-formed XML: a browser then shows no image at all.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// escape returns a text as it is written in XML.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(text)
}
