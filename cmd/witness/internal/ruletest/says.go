package ruletest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/project"
)

// Says runs a script with the rules of the working directory's project and reports whether a step
// fails because the rule has a finding.
func Says(script, rule string) (says bool, err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return false, err
	}
	bin, err := LinkCommands()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	path := filepath.Join(bin, "wrong.txtar")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		return false, err
	}
	here := project.Find(dir, "")
	accepted := project.LoadConfig(here.Dir, here.Root, project.AsHooks).Accepted
	t := &test{script: path, trusted: accepted == nil || !accepted.Empty()}
	for _, source := range project.Sources(witness.Files, here.Root, nil) {
		if source.Origin != "embedded" {
			t.all = append(t.all, source)
		}
	}
	t.run(bin, false)
	return strings.Contains(t.result.Failure, "unexpected match") && strings.Contains(t.result.Failure, rule), nil
}
