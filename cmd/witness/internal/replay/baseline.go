package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"witness/cmd/witness/internal/term"
	"witness/engine/regular"
)

// A known finding is one of an earlier replay. The words of a message may change, and a recording may be elsewhere.
type known struct {
	file                             string
	line                             int
	session, rule, severity, subject string
}

func (f Finding) known() known {
	return known{filepath.Base(f.Path), f.Line, f.Session, f.Rule, f.Severity, f.Subject}
}

// readBaseline reads the findings of an earlier replay, as --format ndjson prints them.
func readBaseline(path string) (list []Finding, err error) {
	f, _, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the findings of an earlier replay: %w", err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	for {
		var one Finding
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil || one.Rule == "":
			return nil, fmt.Errorf("%s has no findings: write it with `witness replay --format ndjson`", path)
		}
		list = append(list, one)
	}
}

// maxGone is how many findings are named that are gone.
const maxGone = 20

// since leaves those findings in the results that were not there before, and says which are gone.
func since(s term.Streams, baseline string, before []Finding, results []result) {
	left := map[known]int{}
	for _, f := range before {
		left[f.known()]++
	}
	for i := range results {
		var fresh []Finding
		for _, f := range results[i].findings {
			if left[f.known()] > 0 {
				left[f.known()]--
			} else {
				fresh = append(fresh, f)
			}
		}
		results[i].findings = fresh
	}
	var gone []Finding
	for _, f := range before {
		if left[f.known()] > 0 {
			left[f.known()]--
			gone = append(gone, f)
		}
	}
	if len(gone) == 0 {
		return
	}
	fmt.Fprintf(s.Err, "witness: gone since %s: %s\n", baseline, term.Count(len(gone), "finding"))
	for _, f := range gone[:min(maxGone, len(gone))] {
		fmt.Fprint(s.Err, "  "+f.text(0, s.Palette(s.Err)))
	}
}
