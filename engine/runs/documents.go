package runs

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"

	"witness/engine/lines"
	"witness/engine/store"
)

// A document is a JSON or XML document in an output.
type document struct {
	at      int
	pattern *lines.Pattern // that matches its beginning
	json    string         // the document, or the elements of an XML document as an array
	whole   bool           // its end is in the output
}

// maxBroken is at how many beginnings without a document a search ends: each is read to the end of the
// output.
const maxBroken = 20

// documents returns the documents of an output whose beginnings match the reader's patterns. A JSON
// document whose end is missing is none.
func (d *reader) documents() (list []document) {
	for _, p := range d.set.All {
		if p.Role != "json" && p.Role != "xml" {
			continue
		}
		open := "{["
		if p.Role == "xml" {
			open = "<"
		}
		for at, broken := 0, 0; at < len(d.in.Output) && broken < maxBroken; {
			i := strings.IndexAny(d.in.Output[at:], open)
			if i < 0 {
				break
			}
			at += i
			if !p.Begins(d.in.Output[at:]) {
				at++
				continue
			}
			read := readJSON
			if p.Role == "xml" {
				read = readXML
			}
			d, n := read(d.in.Output[at:])
			if n == 0 {
				at++
				broken++
				continue
			}
			d.at, d.pattern = at, p
			list = append(list, d)
			at += n
		}
	}
	return list
}

// readJSON reads a JSON value at the beginning of a text and returns its length, 0 if it is none.
func readJSON(text string) (d document, n int) {
	dec := json.NewDecoder(strings.NewReader(text))
	var value json.RawMessage
	if dec.Decode(&value) != nil {
		return d, 0
	}
	return document{json: string(value), whole: true}, int(dec.InputOffset())
}

// An xmlElement is an element of an XML document, in the order of their beginnings.
type xmlElement struct {
	ID     int               `json:"id"`
	Parent int               `json:"parent"` // 0 for the root
	Name   string            `json:"name"`
	Attr   map[string]string `json:"attr"`
	Text   string            `json:"text"`  // its own, without that of the elements in it
	Whole  bool              `json:"whole"` // its end is in the document
}

// readXML reads an XML element at the beginning of a text, as far as it goes.
func readXML(text string) (d document, n int) {
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = false
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var all []xmlElement
	var open []int
	for {
		token, err := dec.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := xmlElement{ID: len(all) + 1, Name: t.Name.Local, Attr: map[string]string{}}
			if len(open) > 0 {
				e.Parent = open[len(open)-1]
			}
			for _, a := range t.Attr {
				e.Attr[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e.ID)
		case xml.EndElement:
			if len(open) > 0 {
				all[open[len(open)-1]-1].Whole = true
				open = open[:len(open)-1]
			}
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]-1].Text += string(t)
			}
		}
		if len(open) == 0 && len(all) > 0 {
			d.whole = true
			break
		}
	}
	n = int(dec.InputOffset())
	d.json, d.whole = store.JSONList(all), d.whole && !strings.Contains(text[:n], " characters truncated] ...")
	return d, n
}

// documentsJSON returns documents as the relation for a SELECT.
func documentsJSON(list []document) string {
	rows := make([][]any, 0, len(list))
	for _, d := range list {
		rows = append(rows, []any{d.at, d.pattern.Name, d.json, d.whole})
	}
	return store.JSONList(rows)
}
