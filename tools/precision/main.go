// Precision measures how often the rules are right: it replays every recording in a directory, compares
// what is said with the labels of readers, and writes docs/precision.tsv.
//
// Read count.go for what a label counts for, labels.go for their format, and docs/precision.md for how
// to judge.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"witness"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/hook"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs precision and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	var labels []string
	flags := flag.NewFlagSet("precision", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("labels", "a further `file` of labels; those of a later file replace earlier ones of the same verdict", func(path string) error {
		labels = append(labels, path)
		return nil
	})
	dry := flags.Bool("n", false, "print the table and write nothing")
	unread := flags.Int("unread", 0, "print up to `N` unread verdicts of each rule as lines of a file of labels, with an empty label")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: precision [-labels FILE]... [-n] [-unread N] DIR, a directory of recordings, possibly with a labels.tsv")
		flags.PrintDefaults()
	}
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return 2
	}
	if err := measure(context.Background(), flags.Arg(0), labels, *dry, *unread, stdout); err != nil {
		fmt.Fprintln(stderr, "precision:", err)
		return 1
	}
	return 0
}

// measure replays the recordings in dir and writes the table.
func measure(ctx context.Context, dir string, files []string, dry bool, unread int, out io.Writer) (err error) {
	labels := labels{}
	if own := filepath.Join(dir, "labels.tsv"); fileExists(own) {
		files = append([]string{own}, files...)
	}
	for _, path := range files {
		if err := labels.add(path); err != nil {
			return err
		}
	}
	tmp, err := os.MkdirTemp("", "witness-precision-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	binary := filepath.Join(tmp, "witness")
	if build, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/witness").CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./cmd/witness: %w\n%s", err, build)
	}
	version, err := versionOf(ctx, binary)
	if err != nil {
		return err
	}
	rows, off, renamed, err := rowsOf()
	if err != nil {
		return err
	}
	labels.rename(renamed)
	said, refused, err := replayAll(ctx, binary, dir, tmp, off)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Date, rows[i].Version = time.Now().UTC().Format(time.DateOnly), version
	}
	left := count(rows, said, labels)
	for rule, places := range left {
		left[rule] = places[:min(unread, len(places))]
	}
	table := check.PrecisionTable(rows)
	if _, err := io.WriteString(out, aligned(rows)+left.String()); err != nil {
		return err
	}
	if refused > 0 {
		fmt.Fprintf(out, "%d of %d recordings could not be replayed and are not counted\n", refused, refused+len(said))
	}
	if dry {
		return nil
	}
	return os.WriteFile(check.PrecisionFile, []byte(table), 0o644)
}

// versionOf returns the version of a witness, or the commit of the tree if it was built without one.
func versionOf(ctx context.Context, binary string) (string, error) {
	out, err := exec.CommandContext(ctx, binary, "version").Output()
	if err != nil {
		return "", err
	}
	version := strings.TrimPrefix(strings.TrimSpace(string(out)), "witness ")
	if version != "(devel)" {
		return version, nil
	}
	commit, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return version, nil // not a clone
	}
	return "commit " + strings.TrimSpace(string(commit)), nil
}

// rowsOf returns a row for each embedded rule, with the reason in the present table, the names of the
// rules that are off by default, and the present names of renamed rules.
func rowsOf() (rows []check.Precision, off []string, renamed map[string][]string, err error) {
	old, err := check.ReadPrecision(os.DirFS("."))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil, err
	}
	renamed = map[string][]string{}
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Rules) {
		if err := f.Parse(); err != nil {
			return nil, nil, nil, err
		}
		for _, was := range f.Was {
			renamed[was] = append(renamed[was], f.Name)
		}
		before, _ := check.PrecisionOf(old, f)
		if f.Severity == hook.Off || f.Pack != "" {
			off = append(off, f.Name)
		}
		rows = append(rows, check.Precision{
			Rule: f.Name, UnseenRight: before.UnseenRight, UnseenWrong: before.UnseenWrong, UnseenRepositories: before.UnseenRepositories, Missed: before.Missed, Answered: before.Answered, Reason: before.Reason,
		})
	}
	return rows, off, renamed, nil
}

// aligned returns the table for a terminal.
func aligned(rows []check.Precision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %6s %6s %5s %5s %5s %12s %12s\n", "rule", "fired", "/100", "read", "right", "wrong", "wrong blocks", "undecidable")
	for _, p := range rows {
		fmt.Fprintf(&b, "%-22s %6d %6.2f %5d %5d %5d %12d %12d\n",
			p.Rule, p.Fired, 100*float64(p.Fired)/float64(max(1, p.Calls)), p.Read, p.Right, p.Wrong, p.WrongBlocks, p.Undecidable)
	}
	if len(rows) > 0 {
		fmt.Fprintf(&b, "%d sessions, %d calls, %s\n", rows[0].Sessions, rows[0].Calls, rows[0].Version)
	}
	return b.String()
}

// fileExists reports whether there is a file at path.
func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
