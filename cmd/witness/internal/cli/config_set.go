package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/hook"
	"witness/engine/project"
)

// configSetCmd sets one key of a configuration file.
type configSetCmd struct {
	Setting string `arg:"" help:"The key and its value: mode=observe, start.briefing=always." placeholder:"KEY=VALUE"`
	User    bool   `help:"Set it for all your projects, in your own configuration, not in this project's .witness.toml."`
}

// rulesSetCmd sets the severity of a rule.
type rulesSetCmd struct {
	Setting string `arg:"" help:"The rule and its severity: no_thrashing=block; off, warn, ask or block." placeholder:"NAME=SEVERITY"`
	User    bool   `help:"Set it for all your projects, in your own configuration, not in this project's .witness.toml."`
}

// rulesEnableCmd turns on a pack of rules.
type rulesEnableCmd struct {
	Pack string `arg:"" help:"The pack, as witness rules list names it: tdd, loop, git, …"`
	User bool   `help:"Turn it on in all your projects, in your own configuration, not in this project's .witness.toml."`
}

// Run sets the key.
func (c *configSetCmd) Run(s term.Streams) error {
	key, value, ok := strings.Cut(c.Setting, "=")
	if !ok {
		return term.UsageError{Err: fmt.Errorf("%q sets nothing: write KEY=VALUE", c.Setting)}
	}
	if strings.HasPrefix(key, "rules.") {
		return (&rulesSetCmd{strings.TrimPrefix(key, "rules.") + "=" + strings.Trim(value, `"`), c.User}).Run(s)
	}
	k, known := project.FindKey(project.AtTop, key)
	if !known {
		var names []string
		for _, k := range project.KeysIn(project.AtTop) {
			names = append(names, k.Name)
		}
		return fmt.Errorf("no key %q%s", hook.Sanitize(key), bundle.DidYouMean(key, names))
	}
	value, err := k.TOML(value, c.User)
	if err != nil {
		return err
	}
	return setKey(s, c.User, key, value)
}

// Run sets the severity.
func (c *rulesSetCmd) Run(s term.Streams) error {
	name, severity, ok := strings.Cut(c.Setting, "=")
	if !ok {
		return term.UsageError{Err: fmt.Errorf("%q sets nothing: write NAME=SEVERITY", c.Setting)}
	}
	if !slices.Contains(hook.Severities, severity) {
		return fmt.Errorf("no severity %q; there are %s%s", hook.Sanitize(severity), strings.Join(hook.Severities, ", "), bundle.DidYouMean(severity, hook.Severities))
	}
	names, _, err := rulesHere()
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("no rule %q%s", hook.Sanitize(name), bundle.DidYouMean(name, names))
	}
	return setKey(s, c.User, "rules."+name, strconv.Quote(severity))
}

// Run adds the pack to those that the file chooses.
func (c *rulesEnableCmd) Run(s term.Streams) error {
	_, packs, err := rulesHere()
	if err != nil {
		return err
	}
	if !slices.Contains(packs, c.Pack) {
		return fmt.Errorf("no pack %q; there are %s%s", hook.Sanitize(c.Pack), strings.Join(packs, ", "), bundle.DidYouMean(c.Pack, packs))
	}
	file, err := configToEdit(c.User)
	if err != nil {
		return err
	}
	chosen, err := project.PacksIn(file)
	if err != nil {
		return err
	}
	if slices.Contains(chosen, c.Pack) {
		return term.Say(s.Out, "%s has the pack %s already.", file, c.Pack)
	}
	chosen = append(slices.DeleteFunc(chosen, func(name string) bool { return name == "!"+c.Pack }), c.Pack)
	quoted := make([]string, len(chosen))
	for i, name := range chosen {
		quoted[i] = strconv.Quote(name)
	}
	return setKey(s, c.User, "packs", "["+strings.Join(quoted, ", ")+"]")
}

// rulesHere returns the names of the rules of this project and of their packs, sorted.
func rulesHere() (names, packs []string, err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return nil, nil, err
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	for _, r := range rules {
		names = append(names, r.Name)
		if r.Pack != "" {
			packs = append(packs, r.Pack)
		}
	}
	slices.Sort(names)
	slices.Sort(packs)
	return names, slices.Compact(packs), nil
}

// configToEdit returns the user's configuration file, or that of this project.
func configToEdit(ofUser bool) (string, error) {
	if ofUser {
		folder := project.UserConfigDir()
		if folder == "" {
			return "", errors.New("you have no home directory, so there is no configuration of your own")
		}
		return filepath.Join(folder, "config.toml"), os.MkdirAll(folder, 0o700)
	}
	dir, err := term.WorkDir()
	return filepath.Join(project.RootOf(dir), configFile), err
}

// setKey writes a key, which only a person may do, and says what is set.
func setKey(s term.Streams, ofUser bool, key, value string) error {
	if err := term.RequirePerson(); err != nil {
		return err
	}
	file, err := configToEdit(ofUser)
	if err != nil {
		return err
	}
	if err := project.WriteKey(file, key, value); err != nil {
		return err
	}
	return term.Say(s.Out, "%s: %s = %s", file, key, value)
}
