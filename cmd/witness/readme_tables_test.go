package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
)

// TestReadmeRules checks that README.md lists a few of the rules that are on by default, with their severities, and all packs.
func TestReadmeRules(t *testing.T) {
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(t.TempDir(), "none.toml"))
	text := string(read(t, "../../README.md"))
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	if status := cli.Run([]string{"rules", "list", "--json"}, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); status != term.ExitOK {
		t.Fatal(errs.String())
	}
	var list struct {
		Rules []struct{ Rule, Severity, Pack string }
	}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	on, packs := map[string]string{}, map[string]string{}
	for _, rule := range list.Rules {
		if rule.Pack != "" {
			packs[rule.Pack] = "pack"
		} else {
			on[rule.Rule] = rule.Severity
		}
	}
	listed := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (block|ask|warn) \\|").FindAllStringSubmatch(text, -1) {
		listed[row[1]] = row[2]
	}
	for rule, severity := range listed {
		if on[rule] != severity {
			t.Errorf("README.md says that %s is %q by default, and it is %q", rule, severity, on[rule])
		}
	}
	if len(listed) != 5 {
		t.Errorf("README.md lists %d rules, not five", len(listed))
	}
	_, sentence, _ := strings.Cut(text, "\nchooses them: ")
	sentence, _, _ = strings.Cut(sentence, ".\n")
	chosen := map[string]string{}
	for _, pack := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(sentence, -1) {
		chosen[pack[1]] = "pack"
	}
	if !maps.Equal(chosen, packs) {
		t.Errorf("README.md lists the packs %v, and there are %v", slices.Sorted(maps.Keys(chosen)), slices.Sorted(maps.Keys(packs)))
	}
}

// TestReadmeAgents checks that README.md and docs/agents.md claim a proof for the versions of e2e/clients.txt and for no others.
func TestReadmeAgents(t *testing.T) {
	readme, agents := string(read(t, "../../README.md")), string(read(t, "../../docs/agents.md"))
	proven := 0
	for line := range strings.Lines(string(read(t, "../../e2e/clients.txt"))) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] == "#" {
			continue
		}
		name, version := fields[0], fields[2]
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\| (.*?) " + regexp.QuoteMeta(version) + "\\b.*\\| `e2e/" + name + "\\.txtar`[^|]*\\|$").FindStringSubmatch(agents)
		if row == nil {
			t.Errorf("docs/agents.md has no row for %s %s with e2e/%s.txtar", name, version, name)
			continue
		}
		if want := "\n| " + row[1] + " | " + version + " |\n"; !strings.Contains(readme, want) {
			t.Errorf("README.md has no row %q", want)
		}
		proven++
	}
	if claimed := len(regexp.MustCompile(`(?m)^\| [\w ]+ \| \d+\.\d+\.\d+ \|$`).FindAllString(readme, -1)); claimed != proven || proven == 0 {
		t.Errorf("README.md has %d agents with a version, e2e/clients.txt %d", claimed, proven)
	}
}
