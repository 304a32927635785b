package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/hook"
	"witness/engine/project"
)

// rulesCheckCmd reports the mistakes in all files.
type rulesCheckCmd struct {
	All    bool        `help:"Check witness's own rules, readers and questions, too, which are checked before each release."`
	Trust  bool        `help:"Put all files of the project into force for this run, not only those that a person has accepted."`
	Format term.Format `embed:"" set:"formats=text,json"`
}

// A checkResult is what rules check prints as JSON.
type checkResult struct {
	OK       bool           `json:"ok"`
	Files    int            `json:"files" jsonschema:"how many files are in force"`
	Own      int            `json:"own" jsonschema:"how many rules, readers and questions are the project's and the user's"`
	Mistakes []term.Mistake `json:"mistakes"`
	Notes    []term.Mistake `json:"notes" jsonschema:"files that replace others or that nobody has accepted, and keys without an effect"`

	own string // the number of each kind
	all bool   // witness's own were checked, too
}

// Run prints every mistake, and fails if there is one.
func (r *rulesCheckCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	p := term.NewProgress(s.Err)
	defer p.End()
	p.Doing("checking the rules, readers and queries")
	root := project.RootOf(dir)
	own := ownFiles(dir)
	files, errs, err := check.Check(ctx, witness.Files, dir, project.TrustAll, r.All) // a mistake is one before somebody trusts the file
	if err == nil && len(errs) == 0 && !r.Trust {
		_, errs, err = check.Check(ctx, witness.Files, dir, project.AsHooks, false)
	}
	if err != nil {
		return err
	}
	for i, e := range errs {
		errs[i] = withDisplayPath(e, dir, root)
	}
	result := checkResult{OK: len(errs) == 0, Files: files, Own: own[bundle.Rules] + own[bundle.Facts] + own[bundle.Queries], own: counted(own), all: r.All, Mistakes: term.Mistakes(errs), Notes: r.notes(dir, root)}
	p.End()
	if r.Format.Chosen() == "json" {
		err = term.WriteJSON(s.Out, result)
	} else {
		err = result.print(s.Out, errs)
	}
	if err == nil && len(errs) > 0 {
		err = errors.New(term.Count(len(errs), "mistake"))
	}
	return err
}

// ownFiles counts what the project and the user have, by kind. A rule is one whether it is a file or a table of .witness.toml.
func ownFiles(dir string) map[string]int {
	here, n := project.Find(dir, ""), map[string]int{}
	for _, source := range project.LoadConfig(here.Dir, here.Root, project.TrustAll).Sources(witness.Files, here.Root) {
		for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
			if source.Origin != "embedded" {
				n[kind] += len(source.Files(kind))
			}
		}
	}
	return n
}

// counted says how many of each kind there are, without the kinds of which there is none: "2 rules, 1 reader".
func counted(own map[string]int) string {
	var parts []string
	for _, kind := range [][2]string{{bundle.Rules, "rule"}, {bundle.Facts, "reader"}, {bundle.Queries, "question"}} {
		if n := own[kind[0]]; n > 0 {
			parts = append(parts, term.Count(n, kind[1]))
		}
	}
	return strings.Join(parts, ", ")
}

// notes returns what is no mistake and worth knowing: files that replace others or that are not trusted, and keys without an effect.
func (r *rulesCheckCmd) notes(dir, root string) []term.Mistake {
	rules, withheld, _ := check.ListRules(witness.Files, dir)
	list := []term.Mistake{}
	for _, f := range rules {
		if f.Replaces != "" {
			list = append(list, term.Mistake{Path: term.DisplayPath(dir, root, f.Path), Line: 1, Message: fmt.Sprintf("replaces the rule of the same name, %s (%s)", f.Replaces, f.ReplacesOrigin)})
		}
		for _, key := range check.FormerKeys(f.File) {
			list = append(list, term.Mistake{Path: term.DisplayPath(dir, root, f.Path), Line: f.Line(key), Message: fmt.Sprintf("the key %s no longer does anything, because what the rule needs follows from its SELECT; remove it", key)})
		}
	}
	list = append(list, drift(root)...)
	if !r.Trust {
		for _, held := range withheld {
			list = append(list, term.Mistake{Path: hook.Sanitize(held.Path), Line: held.Line, Message: "not trusted: " + held.What})
		}
	}
	return list
}

// print writes the mistakes, or if there are none the notes and how many files were checked.
func (c checkResult) print(out io.Writer, errs []error) error {
	for _, e := range errs {
		fmt.Fprintln(out, hook.Printable(e.Error()))
	}
	if len(errs) > 0 {
		return nil
	}
	for _, note := range c.Notes {
		fmt.Fprintf(out, "%s: note: %s\n", bundle.Withheld{Path: note.Path, Line: note.Line}.Place(), note.Message)
	}
	checked := "no rule of your own"
	switch {
	case c.all:
		checked = term.Count(c.Files, "file")
	case c.Own > 0:
		checked = c.own + " of your own"
	}
	_, err := fmt.Fprintf(out, "%s, no mistakes\n", checked)
	return err
}

// withDisplayPath returns a mistake whose path is relative to dir. The engine reports the paths of a
// project's files relative to its root.
func withDisplayPath(err error, dir, root string) error {
	mistake, ok := errors.AsType[*bundle.FileError](err)
	if !ok || filepath.IsAbs(mistake.Path) {
		return err
	}
	return &bundle.FileError{Path: term.DisplayPath(dir, root, mistake.Path), Line: mistake.Line, Err: mistake.Err}
}
