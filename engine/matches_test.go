package engine

import "testing"

// TestMatchesHeads: each match tells its part and what its head was; what is only there to
// be a head is not listed, unless nothing follows it.
func TestMatchesHeads(t *testing.T) {
	const pattern = `(?m)^(?:=(?P<_run>\w+)|-(?P<said>\w+)|(?P<end>ok))$`
	for text, want := range map[string]string{
		"-x\n=a\n=b\n-y\nok\n-z\n": `[{"at":0,"line":1,"said":"x","part":0},` +
			`{"at":9,"line":4,"said":"y","part":0,"head":"b"},` +
			`{"at":12,"line":5,"end":"ok","part":0,"head":"b"},` +
			`{"at":15,"line":6,"said":"z","part":1}]`,
		"ok\n=a\n": `[{"at":0,"line":1,"end":"ok","part":0},{"at":3,"line":2,"_run":"a","part":1,"head":"a"}]`,
		"=a\n=b\n": `[{"at":3,"line":2,"_run":"b","part":0,"head":"b"}]`,
		"":         `[]`,
	} {
		if got, err := matches(text, pattern, "_run", "end"); got != want || err != nil {
			t.Errorf("matches(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}
