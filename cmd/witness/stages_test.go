package main

import (
	"fmt"
	"strings"
	"testing"

	"witness/engine/check"
	"witness/engine/project"
)

// A rule is proven with minProven decided verdicts or more of minRepositories, of which provenShare percent are right.
const (
	minProven       = 10
	minRepositories = 5
	provenShare     = 90
)

// safetyNet begins the reason of a rule that is admitted by harms, twins and everyday lines, and keeps its severity.
const safetyNet = "safety net"

// stageOf returns the stage of a rule with this row: project.Proven, Net or Trial.
func stageOf(p check.Precision) string {
	right, decided, repositories := p.Decided()
	switch {
	case decided >= minProven && repositories >= minRepositories && 100*right >= provenShare*decided && p.WrongBlocks == 0:
		return project.Proven
	case strings.HasPrefix(p.Reason, safetyNet):
		return project.Net
	}
	return project.Trial
}

// stageTable returns the text of engine/project/stages.tsv for these rows. since are the releases in which the rules came, by their names;
// one that has none came in the latest.
func stageTable(rows []check.Precision, since map[string]string) string {
	releases := project.Releases()
	var b strings.Builder
	for _, p := range rows {
		release, known := since[p.Rule]
		if !known && len(releases) > 0 {
			release = releases[len(releases)-1]
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", p.Rule, stageOf(p), release)
	}
	return b.String()
}

// TestStage checks the bounds between the stages.
func TestStage(t *testing.T) {
	for want, rows := range map[string][]check.Precision{
		project.Proven: {{Right: 10, Repositories: 5}, {Right: 18, Wrong: 2, Repositories: 6}, {Right: 1, Wrong: 5, Repositories: 4, UnseenRight: 9, UnseenWrong: 1, UnseenRepositories: 5}},
		project.Trial:  {{Right: 9, Repositories: 5}, {Right: 10, Repositories: 4}, {Right: 8, Wrong: 2, Repositories: 5}, {Right: 19, Wrong: 1, WrongBlocks: 1, Repositories: 9}, {Reason: "on trial"}, {Right: 40, Repositories: 9, UnseenRight: 2, UnseenWrong: 1, UnseenRepositories: 2}},
		project.Net:    {{Reason: "safety net: it asks the disk"}},
	} {
		for _, row := range rows {
			if got := stageOf(row); got != want {
				t.Errorf("%+v is %s, want %s", row, got, want)
			}
		}
	}
}
