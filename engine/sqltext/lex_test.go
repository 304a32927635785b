package sqltext

import (
	"slices"
	"strings"
	"testing"
)

// TestTokens checks what is a name, a parameter, a string and a comment of a statement.
func TestTokens(t *testing.T) {
	const statement = `SELECT t.a, "b c", [d], ':no', '--' -- :comment of regressions
/* :also of 'regressions */ FROM x AS t WHERE t.a = :file AND b <> ?2 AND c = 'it''s :no' LIMIT 10`
	var names, quoted, literals []string
	for token := range Tokens(statement) {
		if statement[token.At:token.At+len(token.Text)] != token.Text {
			t.Errorf("%q is not at %d", token.Text, token.At)
		}
		switch token.Kind {
		case Word:
			names = append(names, token.Text)
		case Quoted:
			quoted = append(quoted, token.Name())
		case Literal:
			literals = append(literals, token.Text)
		}
	}
	if want := strings.Fields("SELECT t a FROM x AS t WHERE t a AND b AND c LIMIT 10"); !slices.Equal(names, want) {
		t.Errorf("words %q, want %q", names, want)
	}
	if want := []string{"b c", "d"}; !slices.Equal(quoted, want) {
		t.Errorf("quoted names %q, want %q", quoted, want)
	}
	if want := []string{"':no'", "'--'", "'it'", "'s :no'"}; !slices.Equal(literals, want) {
		t.Errorf("strings %q, want %q", literals, want)
	}
	if got, want := Parameters(statement), []string{":file", "?2"}; !slices.Equal(got, want) {
		t.Errorf("parameters %q, want %q", got, want)
	}
	if masked := Mask(statement); len(masked) != len(statement) || strings.Contains(masked, "regressions") || strings.Contains(masked, ":no") {
		t.Errorf("masked: %s", masked)
	}
}

// TestScanFindsWhatIsNotClosed checks the messages about what is opened and not closed, and their places.
func TestScanFindsWhatIsNotClosed(t *testing.T) {
	for statement, want := range map[string]string{
		"SELECT (1, ')' -- )":   "7 a ( is not closed",
		"SELECT 1)":             "8 a ) without a (",
		"SELECT 'a":             "7 a string that begins with ' is not closed",
		"SELECT \"a":            "7 a string that begins with \" is not closed",
		"SELECT 1 /* a":         "9 a comment that begins with /* is not closed",
		"SELECT (')'), 1 -- '(": "0 ",
	} {
		_, at, message := Scan(statement)
		place, text, _ := strings.Cut(want, " ")
		if message != text || at != int(place[0]-'0') {
			t.Errorf("%s: %d %s, want %s", statement, at, message, want)
		}
	}
}
