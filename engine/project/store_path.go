package project

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/regular"
)

// StorePath returns the path of the store of the project at root: $WITNESS_DB, or a file in a
// directory below StateDir that is named after the project. It is outside of the working tree, so
// that it is not committed and a cloned repository cannot contain one. The worktrees of a
// repository share it.
func StorePath(root string) string {
	if path := os.Getenv("WITNESS_DB"); path != "" {
		return path
	}
	return filepath.Join(StateDir(), StoreFolder(root), "witness.db")
}

// SessionStorePath returns the path of the store of a session that was started in the directory started, "" if that is unknown,
// and is now in another project. All facts of a session are in one store, that of the project in which it was started.
func SessionStorePath(now Project, started string) string {
	if started != "" && started != now.Root {
		if root := markedRoot(Resolve(started)); root != "" {
			return StorePath(root)
		}
	}
	return StorePath(now.Root)
}

// StoreFolder returns the name of the folder in StateDir of the store of the project at root, whether or not
// $WITNESS_DB names another one.
func StoreFolder(root string) string { return storeName(MainTree(root)) }

// UsualPaths returns where the store of the project at root and the user's configuration are if no variable moves them: in the
// home directory that is set, and in that of the user's account.
func UsualPaths(root string) (stores, configurations []string) {
	homes := []string{Home()}
	if account, err := user.LookupId(strconv.Itoa(os.Getuid())); err == nil && account.HomeDir != homes[0] {
		homes = append(homes, account.HomeDir)
	}
	for _, home := range homes {
		if filepath.IsAbs(home) {
			stores = append(stores, filepath.Join(home, ".local", "state", "witness", StoreFolder(root), "witness.db"))
			configurations = append(configurations, filepath.Join(home, ".config", "witness", "config.toml"))
		}
	}
	return stores, configurations
}

// StateDir returns the directory of all stores: $XDG_STATE_HOME/witness, or
// ~/.local/state/witness, or TempStateDir if the user has no home directory.
func StateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "witness")
	}
	if home := Home(); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "witness")
	}
	return TempStateDir()
}

// TempStateDir returns the state directory for a user without a home, in the directory for
// temporary files. Another user may have created it.
func TempStateDir() string {
	return filepath.Join(os.TempDir(), "witness-"+hash(os.Getenv("USER")))
}

// storeName returns the name of the directory of a project's store: the base name of the project
// and a hash of its path.
func storeName(dir string) string {
	name := filepath.Base(strings.TrimSuffix(dir, string(filepath.Separator)+".git"))
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name) + "-" + hash(dir)
}

// hash returns the first 6 bytes of the SHA-256 of a text in hexadecimal.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// MainTree returns the directory that the worktrees of a repository share: the working tree of
// the repository, or its git directory if that is not named .git. For any other root it returns
// the root.
func MainTree(root string) string {
	git := filepath.Join(root, ".git")
	info, err := os.Lstat(git)
	if err != nil || info.IsDir() {
		return root
	}
	// The .git of a worktree is a file with the path of its private git directory, in which the
	// file commondir has the path of the shared one and the file gitdir that of the worktree's .git. The latter is compared,
	// because a .git that somebody made by hand could name the private directory of another project.
	private, ok := pointer(git, "gitdir: ")
	if !ok {
		return root
	}
	common, ok := pointer(filepath.Join(private, "commondir"), "")
	if common = Resolve(common); !ok || filepath.Dir(Resolve(private)) != filepath.Join(common, "worktrees") {
		return root
	}
	if back, ok := pointer(filepath.Join(private, "gitdir"), ""); !ok || Resolve(filepath.Dir(back)) != Resolve(root) {
		return root
	}
	return strings.TrimSuffix(common, string(filepath.Separator)+".git")
}

// pointer reads a file of one line: a prefix and a path, which may be relative to the file's
// directory.
func pointer(file, prefix string) (string, bool) {
	text, err := regular.ReadNoFollow(file, bundle.MaxFileSize)
	if err != nil || len(text) > 4096 {
		return "", false
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), prefix)
	if !ok || target == "" {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(file), target)
	}
	return filepath.Clean(target), true
}

// StoreOf returns the path of the store of the project that contains dir.
func StoreOf(dir string) string { return StorePath(Find(dir, "").Root) }

// writtenFile is the list of the files that commands of witness have written, with their size and time.
func writtenFile() string { return filepath.Join(StateDir(), "written-by-witness") }

// maxWritten is how many lines of the list are kept.
const maxWritten = 200

// Wrote notes that a command of witness has written or removed a file, so that the change is not reported.
func Wrote(path string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(StateDir(), 0o700); err != nil {
		return err
	}
	text, err := os.ReadFile(writtenFile())
	if err != nil {
		text = nil // the first
	}
	lines := append(slices.Collect(strings.Lines(string(text))), writtenLine(path)+"\n")
	return os.WriteFile(writtenFile(), []byte(strings.Join(lines[max(0, len(lines)-maxWritten):], "")), 0o600)
}

// writtenLine returns the line of a file as it is now.
func writtenLine(path string) string {
	size, changed := Stat(path)
	return fmt.Sprintf("%s\t%d\t%d", path, size, changed)
}

// Written reports whether a command of witness made a file as it is now.
func Written(path string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	text, err := os.ReadFile(writtenFile())
	if err != nil {
		return false
	}
	return slices.Contains(strings.Split(string(text), "\n"), writtenLine(path))
}
