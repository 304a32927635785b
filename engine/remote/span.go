package remote

// A Span is a part of a session as OpenTelemetry has it.
type Span struct {
	Trace   string            `json:"trace"`            // the name of its trace
	ID      string            `json:"id"`               // its own name in that
	Parent  string            `json:"parent,omitempty"` // that of the span that it belongs to
	Name    string            `json:"name"`
	Start   int64             `json:"start"` // milliseconds since 1970
	End     int64             `json:"end"`
	Error   string            `json:"error,omitempty"` // in what way it failed
	Texts   map[string]string `json:"texts,omitempty"` // attributes
	Numbers map[string]int64  `json:"numbers,omitempty"`
}
