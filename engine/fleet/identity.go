package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/git"
	"witness/engine/project"
	"witness/engine/store"
)

// gitTime bounds one command of Git. The root commit of a repository with a million commits takes seconds.
const gitTime = 30 * time.Second

// A repository is what identifies a repository on every machine.
type repository struct {
	name  string   // the canonical URL of its remote, such as github.com/acme/shop; "" without one
	roots []string // its first commits, that of the default branch first; nil if they are not known: in a shallow clone, and before there is one
}

// identify returns what identifies the repository of the working tree at root.
func identify(ctx context.Context, root string) repository {
	return repository{canonical(remoteURL(ctx, root)), rootsOf(ctx, root)}
}

// rootsOf returns the first commits of a repository, that of the default branch first. There can be several: a history that was
// merged into another one has a first commit of its own, and so has a branch such as gh-pages. The server may know the
// repository by any of them.
func rootsOf(ctx context.Context, root string) []string {
	if shallow := runGit(ctx, root, "rev-parse", "--is-shallow-repository"); shallow != "false" {
		return nil
	}
	all := strings.Fields(runGit(ctx, root, "rev-list", "--max-parents=0", "HEAD", "--branches", "--remotes"))
	if len(all) < 2 {
		return all
	}
	for _, branch := range []string{"refs/remotes/origin/HEAD", "HEAD"} {
		if first := runGit(ctx, root, "rev-list", "--max-parents=0", "--first-parent", branch); first != "" {
			return append([]string{first}, all...)
		}
	}
	return all
}

// identifyHere returns what identifies the repository, or why it takes no part.
func (s *Syncer) identifyHere(ctx context.Context) (here repository, err error) {
	here.name = canonical(remoteURL(ctx, s.Root))
	if here.roots, err = s.roots(ctx); err != nil {
		return here, err
	}
	switch id := here.id(""); {
	case id == "":
		return here, errNoRepository
	case !s.Config.Takes(id):
		return here, fmt.Errorf("%s is %w", id, errElsewhere)
	}
	return here, nil
}

// roots returns the first commits of the repository, which are kept in the store. To find them Git walks through the whole
// history. With a million commits that takes longer than an exchange may, so it is not bound by the limit of the exchange.
func (s *Syncer) roots(ctx context.Context) (roots []string, err error) {
	if roots = strings.Fields(s.state[keyRoots]); len(roots) > 0 && runGit(ctx, s.Root, "cat-file", "-t", roots[0]) == "commit" {
		return roots, nil
	}
	roots = rootsOf(context.WithoutCancel(ctx), s.Root)
	return roots, s.set(ctx, map[string]string{keyRoots: strings.Join(roots, " ")})
}

// remoteURL returns the URL of the remote origin, or else of the first one, as Git's url.….insteadOf spells it out.
func remoteURL(ctx context.Context, root string) string {
	remotes := strings.Fields(runGit(ctx, root, "remote"))
	if len(remotes) == 0 {
		return ""
	}
	name := slices.Min(remotes)
	if slices.Contains(remotes, "origin") {
		name = "origin"
	}
	return runGit(ctx, root, "remote", "get-url", "--", name)
}

// headTree returns Git's hash of the tree of the commit that is checked out.
func headTree(ctx context.Context, root string) string {
	return runGit(ctx, root, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
}

// runGit returns what a command of Git that only reads prints, "" if it fails.
func runGit(ctx context.Context, root string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	out, err := git.Run(ctx, root, args...)
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(out))
}

// mainHost returns the usual name of a server that also accepts SSH under a second name, which exists for networks that only let
// HTTPS through.
func mainHost(host string) string {
	switch host {
	case "ssh.github.com":
		return "github.com"
	case "altssh.gitlab.com":
		return "gitlab.com"
	case "altssh.bitbucket.org":
		return "bitbucket.org"
	case "ssh.dev.azure.com":
		return "dev.azure.com"
	}
	return host
}

// canonical returns the URL of a remote without what differs between the clones of one repository: the protocol, the user, the port,
// .git, and upper case, which no large host distinguishes. A path on a disk is another one on each machine: only its name counts.
func canonical(remote string) string {
	remote = strings.TrimSpace(remote)
	if remote == "" {
		return ""
	}
	host, place, isShort := strings.Cut(remote, ":")
	u, err := url.Parse(remote)
	switch {
	case err == nil && u.Host != "" && u.Scheme != "file":
		host, place = u.Hostname(), u.Path
	case isShort && !strings.ContainsAny(host, `/\`) && len(host) > 1 && host != "file": // git@github.com:acme/shop.git; C:\shop is a path
		_, after, hasUser := strings.Cut(host, "@")
		if hasUser {
			host = after
		}
		if plain, err := url.PathUnescape(place); err == nil {
			place = plain
		}
	default:
		host, place = "local", path.Base(strings.TrimSuffix(strings.TrimRight(strings.ReplaceAll(remote, `\`, "/"), "/"), "/.git"))
	}
	host, place = mainHost(strings.ToLower(host)), strings.ToLower(strings.Trim(place, "/"))
	place = strings.TrimSuffix(strings.TrimSuffix(place, ".git"), "/")
	switch {
	case host == "dev.azure.com": // v3/acme/shop/shop for SSH, acme/shop/_git/shop for HTTPS
		place = strings.Replace(strings.TrimPrefix(place, "v3/"), "/_git/", "/", 1)
	case host != "local":
		place = strings.TrimPrefix(place, "scm/") // Bitbucket has it for HTTPS and not for SSH
	}
	return host + "/" + place
}

// root returns the first commit by which the repository is known, "" if there is none.
func (r repository) root() string {
	if len(r.roots) == 0 {
		return ""
	}
	return r.roots[0]
}

// id returns the name under which the server has the repository, "" if it cannot be identified. known is the root
// commit that the server has for the URL, "" if it has none. Two repositories with one URL, or without one, are told
// apart by their first commits.
func (r repository) id(known string) string {
	root := r.root()
	switch {
	case r.name == "" && root == "", r.isLocal() && root == "":
		return ""
	case r.name == "":
		return "root/" + root
	case r.isLocal(), known != "" && root != "" && !slices.Contains(r.roots, known):
		return r.name + "#" + root[:12]
	default:
		return r.name
	}
}

// isLocal reports whether the remote is a folder, whose name alone identifies nothing.
func (r repository) isLocal() bool { return strings.HasPrefix(r.name, "local/") }

// nameClone sets the name of this store among the clones of the repository on this machine. Each has a store, and those that share a
// machine's name would be one to everybody who reads it. The one that took part first has the name of the machine, and a later one adds
// that of its folder: m1, m1:shop. What the stores of this machine know decides it, and once facts were exchanged it stays as it is, so
// `witness sync --dry-run` says it before a server was asked.
func (s *Syncer) nameClone(ctx context.Context) error {
	known := false
	if s.clone, known = s.state[keyClone]; !known {
		var taken []string
		if here, err := s.identifyHere(ctx); err == nil { // else it takes no part
			if taken, err = otherClones(ctx, s.Assets, s.DB.Path, here.id("")); err != nil {
				return err
			}
		}
		folder := newPathFilter(nil).folder(project.MainTree(s.Root))
		for n := 1; slices.Contains(taken, s.clone); n++ {
			if s.clone = ":" + folder; n > 1 {
				s.clone += fmt.Sprintf("-%d", n)
			}
		}
	}
	s.machine += s.clone
	return nil
}

// otherClones returns what follows the name of the machine for the other clones of a repository on it that have exchanged facts.
func otherClones(ctx context.Context, assets fs.FS, own, id string) (taken []string, err error) {
	folders, err := os.ReadDir(project.StateDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, folder := range folders {
		path := filepath.Join(project.StateDir(), folder.Name(), "witness.db")
		if path == own || !project.IsFile(path) {
			continue
		}
		state := stateAt(ctx, assets, path)
		repo, _, _ := strings.Cut(state[keyRepo], "#")
		if state[keyLeft] == "" && (state[keyRepo] == id || repo == id) {
			taken = append(taken, state[keyClone])
		}
	}
	return taken, err
}

// stateAt returns the table fleet_state of another store, nothing of one that cannot be read.
func stateAt(ctx context.Context, assets fs.FS, path string) map[string]string {
	db, err := store.OpenReader(path, assets)
	if err != nil {
		return nil
	}
	defer db.Close()
	db.BusyTimeout(store.AnswerWait)
	state, err := stateOf(ctx, db)
	if err != nil {
		return nil
	}
	return state
}
