package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Pushed is a branch or tag that a command changes in another repository.
type Pushed struct {
	Remote  string `json:"remote"`  // its name or address, "" for the one that is configured
	Branch  string `json:"branch"`  // there; "" if it is the one that is checked out, or if all are pushed
	From    string `json:"from"`    // what is pushed there, "" for the branch of the same name
	Does    string `json:"does"`    // updates, deletes, merges
	Tag     bool   `json:"tag"`     // it is a tag
	Force   bool   `json:"force"`   // also if something is lost there
	Lease   bool   `json:"lease"`   // only if nobody has pushed in the meantime
	All     bool   `json:"all"`     // all branches, or all tags
	Mirror  bool   `json:"mirror"`  // also the deletion of what is not here
	Admin   bool   `json:"admin"`   // past the rules of the branch
	Request string `json:"request"` // of merges: the number of the pull request, "" for that of the branch
}

// Pushes returns what a command pushes.
func Pushes(cmd shell.Command) []Pushed {
	switch cmd.Name {
	case "git push", "git send-pack", "jj git", "hg push", "gh pr", "glab mr", "gh api", "glab api":
	default:
		return nil
	}
	o := OptionsOf(cmd)
	if o.DryRun() {
		return nil
	}
	switch cmd.Name {
	case "git push", "git send-pack":
		return gitPush(o)
	case "hg push":
		return []Pushed{{Remote: o.Operand(0), Does: "updates", Force: o.Has("f", "force")}}
	case "jj git":
		if o.Operand(0) != "push" {
			return nil
		}
		// jj itself refuses to move a bookmark backwards or sideways, and to rewrite what the main branch of the remote has, unless it is told to.
		return []Pushed{{Remote: o.Value("remote"), Branch: o.Value("bookmark", "branch"), Does: "updates", All: o.Has("all", "tracked")}}
	case "gh pr", "glab mr":
		if !isOneOf(o.Operand(0), "merge", "accept") || o.Has("disable-auto") {
			return nil
		}
		return []Pushed{{Does: "merges", Admin: o.Has("admin"), Request: o.Operand(1)}}
	}
	path := strings.Trim(o.Operand(0), "/")
	if _, branch, ok := strings.Cut(path, "/git/refs/heads/"); ok && strings.EqualFold(o.Value("method"), "patch") {
		forced := slices.ContainsFunc(o.List, func(option Option) bool { return option.Value == "force=true" })
		return []Pushed{{Branch: branch, Does: "updates", Force: forced}}
	}
	if parts := strings.Split(path, "/"); strings.EqualFold(o.Value("method"), "put") && len(parts) > 4 && parts[len(parts)-1] == "merge" {
		return []Pushed{{Does: "merges", Request: parts[len(parts)-2]}}
	}
	return nil
}

// gitPush returns what git push changes.
func gitPush(o Options) (list []Pushed) {
	all := Pushed{
		Remote: o.Operand(0), Does: "updates", Force: o.Has("force"), Lease: o.Has("force-with-lease"),
		All: o.Has("all", "branches", "mirror"), Mirror: o.Has("mirror") || o.Has("prune"),
	}
	all.Force = all.Force || o.Has("mirror")
	if o.Has("delete") {
		all.Does = "deletes"
	}
	refs := o.Operands[min(1, len(o.Operands)):]
	for i, ref := range refs {
		if ref == "tag" && i+1 < len(refs) {
			continue
		}
		p := all
		var plus bool
		ref, plus = strings.CutPrefix(ref, "+")
		p.Force = p.Force || plus
		from, to, ok := strings.Cut(ref, ":")
		switch {
		case ok && from == "" && to != "":
			p.Does = "deletes"
		case ok:
			p.From = from
		default:
			to = from
		}
		var tag bool
		p.Branch, tag = strings.CutPrefix(strings.TrimPrefix(to, "refs/heads/"), "refs/tags/")
		// v1.2.3 is a tag's name; release-1.2.3 may be a branch, over which a forced push must not go unasked.
		p.Tag = tag || i > 0 && refs[i-1] == "tag" || versions().MatchString(p.Branch) && !strings.HasPrefix(p.Branch, "release-")
		if p.Branch == "HEAD" || p.Branch == "@" {
			p.Branch = ""
		}
		list = append(list, p)
	}
	if len(list) == 0 && o.Has("tags") {
		all.Tag, all.All = true, true
	}
	if len(list) == 0 && all.Does != "deletes" {
		list = append(list, all)
	}
	return list
}
