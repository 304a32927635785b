package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// rulesNewCmd creates a rule and its test in the project.
type rulesNewCmd struct {
	Name string `arg:"" help:"The new rule's name: lower-case letters, digits and _."`
	From string `help:"Start from a copy of this rule and its test." placeholder:"RULE"`
}

// Run writes the two files of the rule. It never overwrites a file.
func (r *rulesNewCmd) Run(s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	if err := r.checkName(rules); err != nil {
		return err
	}
	root := project.RootOf(dir)
	sql, script, err := r.texts(dir, root, rules)
	if err != nil {
		return err
	}
	base := filepath.Join(root, ".witness", "rules.d", r.Name)
	if err := writeNew(base+".sql", sql, base+".txtar", script); err != nil {
		return err
	}
	if err := project.Wrote(base + ".sql"); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s\n%s\n", term.DisplayPath(dir, root, base+".sql"), term.DisplayPath(dir, root, base+".txtar"))
	original := slices.IndexFunc(rules, func(f *eval.Rule) bool { return f.Name == r.From && f.Severity != hook.Off })
	if original >= 0 && r.From != r.Name {
		fmt.Fprintf(s.Out, "%s stays in force as well; to turn it off: %s = \"off\" below [rules] in .witness.toml, and then witness trust\n", r.From, r.From)
	}
	if original >= 0 && r.From == r.Name {
		fmt.Fprintf(s.Out, "It replaces %s once you have run witness trust.\n", r.From)
	}
	_, err = fmt.Fprintf(s.Out, "Edit both, then: witness rules check && witness rules test %s\n", r.Name)
	return err
}

// checkName returns an error if the name is invalid or taken.
func (r *rulesNewCmd) checkName(rules []*eval.Rule) error {
	if good := ruleName(r.Name); good != r.Name || good == "" {
		err := fmt.Errorf("invalid rule name %q: want lower-case letters, digits and _, beginning with a letter", r.Name)
		if good != "" {
			err = fmt.Errorf("%w; for example %q", err, good)
		}
		return err
	}
	if err := bundle.CheckName(r.Name); err != nil {
		return err
	}
	i := slices.IndexFunc(rules, func(f *eval.Rule) bool { return f.Name == r.Name })
	switch {
	case i < 0:
		return nil
	case rules[i].Locked:
		return fmt.Errorf("rule %s is locked by %s: a file of that name would be ignored; choose another name", r.Name, rules[i].DecidedBy)
	case rules[i].Origin == "project":
		return fmt.Errorf("%s already exists; nothing is overwritten", rules[i].Path)
	case r.From != r.Name:
		return fmt.Errorf("rule %s already exists, %s, and a file of that name would replace it; to start from it: witness rules new %s --from %s",
			r.Name, rules[i].Path, r.Name, r.Name)
	}
	return nil
}

// ruleName returns the valid rule name closest to name, or "". A valid name can be part of a file
// name, a TOML key and a part of the variable WITNESS_RULES_NAME.
func ruleName(name string) string {
	name = strings.TrimSuffix(strings.ToLower(filepath.Base(name)), ".sql")
	name = regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(name, "_")
	return strings.TrimRight(strings.TrimLeft(name, "_0123456789"), "_")
}

// texts returns the rule and its test: copies of the template, or of the rule named by --from.
func (r *rulesNewCmd) texts(dir, root string, rules []*eval.Rule) (sql, script string, err error) {
	if r.From == "" {
		template, err := fs.ReadFile(witness.Files, "rules.d/_template.sql")
		if err != nil {
			return "", "", err
		}
		test, err := fs.ReadFile(witness.Files, "testscripts/_template.txtar")
		return string(template), rename(string(test), "_template", r.Name), err
	}
	var names []string
	for _, f := range rules {
		if names = append(names, f.Name); f.Name != r.From {
			continue
		}
		test, err := testOf(f, dir, root)
		if err != nil {
			return "", "", fmt.Errorf("rule %s has no test to start from: %w", r.From, err)
		}
		if r.Name == r.From {
			return f.Text, test, nil
		}
		return withoutPack(f.Text), rename(test, r.From, r.Name), nil
	}
	return "", "", fmt.Errorf("no rule %q%s", r.From, bundle.DidYouMean(r.From, names))
}

// withoutPack removes the key pack from a header: a rule of one's own is on, whatever packs are chosen.
func withoutPack(text string) string {
	return regexp.MustCompile(`(?m)^--- pack[ \t]*=.*\n`).ReplaceAllString(text, "")
}

// testOf returns the test of a rule: embedded for an embedded rule, otherwise the .txtar file in the
// rule's directory.
func testOf(f *eval.Rule, dir, root string) (string, error) {
	var text []byte
	var err error
	if f.Origin == "embedded" {
		text, err = fs.ReadFile(witness.Files, "testscripts/rules/"+f.Name+".txtar")
	} else {
		text, err = os.ReadFile(strings.TrimSuffix(term.DisplayPath(dir, root, f.Path), ".sql") + ".txtar")
	}
	return string(text), err
}

// rename replaces a rule's name in its test, including WITNESS_RULES_NAME.
func rename(text, from, to string) string {
	for _, pair := range [][2]string{{from, to}, {strings.ToUpper(from), strings.ToUpper(to)}} {
		text = regexp.MustCompile(`(\b|WITNESS_RULES_)`+pair[0]+`\b`).ReplaceAllString(text, "${1}"+pair[1])
	}
	return text
}

// writeNew creates two files, both or neither.
func writeNew(path1, text1, path2, text2 string) error {
	if err := os.MkdirAll(filepath.Dir(path1), 0o755); err != nil {
		return err
	}
	if err := writeOne(path1, text1); err != nil {
		return err
	}
	if err := writeOne(path2, text2); err != nil {
		return errors.Join(err, os.Remove(path1))
	}
	return nil
}

// writeOne creates a file, and fails if it exists.
func writeOne(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists; nothing is overwritten", path)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
