package imports

import "encoding/json"

// decode reads JSON that people write by hand into v: with // and /* */ comments and
// trailing commas. What cannot be read leaves v as it is, or in part.
func decode(text string, v any) {
	if json.Unmarshal([]byte(text), v) == nil {
		return
	}
	// A comma waits until it is known whether a bracket follows it.
	var plain []byte
	comma := false
	for i := 0; i < len(text); {
		c := text[i]
		if n := commentLen(text[i:]); n > 0 {
			i += n
			continue
		}
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			i++
			continue
		}
		if comma && c != '}' && c != ']' {
			plain = append(plain, ',')
		}
		comma = c == ','
		switch {
		case comma:
			i++
		case c == '"':
			n := quotedLen(text[i:])
			plain = append(plain, text[i:i+n]...)
			i += n
		default:
			plain = append(plain, c)
			i++
		}
	}
	_ = json.Unmarshal(plain, v)
}
