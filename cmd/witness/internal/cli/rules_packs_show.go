package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/hook"
	"witness/engine/project"
)

// showPack prints the rules of a pack and how they differ from those that are there, its mistakes, the result of its tests, and its
// figures. A pack with mistakes is refused.
func showPack(ctx context.Context, s term.Streams, name string, files, old map[string][]byte) error {
	dir, remove, err := laidOut(ctx, s, files)
	defer remove()
	if err != nil {
		return fmt.Errorf("%s is not taken in: %w", name, err)
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	var lines []string
	for _, r := range rules {
		if r.Origin == "project" {
			file := "rules.d/" + r.Name + ".sql"
			lines = append(lines, fmt.Sprintf("  %s\t%s\t%s\t%s", r.Name, r.Severity, hook.Sanitize(r.Summary()), changeOf(file, files, old)))
		}
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if bundle.Belongs(file) && !strings.HasPrefix(file, "rules.d/") {
			lines = append(lines, fmt.Sprintf("  %s\t\t\t%s", hook.Sanitize(file), changeOf(file, files, old)))
		}
	}
	for _, file := range slices.Sorted(maps.Keys(old)) {
		if _, stays := files[file]; !stays && bundle.Belongs(file) {
			lines = append(lines, fmt.Sprintf("  %s\t\t\tno longer there", hook.Sanitize(file)))
		}
	}
	if err := term.Columns(s.Out, lines); err != nil {
		return err
	}
	fmt.Fprintln(s.Out, "\nIts tests, run now:")
	if err := testIn(dir, s); err != nil {
		fmt.Fprintln(s.Out, err)
	}
	return showFigures(s.Out, string(files["precision.tsv"]))
}

// laidOut writes the files of a pack into a project of their own, which remove removes, and returns an error if one has a mistake.
func laidOut(ctx context.Context, s term.Streams, files map[string][]byte) (dir string, remove func(), err error) {
	made, err := os.MkdirTemp("", "witness-pack-")
	if err != nil {
		return "", func() {}, err
	}
	remove = func() { _ = os.RemoveAll(made) } // it is in the folder for temporary files
	if dir, err = filepath.EvalSymlinks(made); err != nil {
		return "", remove, err
	}
	err = writeFiles(dir, map[string][]byte{".git/HEAD": []byte("ref: refs/heads/main\n")}) // no project around it counts
	if err == nil {
		err = writeFiles(filepath.Join(dir, ".witness"), files)
	}
	if err != nil {
		return "", remove, err
	}
	_, mistakes, err := check.Check(ctx, witness.Files, dir, project.TrustAll, false)
	for _, e := range mistakes {
		fmt.Fprintln(s.Out, hook.Printable(e.Error()))
	}
	if err == nil && len(mistakes) > 0 {
		err = errors.New(term.Count(len(mistakes), "mistake"))
	}
	return dir, remove, err
}

// changeOf says what became of a file of a pack.
func changeOf(file string, files, old map[string][]byte) string {
	before, was := old[file]
	switch {
	case len(old) == 0:
		return ""
	case !was:
		return "new"
	case !bytes.Equal(before, files[file]):
		return "changed"
	}
	return ""
}

// testIn runs the tests of the rules in a folder.
func testIn(dir string, s term.Streams) error {
	here, err := term.WorkDir()
	if err != nil {
		return err
	}
	if err := os.Chdir(dir); err != nil {
		return err
	}
	defer func() { _ = os.Chdir(here) }() // it was there
	return (&ruletest.Cmd{Trust: true}).Run(s)
}

// showFigures prints how often the rules of a pack were right where they were measured.
func showFigures(out io.Writer, text string) error {
	if text == "" {
		return term.Say(out, "\nIt says nothing of how often its rules are right: it has no precision.tsv.")
	}
	fmt.Fprintln(out, "\nHow often its rules were right, as its precision.tsv says:")
	var lines []string
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		for i, cell := range cells {
			cells[i] = hook.Sanitize(cell)
		}
		lines = append(lines, "  "+strings.Join(cells, "\t"))
	}
	return term.Columns(out, lines)
}

// replacePack puts files in place of those of a pack in the project.
func replacePack(root, name string, files map[string][]byte) error {
	dir := filepath.Join(root, filepath.FromSlash(project.PackFolder(name)))
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := writeFiles(dir, files); err != nil {
		return err
	}
	for file := range files {
		if err := project.Wrote(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
			return err
		}
	}
	return nil
}

// writeFiles writes files below a folder.
func writeFiles(dir string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
