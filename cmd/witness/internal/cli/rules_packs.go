package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
)

// rulesAddCmd takes in a pack of rules by others.
type rulesAddCmd struct {
	From string `arg:"" help:"A repository of Git (https, ssh), with @ and a branch, tag or commit if need be, or a folder. #subdirectory=FOLDER names a folder in a repository."`
	Name string `help:"The pack's name in this project; that of the repository or folder if left out." placeholder:"NAME"`
}

// rulesUpdateCmd takes in newer versions of packs.
type rulesUpdateCmd struct {
	Names []string `arg:"" optional:"" name:"name" help:"The packs; all if left out."`
}

// rulesRemoveCmd removes a pack.
type rulesRemoveCmd struct {
	Name string `arg:"" help:"The pack."`
}

// Run shows what the pack brings, with the result of its tests and its figures, asks, and copies it into the project.
func (c *rulesAddCmd) Run(ctx context.Context, s term.Streams) error {
	root, pins, err := packsHere()
	if err != nil {
		return err
	}
	from, err := packPlace(c.From)
	if err != nil {
		return err
	}
	name := c.Name
	if name == "" {
		name = ruleName(strings.TrimSuffix(filepath.Base(strings.TrimSuffix(from.URL, "/")), ".git"))
		if from.Folder != "" {
			name = ruleName(from.Folder)
		}
	}
	if err := bundle.CheckName(name); err != nil {
		return err
	}
	pin := project.Pin{Name: name}
	if i := slices.IndexFunc(pins, func(p project.Pin) bool { return p.Name == name }); i >= 0 {
		if pin = pins[i]; !samePlace(pin.From, from) {
			return fmt.Errorf("this project has a pack %s already, from %s; give this one another name: witness rules add --name NAME %s", name, hook.Sanitize(pin.From), hook.Sanitize(c.From))
		}
	}
	pin.From = placeText(c.From, from)
	return takeIn(ctx, s, root, pin, from)
}

// samePlace reports whether a pack is from this place, at whichever revision: then it is another version of that pack.
func samePlace(pinned string, from project.Policy) bool {
	p, err := packPlace(pinned)
	return err == nil && p.URL == from.URL && p.Folder == from.Folder
}

// Run looks for newer versions.
func (c *rulesUpdateCmd) Run(ctx context.Context, s term.Streams) error {
	root, pins, err := packsHere()
	if err != nil {
		return err
	}
	var known []string
	for _, p := range pins {
		known = append(known, p.Name)
	}
	for _, name := range c.Names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("this project has no pack %q%s", hook.Sanitize(name), bundle.DidYouMean(name, known))
		}
	}
	if len(pins) == 0 {
		return errors.New("this project has no packs; witness rules add takes one in")
	}
	for _, p := range pins {
		if len(c.Names) > 0 && !slices.Contains(c.Names, p.Name) {
			continue
		}
		from, err := packPlace(p.From)
		if err == nil {
			err = takeIn(ctx, s, root, p, from)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

// Run removes the pack's files and its pin.
func (c *rulesRemoveCmd) Run(s term.Streams) error {
	root, pins, err := packsHere()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(pins, func(p project.Pin) bool { return p.Name == c.Name }) {
		return fmt.Errorf("this project has no pack %q", hook.Sanitize(c.Name))
	}
	if err := replacePack(root, c.Name, nil); err != nil {
		return err
	}
	if err := (project.Pin{Name: c.Name}).Write(root); err != nil {
		return err
	}
	return term.Say(s.Out, "%s is removed.", c.Name)
}

// packsHere returns the project's root and its packs, for a person.
func packsHere() (root string, pins []project.Pin, err error) {
	if err := term.RequirePerson(); err != nil {
		return "", nil, err
	}
	dir, err := term.WorkDir()
	if err != nil {
		return "", nil, err
	}
	root = project.RootOf(dir)
	pins, err = project.Pins(root)
	return root, pins, err
}

// packPlace reads where a pack is: a folder, or a repository.
func packPlace(text string) (project.Policy, error) {
	if info, err := os.Stat(text); err == nil && info.IsDir() {
		path, err := filepath.Abs(text)
		return project.Policy{URL: "file://" + path}, err
	}
	if strings.HasPrefix(text, "https://") { // each is a repository, whatever its name ends with
		text = "git+" + text
	}
	p, err := project.ParsePolicy(text)
	if err != nil || !p.Git || strings.HasPrefix(p.URL, "http://") {
		return p, fmt.Errorf("%q is neither a folder nor a repository of Git over https or ssh", hook.Sanitize(text))
	}
	return p, nil
}

// placeText returns a place as it is pinned: a folder by its full path.
func placeText(text string, from project.Policy) string {
	if path, ok := strings.CutPrefix(from.URL, "file://"); ok && !from.Git {
		return path
	}
	return text
}

// takeIn fetches a pack, shows what it brings, asks, and puts it into the project in place of its files there.
func takeIn(ctx context.Context, s term.Streams, root string, pin project.Pin, from project.Policy) error {
	progress := term.NewProgress(s.Err)
	progress.Doing("fetching " + pin.Name)
	files, commit, err := fleet.Pack(ctx, from)
	progress.End()
	if err != nil {
		return err
	}
	old, err := project.PackFiles(bundle.Dir(filepath.Join(root, filepath.FromSlash(project.PackFolder(pin.Name)))))
	if err != nil {
		return err
	}
	digest := project.PackDigest(files)
	if digest == pin.Digest && digest == project.PackDigest(old) {
		return term.Say(s.Out, "%s is up to date.", pin.Name)
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(files)), bundle.Belongs) {
		return fmt.Errorf("there is no pack: %s has no files in rules.d, facts.d or queries.d", hook.Sanitize(pin.From))
	}
	fmt.Fprintf(s.Out, "%s, from %s%s\n\n", pin.Name, hook.Sanitize(pin.From), atCommit(commit))
	if err := showPack(ctx, s, pin.Name, files, old); err != nil {
		return err
	}
	if !agreed(s, "\nTake it into this project?") {
		return errors.New("nothing was taken in")
	}
	if err := replacePack(root, pin.Name, files); err != nil {
		return err
	}
	pin.Commit, pin.Digest = commit, digest
	if err := pin.Write(root); err != nil {
		return err
	}
	return term.Say(s.Out, "%s is in %s, pinned in .witness.toml as %s. What adds and tightens is in force; for the rest: witness trust", pin.Name, project.PackFolder(pin.Name), digest)
}

func atCommit(commit string) string {
	if commit == "" {
		return ""
	}
	return ", commit " + commit[:min(12, len(commit))]
}
