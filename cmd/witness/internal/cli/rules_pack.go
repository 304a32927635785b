package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/project"
)

// rulesPackCmd makes a pack for others from rules of one's own.
type rulesPackCmd struct {
	Folder string `arg:"" optional:"" help:"The folder with rules.d, facts.d and queries.d; .witness if left out."`
	Into   string `required:"" help:"The new folder for the pack." placeholder:"FOLDER"`
}

// Run checks the files, runs their tests, measures how often the rules speak in the recorded sessions of the project, and writes the
// pack.
func (c *rulesPackCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	folder := c.Folder
	if folder == "" {
		folder = filepath.Join(project.RootOf(dir), ".witness")
	}
	files, err := project.PackFiles(bundle.Dir(folder))
	if err != nil {
		return err
	}
	var rules []string
	for name := range files {
		if base, ok := strings.CutPrefix(name, "rules.d/"); ok && bundle.Belongs(name) {
			rules = append(rules, strings.TrimSuffix(base, ".sql"))
			if script := strings.TrimSuffix(name, ".sql") + ".txtar"; files[script] == nil {
				return fmt.Errorf("%s has no test: a rule for others needs %s", name, script)
			}
		}
	}
	if slices.Sort(rules); len(rules) == 0 {
		return fmt.Errorf("%s has no rules in rules.d", folder)
	}
	if _, err := os.Stat(c.Into); err == nil {
		return fmt.Errorf("%s is there already; nothing is overwritten", c.Into)
	}
	if files["precision.tsv"] == nil {
		if files["precision.tsv"], err = measured(ctx, s, dir, folder, rules); err != nil {
			return err
		}
	}
	laid, remove, err := laidOut(ctx, s, files)
	defer remove()
	if err == nil {
		err = testIn(laid, s)
	}
	if err != nil {
		return err
	}
	if err := writeFiles(c.Into, files); err != nil {
		return err
	}
	return term.Say(s.Out, "%s has %s, digest %s. To try it: witness rules add %s", c.Into, term.Count(len(rules), "rule"), project.PackDigest(files), c.Into)
}

// measured returns a precision.tsv of how often rules speak in the recorded sessions of the project.
func measured(ctx context.Context, s term.Streams, dir, folder string, rules []string) ([]byte, error) {
	sessions, calls, fired, err := replay.Figures(ctx, dir, filepath.Join(folder, "rules.d"), s.Err)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("rule\tsessions\tcalls\tfired\tright\twrong\treason\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\t\t\tnobody has read what it said\n", r, sessions, calls, fired[r])
	}
	return []byte(b.String()), nil
}
