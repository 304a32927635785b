package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"witness"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

// suggestCmd proposes rules from what went wrong again and again in this project, or from what its texts demand.
type suggestCmd struct {
	From   []string    `help:"Propose what these texts demand, such as AGENTS.md; without a file, all that the project has." placeholder:"FILE" sep:"none"`
	Write  string      `help:"Write this rule and its test into .witness/rules.d; for a person at a terminal." placeholder:"NAME"`
	Format term.Format `embed:"" set:"formats=text,json,ndjson"`
}

// A proposal is what suggest prints of one rule as JSON.
type proposal struct {
	inspect.Suggestion
	Sessions int `json:"sessions" jsonschema:"the recorded sessions that it was replayed on"`
	Calls    int `json:"calls" jsonschema:"the calls in them"`
	Fired    int `json:"fired" jsonschema:"how often it would have spoken"`
}

// figure says what the rule would have said in the recorded sessions.
func (p proposal) figure() string {
	if p.Calls == 0 {
		return "No recorded session of this project was found to replay it on."
	}
	return fmt.Sprintf("Replayed on %s with %s it speaks %s (%.2f per 100 calls).",
		term.Count(p.Sessions, "recorded session"), term.Count(p.Calls, "call"), term.Count(p.Fired, "time"), 100*float64(p.Fired)/float64(p.Calls))
}

// Run prints each proposal with its evidence and the figure of its replay, or writes one.
func (c *suggestCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Write != "" {
		if c.Format.Chosen() != "text" {
			return term.UsageError{Err: errors.New("--write prints text only: leave --format out")}
		}
		if err := term.RequirePerson(); err != nil {
			return err
		}
	}
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	if len(c.From) > 0 {
		return c.fromTexts(ctx, s, dir)
	}
	p := term.NewProgress(s.Err)
	p.Doing("looking for what went wrong again and again")
	list, err := suggestions(ctx, dir)
	p.End()
	switch {
	case err != nil:
		return err
	case c.Write != "":
		return c.write(s, dir, list)
	case len(list) == 0 && c.Format.Chosen() == "text":
		_, err := fmt.Fprintln(s.Out, "Nothing went wrong in this project often enough to suggest a rule.")
		return err
	}
	proposals, err := replayed(ctx, s, dir, list)
	if err != nil {
		return err
	}
	switch c.Format.Chosen() {
	case "json":
		return term.WriteJSON(s.Out, proposals)
	case "ndjson":
		return writeLines(s.Out, proposals)
	}
	for _, one := range proposals {
		fmt.Fprintf(s.Out, "%s: %s\n%s\n\n%s\n", one.Name, one.Why, one.figure(), term.Indent(one.Rule))
	}
	_, err = fmt.Fprintln(s.Out, "To accept one, with its test: witness suggest --write NAME")
	return err
}

// suggestions returns what is suggested for the project around dir, without the rules that exist.
func suggestions(ctx context.Context, dir string) (list []inspect.Suggestion, err error) {
	rules, _, _ := check.ListRules(witness.Files, dir)
	var taken []string
	for _, r := range rules {
		taken = append(taken, r.Name)
	}
	err = asking(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		list, err = inspect.Suggestions(ctx, e, eval.LoadQueries(witness.Files, dir), taken)
		return err
	})
	return list, err
}

// replayed returns the suggestions with what each would have said in the recorded sessions of the project.
func replayed(ctx context.Context, s term.Streams, dir string, list []inspect.Suggestion) (proposals []proposal, err error) {
	if len(list) == 0 {
		return []proposal{}, nil
	}
	folder, err := os.MkdirTemp("", "witness-suggest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, one := range list {
		if err := os.WriteFile(filepath.Join(folder, one.Name+".sql"), []byte(one.Rule), 0o600); err != nil {
			return nil, err
		}
	}
	sessions, calls, fired, err := replay.Figures(ctx, dir, folder, s.Err)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		proposals = append(proposals, proposal{one, sessions, calls, fired[one.Name]})
	}
	return proposals, nil
}

// write writes the rule of one suggestion and its test. It never overwrites a file.
func (c *suggestCmd) write(s term.Streams, dir string, list []inspect.Suggestion) error {
	i := slices.IndexFunc(list, func(one inspect.Suggestion) bool { return one.Name == c.Write })
	if i < 0 {
		names := make([]string, len(list))
		for i, one := range list {
			names[i] = one.Name
		}
		return fmt.Errorf("nothing is suggested under the name %q%s (`witness suggest` shows what is)", hook.Sanitize(c.Write), bundle.DidYouMean(c.Write, names))
	}
	root := project.RootOf(dir)
	base := filepath.Join(root, ".witness", "rules.d", c.Write)
	if err := writeNew(base+".sql", list[i].Rule, base+".txtar", list[i].Test); err != nil {
		return err
	}
	if err := project.Wrote(base + ".sql"); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, "%s\n%s\nRead both, then: witness rules check && witness rules test %s\n",
		term.DisplayPath(dir, root, base+".sql"), term.DisplayPath(dir, root, base+".txtar"), c.Write)
	return err
}
