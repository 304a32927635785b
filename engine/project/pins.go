package project

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"witness/engine/bundle"
)

// A Pin is a pack of rules by others that a project has taken in: the table [pack.NAME] of its .witness.toml. The files are a copy
// in the project; nothing is fetched when they are used, and they are used only while their digest is the one of the pin.
type Pin struct {
	Name   string `toml:"-"`
	From   string // the folder or the repository that it is from
	Commit string // of the repository, "" for a folder
	Digest string // of its files, sha256:…
}

// PackFolder returns the folder of a pack, relative to the project's root.
func PackFolder(name string) string { return path.Join(".witness", "packs", name) }

// maxPackFiles bounds how many files a pack has; their sizes are bounded where they are read.
const maxPackFiles = 150

// IsPackFile reports whether a path in a folder or a repository belongs to a pack: rules, readers, questions and their tests, and how
// often the rules were right.
func IsPackFile(name string) bool {
	if strings.ContainsAny(name, `\:`) { // on Windows these begin another folder or disk
		return false
	}
	if name == "precision.tsv" || name == "README.md" {
		return true
	}
	return path.Dir(path.Dir(name)) == "." && (bundle.Belongs(name) || bundle.Belongs(strings.TrimSuffix(name, ".txtar")+".sql") && path.Ext(name) == ".txtar")
}

// PackFiles returns the files of the pack in a folder, by their path in it.
func PackFiles(folder fs.FS) (files map[string][]byte, err error) {
	files = map[string][]byte{}
	names := []string{"precision.tsv", "README.md"}
	for _, kind := range []string{bundle.Facts, bundle.Queries, bundle.Rules} {
		entries, err := fs.ReadDir(folder, kind+".d")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			names = append(names, kind+".d/"+e.Name())
		}
	}
	for _, name := range names {
		if !IsPackFile(name) {
			continue
		}
		text, err := fs.ReadFile(folder, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		default:
			files[name] = text
		}
		if len(files) > maxPackFiles {
			return nil, fmt.Errorf("it has more than %d files", maxPackFiles)
		}
	}
	return files, nil
}

// PackDigest returns the digest of the files of a pack.
func PackDigest(files map[string][]byte) string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(all, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return "sha256:" + hex.EncodeToString(all.Sum(nil))
}

// Pins returns the packs that the .witness.toml in the root of a project pins, sorted by name.
func Pins(root string) (list []Pin, err error) {
	if !exists(filepath.Join(root, ".witness", "packs")) {
		return nil, nil // most projects have none, and each hook asks
	}
	text, err := readConfig(filepath.Join(root, configName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var tables struct{ Pack map[string]Pin }
	if err == nil {
		err = toml.Unmarshal(text, &tables)
	}
	for _, name := range slices.Sorted(maps.Keys(tables.Pack)) {
		if pin := tables.Pack[name]; bundle.CheckName(name) == nil {
			pin.Name = name
			list = append(list, pin)
		}
	}
	return list, err
}

// A verifiedPack is the folder of a pack whose files are read as they were when their digest was compared. What was written into it since
// does not count, or between comparing and reading there were a moment in which a file can be exchanged.
type verifiedPack struct {
	bundle.Dir
	files map[string][]byte // by their path in the folder
}

// Open opens no file: it would be read from the disk.
func (v verifiedPack) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// ReadFile returns a file as it was verified.
func (v verifiedPack) ReadFile(name string) ([]byte, error) {
	if text, ok := v.files[name]; ok {
		return slices.Clone(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// verified returns the folder of a pack with the files that were accepted, and an error if those on the disk are others.
func (p Pin) verified(root string) (pack verifiedPack, err error) {
	folder := PackFolder(p.Name)
	pack.Dir = bundle.Dir(filepath.Join(root, filepath.FromSlash(folder)))
	if pack.files, err = PackFiles(pack.Dir); err != nil {
		return pack, fmt.Errorf("the pack %s in %s cannot be read, and none of its rules is evaluated: %w", p.Name, folder, err)
	}
	if found := PackDigest(pack.files); found != p.Digest {
		return pack, fmt.Errorf("the pack %s in %s is not the one that was accepted: its digest is %s. None of its rules is evaluated. To see what has changed and accept it: witness rules update %s", p.Name, folder, found, p.Name)
	}
	return pack, nil
}

// packSources returns the sources of the packs of a project whose files are those that were accepted.
func packSources(embedded fs.FS, root string, accepted *bundle.Accepted) (list []bundle.Source) {
	pins, _ := Pins(root) // a mistake in the file is reported with the configuration
	for _, p := range pins {
		if pack, err := p.verified(root); err == nil {
			list = append(list, bundle.Source{Origin: "project", FS: pack, Dir: PackFolder(p.Name), Accepted: accepted, Own: embedded})
		}
	}
	return list
}

// addPins checks the table pack of a project's file.
func (in *layerReader) addPins(tree any) {
	table, ok := tree.(map[string]any)
	if !ok || in.layer != layerProject {
		in.wrong("pack", "pack must be tables of a project, such as [pack.tidy], which `witness rules add` writes")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := "pack." + name
		values, ok := table[name].(map[string]any)
		if err := bundle.CheckName(name); err != nil || !ok {
			in.wrong(key, "pack.%s must be a table with the keys from, commit and digest, and %q a name", CleanKey(name), CleanKey(name))
			continue
		}
		pin := Pin{Name: name}
		for k, v := range values {
			text, ok := v.(string)
			switch {
			case !ok:
				in.wrong(key+"."+k, "pack.%s.%s must be a string", name, CleanKey(k))
			case k == "digest":
				pin.Digest = text
			case k != "from" && k != "commit":
				in.wrong(key+"."+k, "unknown key %q%s", CleanKey(k), in.didYouMean(k, []string{"from", "commit", "digest"}))
			}
		}
		if root := filepath.Dir(in.path); exists(filepath.Join(root, ".git")) || exists(filepath.Join(root, ".witness")) {
			if _, err := pin.verified(root); err != nil {
				in.wrong(key, "%w", err)
			}
		}
	}
}

// Pinned returns the text of a .witness.toml with the table of a pin, or without it if its digest is "".
func Pinned(text string, p Pin) string {
	head := "[pack." + p.Name + "]"
	var kept []string
	skip := false
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == head:
			skip = true
		case strings.HasPrefix(trimmed, "["):
			skip = false
		}
		if !skip {
			kept = append(kept, line)
		}
	}
	text = strings.TrimRight(strings.Join(kept, ""), "\n")
	if text != "" {
		text += "\n"
	}
	if p.Digest == "" {
		return text
	}
	if text != "" {
		text += "\n"
	}
	text += fmt.Sprintf("%s\nfrom   = %q\n", head, p.From)
	if p.Commit != "" {
		text += fmt.Sprintf("commit = %q\n", p.Commit)
	}
	return text + fmt.Sprintf("digest = %q\n", p.Digest)
}

// Write writes the table of a pin into the .witness.toml of a project, or removes it if its digest is "".
func (p Pin) Write(root string) error {
	file := filepath.Join(root, configName)
	before, err := readConfig(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	after := Pinned(string(before), p)
	if err := bundle.CheckTOML(file, []byte(after)); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
		return err
	}
	return Wrote(file)
}
