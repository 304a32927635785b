package store

import (
	"errors"
	"testing"

	"witness/engine/bundle"
)

// TestFileErrorOfParameter checks that a parameter that a call does not have is named as the rule writes it, with its line.
func TestFileErrorOfParameter(t *testing.T) {
	f := &bundle.File{Path: "rules.d/x.sql", Text: "-- X.\nSELECT 1\nWHERE  :existed\n"}
	const want = "rules.d/x.sql:3: this call has no parameter :existed"
	if got := FileError(f, errors.New(`missing named argument "existed"`)).Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
