package replay

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// A record is a line of a recording, or a part of a document.
type record struct {
	n    int // the number of its first line
	text []byte
}

// splitList returns the objects of a recording that is one JSON list of them. It returns false if the text is anything else.
func splitList(text []byte) (list []record, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, false
	}
	list, ok = splitValues(d, text, nil)
	_, err := d.Token()
	return list, ok && err == nil && !d.More() && len(list) > 0
}

// splitValues appends the JSON values that d reads next to list, up to the end of the list that d is in or of the text. text is what d
// reads.
func splitValues(d *json.Decoder, text []byte, list []record) ([]record, bool) {
	line, counted := 1, 0
	for d.More() {
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		begin := int(d.InputOffset()) - len(value)
		line += bytes.Count(text[counted:begin], []byte("\n"))
		counted = begin
		list = append(list, record{line, oneLine(value)})
	}
	return list, true
}

// splitDocument returns the records of a recording that is one JSON document: the document without
// its messages, and each of the messages. It returns false if the text is not such a document.
//
//	{"info": {…}, "messages": [{…}, {…}]}
func splitDocument(text []byte) ([]record, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	head := bytes.NewBufferString("{")
	list := []record{{n: 1}}
	found := false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, false
		}
		if key == "messages" && !found {
			if t, err := d.Token(); err != nil || t != json.Delim('[') {
				return nil, false
			}
			if list, found = splitValues(d, text, list); !found {
				return nil, false
			}
			if _, err := d.Token(); err != nil {
				return nil, false
			}
			continue
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		if head.Len() > 1 {
			head.WriteByte(',')
		}
		name, err := json.Marshal(key)
		if err != nil {
			return nil, false
		}
		head.Write(name)
		head.WriteByte(':')
		head.Write(oneLine(value))
	}
	if _, err := d.Token(); err != nil || d.More() {
		return nil, false
	}
	head.WriteByte('}')
	list[0].text = head.Bytes()
	return list, found
}

// splitObjects returns the objects of a recording that is one JSON object after another, each with line breaks of its
// own: payloads that somebody has saved in a form to be read. It returns false if the text is anything else.
func splitObjects(text []byte) (list []record, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	list, ok = splitValues(d, text, nil)
	_, err := d.Token()
	other := slices.ContainsFunc(list, func(r record) bool { return r.text[0] != '{' })
	return list, ok && err == io.EOF && len(list) > 0 && !other
}

// oneLine returns a JSON text without line breaks.
func oneLine(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}
