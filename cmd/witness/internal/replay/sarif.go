package replay

import (
	"io"
	"net/url"
	"path/filepath"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
)

// The parts of SARIF 2.1.0 that replay writes: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Help  sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	}
)

// sarif prints every finding as a SARIF result. Its location is a line of the recording.
func (s *Summary) sarif(out io.Writer) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "witness", Rules: []sarifRule{}}}, Results: []sarifResult{}}
	at := map[string]int{}
	for i, f := range s.rules {
		at[f.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{f.Name, sarifText{f.Summary()}, sarifText{f.Doc()}})
	}
	for _, f := range s.all {
		level := "error"
		if f.Severity == hook.Warn {
			level = "warning"
		}
		var where sarifPhysical
		where.Artifact.URI = (&url.URL{Path: filepath.ToSlash(f.Path)}).String()
		where.Region.Line = f.Line
		run.Results = append(run.Results, sarifResult{f.Rule, at[f.Rule], level, sarifText{f.Message}, []sarifLocation{{where}}})
	}
	return term.WriteJSON(out, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}
