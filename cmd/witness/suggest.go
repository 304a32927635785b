package main

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
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

// suggestCmd proposes rules from what went wrong again and again in this project.
type suggestCmd struct {
	Write string `help:"Write this rule and its test into .witness/rules.d; for a person at a terminal." placeholder:"NAME"`
}

// Run prints each proposal with its evidence and the figure of its replay, or writes one.
func (c *suggestCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Write != "" {
		if err := term.RequirePerson(); err != nil {
			return err
		}
	}
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	list, err := suggestions(ctx, dir)
	switch {
	case err != nil:
		return err
	case c.Write != "":
		return c.write(s, dir, list)
	case len(list) == 0:
		_, err := fmt.Fprintln(s.Out, "Nothing went wrong in this project often enough to suggest a rule.")
		return err
	}
	figures, err := replayed(ctx, s, dir, list)
	if err != nil {
		return err
	}
	for _, one := range list {
		fmt.Fprintf(s.Out, "%s: %s\n%s\n\n%s\n", one.Name, one.Why, figures[one.Name], term.Indent(one.Rule))
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
	err = withEngine(ctx, func(ctx context.Context, e *engine.Engine) (err error) {
		list, err = inspect.Suggestions(ctx, e, eval.LoadQueries(witness.Files, dir), taken)
		return err
	})
	return list, err
}

// replayed returns, for each suggestion, what it would have said in the recorded sessions of the project.
func replayed(ctx context.Context, s term.Streams, dir string, list []inspect.Suggestion) (figures map[string]string, err error) {
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
	figures = map[string]string{}
	for _, one := range list {
		figures[one.Name] = "No recorded session of this project was found to replay it on."
		if n := fired[one.Name]; calls > 0 {
			figures[one.Name] = fmt.Sprintf("Replayed on %s with %s it speaks %s (%.2f per 100 calls).",
				term.Count(sessions, "recorded session"), term.Count(calls, "call"), term.Count(n, "time"), 100*float64(n)/float64(calls))
		}
	}
	return figures, nil
}

// write writes the rule of one suggestion and its test. It never overwrites a file.
func (c *suggestCmd) write(s term.Streams, dir string, list []inspect.Suggestion) error {
	i := slices.IndexFunc(list, func(one inspect.Suggestion) bool { return one.Name == c.Write })
	if i < 0 {
		return fmt.Errorf("nothing is suggested under the name %q; `witness suggest` shows what is", hook.Sanitize(c.Write))
	}
	root := project.RootOf(dir)
	base := filepath.Join(root, ".witness", "rules.d", c.Write)
	if err := writeNew(base+".sql", list[i].Rule, base+".txtar", list[i].Test); err != nil {
		return err
	}
	if err := guard.Wrote(base + ".sql"); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, "%s\n%s\nRead both, then: witness rules check && witness rules test %s\n",
		term.DisplayPath(dir, root, base+".sql"), term.DisplayPath(dir, root, base+".txtar"), c.Write)
	return err
}
