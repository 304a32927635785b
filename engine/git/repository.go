// Package git reads what the files of a git repository say about it: what is checked out, what was pushed, what
// is stashed, which files differ from the index.
//
// Only Run starts a program: git takes longer than the rest of a hook, and a repository can make it run others. All else reads
// a bounded amount, and what cannot be read is unknown. Read repository.go for refs, and index.go and status.go for files.
package git

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/regular"
)

// Limits on what is read of a repository, in bytes.
const (
	maxRef    = 4 << 10 // of HEAD, a ref, or a file that names a folder
	maxPacked = 4 << 20 // of packed-refs
	maxLog    = 64 << 10
)

// A Repository is that of one working tree.
type Repository struct {
	Root   string // the working tree
	Dir    string // what belongs to this working tree: HEAD, the index
	Common string // what all working trees of the repository share: branches, stashes.

	packed []byte // packed-refs, nil until it is read
}

// Open returns the repository whose working tree is at root. ok is false if there is none.
func Open(root string) (r *Repository, ok bool) {
	dir := filepath.Join(root, ".git")
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, false
	}
	r = &Repository{Root: root, Dir: dir, Common: dir}
	if info.IsDir() {
		return r, true
	}
	// The .git of a worktree or a submodule is a file: "gitdir: FOLDER".
	to, named := strings.CutPrefix(text(dir), "gitdir: ")
	if !named {
		return nil, false
	}
	r.Dir = below(root, to)
	r.Common = r.Dir
	if to := text(filepath.Join(r.Dir, "commondir")); to != "" {
		r.Common = below(r.Dir, to)
	}
	return r, true
}

// Identity returns the folder that all working trees of the repository share.
func (r *Repository) Identity() string { return r.Common }

// below returns a path as it is seen from a folder.
func below(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// text returns the content of a small file without the white space around it, "" if it cannot be read.
func text(path string) string { return strings.TrimSpace(string(read(path, maxRef))) }

// read returns the content of a file, nil if it cannot be read or is larger than a limit.
func read(path string, limit int64) []byte {
	content, err := regular.Read(path, limit)
	if err != nil {
		return nil
	}
	return content
}

// Branch returns the branch that is checked out, "" if none is.
func (r *Repository) Branch() string {
	branch, ok := strings.CutPrefix(text(filepath.Join(r.Dir, "HEAD")), "ref: refs/heads/")
	if !ok {
		return ""
	}
	return branch
}

// Head returns the commit that is checked out, "" before the first one.
func (r *Repository) Head() string {
	head := text(filepath.Join(r.Dir, "HEAD"))
	if ref, ok := strings.CutPrefix(head, "ref: "); ok {
		return r.commit(ref)
	}
	return head
}

// commit returns the commit that a ref points to, "" if there is no such ref.
func (r *Repository) commit(ref string) string {
	if !filepath.IsLocal(ref) {
		return ""
	}
	if id := text(filepath.Join(r.Common, filepath.FromSlash(ref))); id != "" {
		return id
	}
	if r.packed == nil {
		r.packed = append([]byte("\n"), read(filepath.Join(r.Common, "packed-refs"), maxPacked)...)
	}
	before, _, ok := bytes.Cut(r.packed, []byte(" "+ref+"\n"))
	if !ok {
		return ""
	}
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

// DefaultBranch returns the default branch of the remote origin, "" if it is not known: the one that origin's HEAD
// named when it was cloned, or else main or master, whichever it has.
func (r *Repository) DefaultBranch() string {
	const remote = "refs/remotes/origin/"
	if branch, ok := strings.CutPrefix(text(filepath.Join(r.Common, filepath.FromSlash(remote+"HEAD"))), "ref: "+remote); ok {
		return branch
	}
	for _, branch := range []string{"main", "master"} {
		if r.commit(remote+branch) != "" {
			return branch
		}
	}
	return ""
}

// Remotes returns what a forge calls the remotes origin and upstream: owner/name, by the end of their addresses.
func (r *Repository) Remotes() (names []string) {
	for _, remote := range []string{"origin", "upstream"} {
		address := strings.TrimSuffix(strings.ReplaceAll(r.Setting("remote."+remote+".url"), ":", "/"), ".git")
		if parts := strings.Split(address, "/"); len(parts) > 1 {
			names = append(names, strings.ToLower(strings.Join(parts[len(parts)-2:], "/")))
		}
	}
	return names
}

// Pushed reports whether the commit that is checked out is the one that origin had for this branch when it was
// last fetched or pushed to. known is false if origin has no such branch.
func (r *Repository) Pushed() (pushed, known bool) {
	branch := r.Branch()
	if branch == "" {
		return false, false
	}
	theirs := r.commit("refs/remotes/origin/" + branch)
	return theirs != "" && theirs == r.Head(), theirs != ""
}

// Ahead reports whether the branch that is checked out has commits that origin is not known to have: origin's branch is at another one, and was
// at no time, as its log tells, where this one is.
func (r *Repository) Ahead() bool {
	const remotes = "refs/remotes/origin/"
	theirs, head := r.commit(remotes+r.Branch()), r.Head()
	log := read(filepath.Join(r.Common, "logs", filepath.FromSlash(remotes+r.Branch())), maxLog)
	return theirs != "" && head != "" && theirs != head && !bytes.Contains(log, []byte(head))
}

// A Stash is one entry of the stash, which all working trees of a repository share.
type Stash struct {
	At     int64  `json:"at"`     // when it was made, in seconds since 1970
	Branch string `json:"branch"` // that was checked out, "" if git did not write it down
}

// Stashes returns the entries of the stash, the latest first: stash@{0}, stash@{1}, … known is false if there are
// too many to read.
func (r *Repository) Stashes() (list []Stash, known bool) {
	path := filepath.Join(r.Common, "logs", "refs", "stash")
	log := read(path, maxLog)
	if _, err := os.Lstat(path); err == nil && log == nil {
		return nil, false
	}
	for line := range strings.Lines(string(log)) {
		// OLD NEW Name <address> SECONDS ZONE<tab>WIP on BRANCH: …, or On BRANCH: …
		who, message, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		words := strings.Fields(who)
		if len(words) < 2 {
			continue
		}
		at, err := strconv.ParseInt(words[len(words)-2], 10, 64)
		if err != nil {
			continue
		}
		s := Stash{At: at}
		for _, begin := range []string{"WIP on ", "On "} {
			if rest, ok := strings.CutPrefix(message, begin); ok {
				s.Branch, _, _ = strings.Cut(rest, ":")
			}
		}
		list = append([]Stash{s}, list...)
	}
	return list, true
}
