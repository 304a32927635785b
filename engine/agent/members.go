package agent

import (
	"bytes"
	"encoding/json"
)

// members are the named members of a JSON object, if they are strings. Nothing behind the
// last of them is read: who calls stands at the front of a payload, and behind it there may
// be megabytes.
func members(object []byte, names ...string) map[string]string {
	found := map[string]string{}
	dec := json.NewDecoder(bytes.NewReader(object))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return found
	}
	for missing := len(names); missing > 0 && dec.More(); {
		name, err := dec.Token()
		if err != nil {
			return found
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return found
		}
		for _, n := range names {
			if n == name {
				var text string
				_ = json.Unmarshal(value, &text) // what is no string stays empty
				found[n] = text
				missing--
			}
		}
	}
	return found
}
