package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/demands"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// allTexts is the value of --from for all texts that the project has.
const allTexts = "*"

// A demanded is what suggest --from prints of one demand as JSON.
type demanded struct {
	demands.Demand
	Against  string `json:"against,omitempty" jsonschema:"the line that contradicts it"`
	Sessions int    `json:"sessions" jsonschema:"the recorded sessions that it was replayed on"`
	Calls    int    `json:"calls" jsonschema:"the calls in them"`
	Fired    int    `json:"fired" jsonschema:"how often it would have spoken"`
}

// fromTexts proposes what the texts demand as rules. A person is asked for each whether it is wanted.
func (c *suggestCmd) fromTexts(ctx context.Context, s term.Streams, dir string) error {
	root := project.RootOf(dir)
	list, left, unread, err := c.demands(dir)
	if err != nil {
		return err
	}
	all := len(list)
	list = withoutDrawn(root, list)
	list, against := demands.Weigh(list)
	proposals := make([]demanded, len(list))
	for i, d := range list {
		if proposals[i].Demand = d; against[i] >= 0 {
			proposals[i].Against = list[against[i]].Place()
		}
	}
	if err := figures(ctx, s, dir, proposals); err != nil {
		return err
	}
	switch c.Format.Chosen() {
	case "json":
		return term.WriteJSON(s.Out, proposals)
	case "ndjson":
		return writeLines(s.Out, proposals)
	}
	for _, changed := range drift(root) {
		fmt.Fprintf(s.Out, "%s (%s:%d)\n", changed.Message, changed.Path, changed.Line)
	}
	for _, why := range unread {
		fmt.Fprintln(s.Out, hook.Sanitize(why))
	}
	for _, d := range left {
		fmt.Fprintf(s.Out, "%s is left out: %s\n", hook.Sanitize(d.Place()), hook.Sanitize(d.why))
	}
	if len(proposals) > 0 && !slices.ContainsFunc(proposals, func(p demanded) bool { return p.Calls > 0 }) {
		fmt.Fprintf(s.Out, "No recorded session of this project was found to replay them on.\n\n")
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	asks := term.RequirePerson() == nil && term.IsTerminal(s.Out)
	in, taken := bufio.NewReader(s.In), 0
	for i, p := range proposals {
		if !p.show(s.Out, rules) || !asks {
			continue
		}
		fmt.Fprintf(s.Out, "%d of %d. Take it into %s? [y/N, q to end] ", i+1, len(proposals), configFile)
		answer, err := in.ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); err != nil || answer == "q" {
			break
		}
		if answer != "y" && answer != "yes" {
			continue
		}
		if err := take(root, p.Demand); err != nil {
			return err
		}
		taken++
	}
	switch {
	case all == 0 && len(left) > 0:
		return nil
	case all == 0:
		return term.Say(s.Out, "These texts demand nothing that a rule could watch.")
	case len(list) == 0:
		return term.Say(s.Out, "A rule was drawn already from each line that demands something.")
	case asks:
		return term.Say(s.Out, "\n%s in %s, in force from the next call on. To see them: witness rules list", term.Count(taken, "new rule"), configFile)
	}
	return term.Say(s.Out, "%s. At a terminal you are asked which of them to take into %s.", term.Count(len(list), "rule"), configFile)
}

// show prints a proposal, and reports whether it is one: a rule that says so already may be as strict.
func (p demanded) show(out io.Writer, rules []*eval.Rule) bool {
	fmt.Fprintf(out, "%s: %s\n", hook.Sanitize(p.Place()), hook.Sanitize(p.Text))
	if p.Wide != "" {
		fmt.Fprintf(out, "No file is named for \"%s\", so the rule speaks before the first edit of a session: give it the files under edit.\n", hook.Sanitize(p.Wide))
	}
	if p.Against != "" {
		fmt.Fprintf(out, "%s says the opposite: decide which of them holds.\n", hook.Sanitize(p.Against))
	}
	if p.Says != "" {
		at := severityOf(rules, p.Says)
		fmt.Fprintf(out, "The rule %s says so already; it is %s.\n", p.Says, at)
		if slices.Index(severities, at) >= slices.Index(severities, p.Severity) {
			fmt.Fprintln(out)
			return false
		}
	} else if p.Calls > 0 {
		fmt.Fprintln(out, proposal{Sessions: p.Sessions, Calls: p.Calls, Fired: p.Fired}.figure())
	}
	fmt.Fprintf(out, "\n%s\n", term.Indent(p.TOML()))
	return true
}

// severities are the severities, the lowest first.
var severities = []string{hook.Off, hook.Warn, hook.Ask, hook.Block}

// severityOf returns the severity of a rule.
func severityOf(rules []*eval.Rule, name string) string {
	for _, r := range rules {
		if slices.Contains(r.AllNames(), name) {
			return r.Severity
		}
	}
	return hook.Off
}

// A leftOut is a demand that is not proposed, and why.
type leftOut struct {
	demands.Demand
	why string
}

// whyLeftOut returns why a demand is not proposed, "" if it is. One after a kind of change for which no file is named would speak after
// every change.
func whyLeftOut(has *demands.Project, d demands.Demand) string {
	if missing := has.Lacks(d); missing != "" {
		return fmt.Sprintf("this project has no `%s`.", missing)
	}
	if d.Wide == "" || len(d.Edit) > 0 {
		return ""
	}
	wanted := fmt.Sprintf("run `%s`", strings.Join(slices.Concat(d.Run, d.RunAny), "`, `"))
	if len(d.Also) > 0 {
		wanted = fmt.Sprintf("also change `%s`", d.Also[0])
	}
	return fmt.Sprintf("it names no file for %q. To be reminded to %s, write a rule with like = %q and the files under changed.", d.Wide, wanted, d.Like)
}

// demands returns what the texts demand, without what is left out, which follows, and why a text was not read.
func (c *suggestCmd) demands(dir string) (list []demands.Demand, left []leftOut, unread []string, err error) {
	root := project.RootOf(dir)
	files := bundle.Dir(root)
	names, all := c.From, slices.Contains(c.From, allTexts)
	if all {
		if names = demands.Find(files); len(names) == 0 {
			return nil, nil, nil, fmt.Errorf("%s has no AGENTS.md and no other text that says what agents must do", root)
		}
	} else {
		for i, name := range names {
			if names[i], err = belowRoot(dir, root, name); err != nil {
				return nil, nil, nil, err
			}
		}
	}
	has, read := demands.NewProject(files), map[string]bool{}
	for i := 0; i < len(names); i++ { // a text may take in others
		name, err := linked(root, names[i])
		if err == nil && read[name] {
			continue
		}
		var found []demands.Demand
		if err == nil {
			read[name] = true
			found, err = demands.ReadFile(files, name, names[i])
		}
		switch {
		case err != nil && all:
			unread = append(unread, fmt.Sprintf("%s is not read: %v", names[i], err))
			continue
		case err != nil:
			return nil, nil, nil, fmt.Errorf("%s cannot be read: %w", names[i], err)
		}
		names = append(names, demands.Imports(files, name)...)
		for _, d := range found {
			if why := whyLeftOut(has, d); why != "" {
				left = append(left, leftOut{d, why})
			} else if !slices.ContainsFunc(list, d.Same) {
				list = append(list, d)
			}
		}
	}
	return list, left, unread, nil
}

// linked returns the file of a project that a name leads to: CLAUDE.md is often a link to AGENTS.md. None outside of the project is
// read.
func linked(root, name string) (string, error) {
	path := filepath.Join(root, filepath.FromSlash(name))
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		if _, there := os.Lstat(path); there == nil {
			return "", errors.New("it is a link to a file that is not there")
		}
		return name, nil // what is wrong with it is said when it is read
	}
	if home, err := filepath.EvalSymlinks(root); err == nil {
		root = home
	}
	return belowRoot(root, root, real)
}

// belowRoot returns the path of a file below the project's root.
func belowRoot(dir, root, name string) (string, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	rel, err := filepath.Rel(root, path)
	if err != nil || !fs.ValidPath(filepath.ToSlash(rel)) {
		return "", fmt.Errorf("%s is not below %s, the project", name, root)
	}
	return filepath.ToSlash(rel), nil
}

// writeLines writes each element of a list as a line of JSON.
func writeLines[T any](out io.Writer, list []T) error {
	for _, one := range list {
		if err := term.WriteJSONLine(out, one); err != nil {
			return err
		}
	}
	return nil
}
