package fleet

import (
	"bytes"
	"context"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"witness/engine/git"
)

// gitTime bounds one command of Git. The root commit of a repository with a million commits takes seconds.
const gitTime = 30 * time.Second

// A repository is what identifies a repository on every machine.
type repository struct {
	name string // the canonical URL of its remote, such as github.com/acme/shop; "" without one
	root string // its first commit, "" if it is not known: in a shallow clone, and before there is one
}

// identify returns what identifies the repository of the working tree at root.
func identify(ctx context.Context, root string) (r repository) {
	r.name = canonical(firstRemote(ctx, root))
	if shallow := runGit(ctx, root, "rev-parse", "--is-shallow-repository"); shallow != "false" {
		return r
	}
	commits := strings.Fields(runGit(ctx, root, "rev-list", "--max-parents=0", "HEAD"))
	if len(commits) > 0 {
		r.root = slices.Min(commits)
	}
	return r
}

// firstRemote returns the URL of the remote origin, or else of the first one.
func firstRemote(ctx context.Context, root string) string {
	if origin := runGit(ctx, root, "config", "--get", "remote.origin.url"); origin != "" {
		return origin
	}
	lines := strings.Split(runGit(ctx, root, "config", "--get-regexp", `^remote\..*\.url$`), "\n")
	_, first, _ := strings.Cut(slices.Min(lines), " ")
	return first
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

// canonical returns the URL of a remote without what differs between the clones of one repository: the protocol, the
// user, the port of the protocol, .git. A path on a disk is another one on each machine: only its name counts.
func canonical(remote string) string {
	remote = strings.TrimSpace(remote)
	if remote == "" {
		return ""
	}
	host, place, isShort := strings.Cut(remote, ":")
	u, err := url.Parse(remote)
	switch {
	case err == nil && u.Host != "" && u.Scheme != "file":
		host, place = strings.ToLower(u.Host), u.Path
		for _, port := range []string{":22", ":80", ":443", ":9418"} {
			host = strings.TrimSuffix(host, port)
		}
	case isShort && !strings.ContainsAny(host, `/\`) && len(host) > 1 && host != "file": // git@github.com:acme/shop.git; C:\shop is a path
		_, after, hasUser := strings.Cut(host, "@")
		if hasUser {
			host = after
		}
		host = strings.ToLower(host)
	default:
		host, place = "local", path.Base(strings.TrimSuffix(strings.TrimRight(strings.ReplaceAll(remote, `\`, "/"), "/"), "/.git"))
	}
	place = strings.TrimSuffix(strings.Trim(place, "/"), ".git")
	return host + "/" + strings.TrimSuffix(place, "/")
}

// id returns the name under which the server has the repository, "" if it cannot be identified. known is the root
// commit that the server has for the URL, "" if it has none. Two repositories with one URL, or without one, are told
// apart by their first commits.
func (r repository) id(known string) string {
	switch {
	case r.name == "" && r.root == "", r.isLocal() && r.root == "":
		return ""
	case r.name == "":
		return "root/" + r.root
	case r.isLocal(), known != "" && r.root != "" && known != r.root:
		return r.name + "#" + r.root[:12]
	default:
		return r.name
	}
}

// isLocal reports whether the remote is a folder, whose name alone identifies nothing.
func (r repository) isLocal() bool { return strings.HasPrefix(r.name, "local/") }
