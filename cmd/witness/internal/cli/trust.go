package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// trustCmd accepts what a project brings.
type trustCmd struct {
	List   bool `help:"List the projects whose files are trusted." xor:"what"`
	Revoke bool `help:"Forget what was accepted of this project." xor:"what"`

	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run shows what the project of the working directory brings and would relax, asks, and accepts it, which only
// a person may do.
func (c *trustCmd) Run(s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	here := project.Find(dir, "")
	config := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	if c.Format.Chosen() == "json" && !c.List {
		return term.UsageError{Err: errors.New("only --list can be printed as JSON: accepting is for a person")}
	}
	if c.List {
		return c.list(s.Out, config)
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	accepted := bundle.ReadAccepted(project.TrustDir(here.Root))
	if c.Revoke {
		return revoke(s.Out, here.Root, accepted)
	}
	files, err := project.Brought(witness.Files, here.Dir, here.Root)
	if err != nil {
		return err
	}
	considers := project.Considers(here.Dir, here.Root)
	deleted := slices.DeleteFunc(accepted.Paths(), func(path string) bool { _, ok := files[path]; return ok || !considers(path) })
	if len(files)+len(deleted) == 0 {
		_, err := fmt.Fprintf(s.Out, "%s brings no settings, rules, readers or questions: there is nothing to trust.\n", here.Root)
		return err
	}
	fmt.Fprintf(s.Out, "%s brings:\n", here.Root)
	printSome(s.Out, broughtLines(files, deleted, accepted))
	printWithheld(s.Out, "\nThis is not in force, and will be:\n", eval.Withheld(config.Sources(witness.Files, here.Root), config))
	if len(deleted) == 0 && standing(accepted, files) {
		return term.Say(s.Out, "\nAll of this is accepted already. To take it back: witness trust --revoke")
	}
	if fmt.Fprintln(s.Out); !agreed(s, "Accept this as it is now?") {
		return errors.New("nothing was accepted")
	}
	if err := accepted.Accept(here.Root, files, considers); err != nil {
		return fmt.Errorf("this cannot be kept in the state folder: %w", err)
	}
	return term.Say(s.Out, "Accepted: %s, in all worktrees. A file that changes is not trusted until you run witness trust again.\nTo take it back: witness trust --revoke", term.Count(len(files), "file"))
}

// standing reports whether each file is in the form that was accepted last.
func standing(accepted *bundle.Accepted, files map[string]string) bool {
	for path, text := range files {
		if last, ok := accepted.Standing(path); !ok || last != text {
			return false
		}
	}
	return true
}

// broughtLines describes the files of a project, those first that are new to its user.
func broughtLines(files map[string]string, deleted []string, accepted *bundle.Accepted) (lines []string) {
	var known []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		_, standing := accepted.Standing(path)
		switch {
		case accepted.Has(path, files[path]):
			known = append(known, hook.Sanitize(path)+"\taccepted before")
		case standing:
			lines = append(lines, hook.Sanitize(path)+"\tchanged since it was accepted")
		default:
			lines = append(lines, hook.Sanitize(path)+"\tnew")
		}
	}
	for _, path := range deleted {
		lines = append(lines, hook.Sanitize(path)+"\tdeleted since it was accepted; no longer in force")
	}
	return append(lines, known...)
}

// A trusted is what trust --list prints of one project as JSON.
type trusted struct {
	Project string   `json:"project" jsonschema:"its folder, or a glob of folders"`
	All     bool     `json:"all" jsonschema:"whether all of its files are trusted, also in future"`
	Files   []string `json:"files" jsonschema:"the files that a person has accepted"`
	By      string   `json:"by,omitempty" jsonschema:"the place in the configuration that trusts it"`
}

// list prints the projects whose files were accepted, and the folders that the configuration trusts.
func (c *trustCmd) list(out io.Writer, config *project.Config) error {
	list := []trusted{}
	var lines []string
	for _, a := range project.AcceptedProjects() {
		list = append(list, trusted{Project: hook.Sanitize(a.Project), Files: append([]string{}, a.Paths()...)})
		lines = append(lines, fmt.Sprintf("%s\t%s", hook.Sanitize(a.Project), term.Count(len(a.Paths()), "file")))
	}
	if o, ok := config.Value("trust.projects"); ok {
		globs, _ := o.Value.([]any)
		for _, glob := range globs {
			list = append(list, trusted{Project: fmt.Sprint(glob), All: true, Files: []string{}, By: o.Place()})
			lines = append(lines, fmt.Sprintf("%v\tall files, %s", glob, o.Place()))
		}
	}
	if c.Format.Chosen() == "json" {
		return term.WriteJSON(out, list)
	}
	if len(lines) == 0 {
		_, err := fmt.Fprintln(out, "No project is trusted: of the files that projects bring, only what adds and tightens is in force.")
		return err
	}
	return term.Columns(out, lines)
}

// revoke forgets what was accepted of a project.
func revoke(out io.Writer, root string, accepted *bundle.Accepted) error {
	if accepted.Empty() {
		return errors.New("nothing was accepted of " + root)
	}
	if err := accepted.Revoke(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "The files of %s are no longer trusted: only what adds and tightens is in force.\n", root)
	return err
}

// maxLines is how many lines of each list are printed, so that both fit on one screen.
const maxLines = 15

// printSome prints the first lines of a list, in columns.
func printSome(out io.Writer, lines []string) {
	more := len(lines) - maxLines
	if more > 0 {
		lines = append(slices.Clone(lines[:maxLines]), fmt.Sprintf("and %d more", more))
	}
	for i, line := range lines {
		lines[i] = "  " + line
	}
	_ = term.Columns(out, lines) // what follows reports the error of out
}

// printWithheld prints what is not in force, after a heading.
func printWithheld(out io.Writer, heading string, list []bundle.Withheld) {
	if len(list) == 0 {
		return
	}
	fmt.Fprint(out, heading)
	var lines []string
	for _, held := range list {
		lines = append(lines, hook.Sanitize(held.Place())+"\t"+strings.ReplaceAll(held.What, "\n", " "))
	}
	printSome(out, lines)
}
