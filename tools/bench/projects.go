package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// makeProject creates the directory of the recorded session.
func makeProject(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "cart.go"), []byte("package cart\n"), 0o644)
}

// packNames returns the names of all packs.
func packNames() (packs []string, err error) {
	entries, err := os.ReadDir("rules.d")
	for _, e := range entries {
		if e.IsDir() {
			packs = append(packs, e.Name())
		}
	}
	return packs, err
}

// configure writes the configuration of a user.
func configure(home, text string) error {
	dir := filepath.Join(home, ".config", "witness")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "config.toml"), []byte(text), 0o600)
}

// writeRules writes 500 rules, of which 5 are evaluated for an edit of a Go file.
func writeRules(project string) error {
	dir := filepath.Join(project, ".witness", "rules.d")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range 500 {
		selects := []string{
			`commands = ["terraform apply", "terraform destroy"]`,
			`tools    = ["edit", "write", "delete"]` + "\n" + `--- paths    = ["migrations/**/*.sql", "*.proto"]`,
			`tools    = ["run"]`,
			`when     = ["stop"]`,
		}[i%4]
		if i%100 == 0 {
			selects = `tools    = ["edit", "write"]`
		}
		rule := fmt.Sprintf(`-- Rule %d of a team that has many.
--
-- It says nothing as long as the file was not deleted in this session.

--- severity = "warn"
--- %s
--- message  = "{file} was deleted {times} times."
---
--- options.threshold = %d   # deletions

SELECT file, count(*) AS times
FROM   touches
WHERE  session = :session AND kind = 'delete' AND outcome = 'ok' AND t > 0
GROUP  BY file HAVING count(*) > :threshold
`, i, selects, i+1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("team_%03d.sql", i)), []byte(rule), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeInstances writes a configuration with 500 rules that are like others, of which 5 are evaluated for an edit of a Go file.
func writeInstances(project string) error {
	var b strings.Builder
	for i := range 500 {
		kinds := []string{
			`like = "run_before"` + "\nrun = [\"make lint\", \"go test ./...\"]\nchanged = \"part%d/**\"",
			`like = "never"` + "\ncommands = \"tool%d\"",
			`like = "read_first"` + "\nedit = \"part%d/**\"\nread = \"AGENTS.md\"",
			`like = "after"` + "\nrun = \"make gen\"\nchanged = \"part%d/**\"",
		}
		kind := kinds[i%4]
		if i%100 == 0 {
			kind = `like = "never"` + "\nedit = [\"**/*.go\", \"part%d/**\"]\nonly = \"new\""
		}
		fmt.Fprintf(&b, "[[rule]]\nname = \"team_%d\"\n"+kind+"\n\n", i, i)
	}
	return os.WriteFile(filepath.Join(project, ".witness.toml"), []byte(b.String()), 0o644)
}
