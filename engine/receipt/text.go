package receipt

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"witness/engine/git"
	"witness/engine/runs"
)

// shown is how many names a line of a receipt has.
const shown = 5

// Text writes a receipt for a person.
func (r Receipt) Text(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Name(), r.Sentence())
	for _, run := range r.Runs {
		fmt.Fprintf(&b, "  %s  %s: %s\n", run.where(), run.Command, runs.InWords(run.Outcome, run.Passed, run.Failed))
		if len(run.Changed) > 0 {
			fmt.Fprintf(&b, "      changed since: %s\n", some(run.Changed))
		}
		if len(run.Dirty) > 0 {
			fmt.Fprintf(&b, "      not as in its tree: %s\n", some(run.Dirty))
		}
		if len(run.Failing) > 0 {
			fmt.Fprintf(&b, "      failing: %s\n", some(run.Failing))
		}
		if len(run.Flaky) > 0 {
			fmt.Fprintf(&b, "      known to be flaky: %s\n", some(run.Flaky))
		}
	}
	if len(r.Untried) > 0 && !r.unknown() {
		fmt.Fprintf(&b, "  never tried: %s\n", some(r.Untried))
	}
	if len(r.Unseen) > 0 && !r.unknown() {
		fmt.Fprintf(&b, "  not seen to come about: %s\n", some(r.Unseen))
	}
	for _, s := range r.Sessions {
		models := ""
		if len(s.Models) > 0 {
			models = " (" + strings.Join(s.Models, ", ") + ")"
		}
		fmt.Fprintf(&b, "  session: %s %s%s\n", s.Agent, s.Session, models)
	}
	for _, s := range r.Said {
		fmt.Fprintf(&b, "  witness: %s %s, %s\n", s.Severity, s.Rule, s.Became)
	}
	if r.Signed != "" {
		fmt.Fprintf(&b, "  note: %s\n", r.Signed)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Trailers writes a line for each command on exactly the tree, for the message of the commit: git commit --trailer.
func (r Receipt) Trailers(out io.Writer) error {
	for _, run := range r.Runs {
		if !run.Exact || strings.ContainsAny(run.Command, "\r\n") {
			continue
		}
		if _, err := fmt.Fprintf(out, "Ran-on-this-tree: %s: %s\n", run.Command, runs.InWords(run.Outcome, run.Passed, run.Failed)); err != nil {
			return err
		}
	}
	return nil
}

// Annotations writes what is missing of a commit beside the lines of code that it changes, as workflow commands of GitHub.
func (r Receipt) Annotations(ctx context.Context, root string, out io.Writer) error {
	if r.Green() {
		return nil
	}
	for _, f := range r.Files {
		if !f.Code || f.hash == gone {
			continue
		}
		message := r.Sentence()
		if slices.Contains(r.Untried, f.File) && !r.unknown() {
			message = "never tried: no run of tests had this content."
		}
		from, to := changedLines(ctx, root, r.Commit, f.File)
		_, err := fmt.Fprintf(out, "::warning file=%s,line=%d,endLine=%d,title=witness receipt %s::%s\n", property(f.File), from, to, r.Name(), strings.ReplaceAll(message, "%", "%25"))
		if err != nil {
			return err
		}
	}
	return nil
}

// property returns a text as it stands in the properties of a workflow command.
func property(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}

// changedLines returns the first lines of a file that a commit changes, 1 and 1 if git does not tell.
func changedLines(ctx context.Context, root, commit, file string) (from, to int) {
	out, err := git.Run(ctx, root, "show", "--format=", "--unified=0", "--no-ext-diff", "--no-textconv", "--no-color", commit, "--", ":(literal)"+file)
	_, hunk, found := strings.Cut(string(out), "\n@@ -")
	_, hunk, plus := strings.Cut(hunk, " +")
	lines := 1
	if n, _ := fmt.Sscanf(hunk, "%d,%d", &from, &lines); err != nil || !found || !plus || n == 0 || from == 0 {
		return 1, 1
	}
	return from, from + max(lines, 1) - 1
}

// Markdown writes receipts as a table, for a pull request or the summary of a job.
func Markdown(out io.Writer, list []Receipt) error {
	var b strings.Builder
	b.WriteString("| commit | on exactly its tree | on another one | never tried | said |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range list {
		var exact, others, said []string
		for _, run := range r.Runs {
			text := "`" + run.Command + "` " + runs.InWords(run.Outcome, run.Passed, run.Failed)
			if run.Exact {
				exact = append(exact, text)
			} else {
				for _, why := range []struct {
					word  string
					files []string
				}{{"changed since", run.Changed}, {"not as in its tree", run.Dirty}} {
					if len(why.files) > 0 {
						text += " (" + why.word + ": " + some(why.files) + ")"
					}
				}
				others = append(others, text)
			}
		}
		for _, s := range r.Said {
			said = append(said, s.Rule+" "+s.Became)
		}
		slices.Sort(said)
		cells := []string{"`" + r.Name() + "`", strings.Join(exact, "; "), strings.Join(others, "; "), some(r.Untried), strings.Join(slices.Compact(said), ", ")}
		if r.unknown() {
			cells = []string{cells[0], "witness has seen none of its files change", "", "", ""}
		}
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Sentence says what the evidence comes to.
func (r Receipt) Sentence() string {
	passed, failed, unknown := r.exactTests()
	switch {
	case len(r.Files) == 0:
		return "it changes no file."
	case r.unknown():
		return "witness has seen none of its files change, and says nothing of it."
	case failed > 0:
		return "tests failed on exactly this tree."
	case passed > 0:
		return "tests passed on exactly this tree."
	case unknown > 0:
		return "tests ran on exactly this tree, and how they ended is not known."
	case !slices.ContainsFunc(r.Files, func(f File) bool { return f.Code }):
		return "it changes no program and no test."
	case len(r.Runs) > 0:
		return "no test ran on exactly this tree."
	}
	return "nothing ran on its files."
}

// unknown reports whether witness has seen none of the files of the commit come about.
func (r Receipt) unknown() bool { return len(r.Files) > 0 && len(r.Unseen) == len(r.Files) }

// Name returns the short hash of the commit, or staged.
func (r Receipt) Name() string {
	if r.Commit == "" {
		return "staged"
	}
	return r.Commit[:min(12, len(r.Commit))]
}

// where says on which tree a run was.
func (r Run) where() string {
	switch {
	case r.Exact:
		return "this tree"
	case len(r.Changed) == 0:
		return "with others"
	}
	return "earlier"
}

// some returns the first names of a list, and how many others there are.
func some(names []string) string {
	text := strings.Join(names[:min(shown, len(names))], ", ")
	if more := len(names) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
