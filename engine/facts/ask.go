package facts

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/store"
)

// A Repository answers what is asked about the repository of a project.
type Repository interface {
	// Branch returns the branch that is checked out, "" if none is.
	Branch() string
	// Head returns the commit that is checked out, "" if it is not known.
	Head() string
	// DefaultBranch returns the default branch of origin, "" if it is not known.
	DefaultBranch() string
	// Pushed reports whether origin has this branch at the commit that is checked out.
	Pushed() (pushed, known bool)
	// Ahead reports whether the branch that is checked out has commits that origin is not known to have.
	Ahead() bool
	// Stashes returns the entries of the stash, the latest first.
	Stashes() (list []git.Stash, known bool)
	// Dirty returns the files that differ from the index.
	Dirty() (list []git.Dirty, known bool)
	// Tracked returns the files that git knows, relative to the root, with slashes.
	Tracked() (files []string, known bool)
	// Identity returns what is the same for all worktrees of the repository.
	Identity() string
	// Remotes returns what a forge calls the remotes: owner/name.
	Remotes() []string
}

// Repository knows the branch that the recording tells, and the files that git has listed as changed.
func (d *Recorded) Repository(c *Call, root string) Repository {
	r := NoRepository{tracked: d.tracked[[2]string{c.Session, root}]}
	if root == c.Project.Root {
		r.branch = c.Event.Branch
	}
	return r
}

// NoRepository is one that cannot be read. Its branch may be known, and some of its files.
type NoRepository struct {
	branch  string
	tracked []string
}

func (r NoRepository) Branch() string { return r.branch }
func (NoRepository) Head() string     { return "" }

// DefaultBranch takes the usual names for it.
func (r NoRepository) DefaultBranch() string {
	if slices.Contains([]string{"main", "master"}, r.branch) {
		return r.branch
	}
	return ""
}

func (NoRepository) Pushed() (pushed, known bool)            { return false, false }
func (NoRepository) Ahead() bool                             { return false }
func (NoRepository) Stashes() (list []git.Stash, known bool) { return nil, false }
func (NoRepository) Dirty() (list []git.Dirty, known bool)   { return nil, false }
func (r NoRepository) Tracked() (files []string, known bool) { return r.tracked, len(r.tracked) > 0 }
func (NoRepository) Identity() string                        { return "" }
func (NoRepository) Remotes() []string                       { return nil }

// Asked are the parameters that Ask answers. They cost something, so only a rule that names one has it.
var Asked = []string{"branch", "head", "default_branch", "pushed", "reviewed", "dirty", "staged", "stashes", "repository", "cwd_repository", "remotes", "locks", "tokens"}

// Ask returns the value of a parameter in Asked for the project at root. It keeps the answer for the rest of the call.
func (c *Call) Ask(ctx context.Context, disk Disk, root, name string) any {
	switch name {
	case "cwd_repository":
		root, name = c.Project.Root, "repository"
	case "remotes":
		if disk.Repository(c, root).Identity() == "" {
			root = c.Project.Root // from a folder of no repository, the one that the agent works in is meant: cd /tmp && gh issue create
		}
	case "tokens":
		root = ""
	}
	key := [2]string{root, name}
	if answer, known := c.answers[key]; known {
		return answer
	}
	var answer any
	switch name {
	case "tokens":
		if tokens, known := disk.Tokens(ctx, c); known {
			answer = tokens
		}
	case "reviewed":
		if reviewed, known := disk.Reviewed(root); known {
			answer = reviewed
		}
	case "locks":
		answer = store.JSONList(locks(disk, root))
	case "staged":
		if list, known := disk.Staged(root); known {
			answer = store.JSONList(list)
		}
	default:
		answer = ofRepository(disk.Repository(c, root), name)
	}
	if c.answers == nil {
		c.answers = map[[2]string]any{}
	}
	c.answers[key] = answer
	return answer
}

// lockFiles are those that a package manager of JavaScript writes: two of them in one project contradict each other.
var lockFiles = []string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"}

// locks returns the lock files in the folder of a project.
func locks(disk Disk, root string) []string {
	return slices.DeleteFunc(slices.Clone(lockFiles), func(name string) bool { return !disk.Exists(filepath.Join(root, name)) })
}

// ofRepository returns the value of a parameter about a repository, nil if it is not known.
func ofRepository(r Repository, name string) any {
	switch name {
	case "branch":
		return r.Branch()
	case "head":
		return r.Head()
	case "default_branch":
		return r.DefaultBranch()
	case "repository":
		return r.Identity()
	case "remotes":
		return store.JSONList(r.Remotes())
	case "pushed":
		if pushed, known := r.Pushed(); known {
			return pushed
		}
	case "dirty":
		if list, known := r.Dirty(); known {
			return store.JSONList(list)
		}
	case "stashes":
		if list, known := r.Stashes(); known {
			return store.JSONList(list)
		}
	}
	return nil
}

// CheckedOut sets the branch and the commit that the event is recorded with: at moments that are no call,
// and for a call that runs git.
func (c *Call) CheckedOut(disk Disk) {
	call := c.Moment == hook.Before || c.Moment == hook.After
	if call && !slices.ContainsFunc(c.Commands, func(cmd Command) bool { return strings.HasPrefix(cmd.Name, "git ") && cmd.Root == c.Project.Root }) {
		return
	}
	r := disk.Repository(c, c.Project.Root)
	c.Event.Branch, c.Head = r.Branch(), r.Head()
}

// Tokens returns what the recording tells.
func (d *Recorded) Tokens(_ context.Context, c *Call) (tokens int64, known bool) {
	if c.Event.Tokens == nil {
		return 0, false
	}
	return *c.Event.Tokens, true
}

// Used returns what the recording tells.
func (*Recorded) Used(_ context.Context, c *Call) *agent.TokenMeter {
	return &agent.TokenMeter{Used: c.Event.Used}
}

// A Staged is a file whose content in the index differs from that in the commit that is checked out.
type Staged struct {
	File string `json:"file"` // relative to the working tree, with slashes
	Does string `json:"does"` // adds, changes, deletes
	At   *int64 `json:"at"`   // when the file was modified that was staged, in seconds since 1970, nil if it is deleted
}

// Staged is not known: the index is gone.
func (*Recorded) Staged(string) (list []Staged, known bool) { return nil, false }

// Reviewed is not known: the commits are gone.
func (*Recorded) Reviewed(string) (reviewed, known bool) { return false, false }
