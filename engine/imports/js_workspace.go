package imports

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// workspace gives the folders of the packages, by name, of the workspace that dir
// belongs to: that of the nearest package.json with "workspaces", or of the nearest
// pnpm-workspace.yaml.
func (p *project) workspace(dir string) map[string]string {
	for d := range p.up(dir) {
		if globs := p.workspaceGlobs(d); globs != nil {
			return memo(&p.workspaces, d, func() map[string]string { return p.members(d, globs) })
		}
	}
	return nil
}

func (p *project) workspaceGlobs(dir string) []string {
	if text := p.text(filepath.Join(dir, "pnpm-workspace.yaml")); text != "" {
		return yamlList(text, "packages")
	}
	pkg := p.nodePackage(dir)
	if pkg == nil || len(pkg.Workspaces) == 0 {
		return nil
	}
	if globs := oneOrMore(pkg.Workspaces); globs != nil {
		return globs
	}
	var object struct{ Packages []string }
	_ = json.Unmarshal(pkg.Workspaces, &object)
	return object.Packages
}

// members gives the packages that globs name, less those that a glob with ! names.
func (p *project) members(dir string, globs []string) map[string]string {
	excluded := map[string]bool{}
	for _, glob := range globs {
		if not, ok := strings.CutPrefix(glob, "!"); ok {
			for _, d := range p.expand(dir, not) {
				excluded[d] = true
			}
		}
	}
	members := map[string]string{}
	for _, glob := range append([]string{"."}, globs...) {
		if strings.HasPrefix(glob, "!") {
			continue
		}
		for _, d := range p.expand(dir, glob) {
			if pkg := p.nodePackage(d); pkg != nil && pkg.Name != "" && !excluded[d] && members[pkg.Name] == "" {
				members[pkg.Name] = d
			}
		}
	}
	return members
}

// yamlList reads a list of strings at the top level of a YAML file, written with a
// dash for each or in brackets.
func yamlList(text, key string) []string {
	var list []string
	in := false
	for line := range strings.Lines(text) {
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimRight(line, " \t\r\n")
		item := strings.TrimLeft(line, " \t")
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			in = true
			rest = strings.TrimSpace(rest)
			if strings.HasPrefix(rest, "[") {
				for v := range strings.SplitSeq(strings.Trim(rest, "[]"), ",") {
					list = append(list, strings.Trim(v, ` "'`))
				}
			}
			continue
		}
		if v, ok := strings.CutPrefix(item, "-"); ok && in {
			list = append(list, strings.Trim(v, ` "'`))
		} else if item != "" && !strings.HasPrefix(item, "#") {
			in = false
		}
	}
	return list
}

// installed looks a package up in the node_modules above dir, as Node.js does. A link
// there leads to a package of the workspace, whose folder it gives; a folder is a
// package from outside. found is false if neither is there.
func (p *project) installed(dir, name string) (folder string, found bool) {
	for d := range p.up(dir) {
		modules := filepath.Join(d, "node_modules")
		if !p.isDir(modules) {
			continue
		}
		link := filepath.Join(modules, name)
		if _, err := os.Lstat(link); err != nil {
			continue
		}
		folder, err := filepath.EvalSymlinks(link)
		if err != nil || !p.inside(folder) {
			return "", false
		}
		below := strings.Split(strings.TrimPrefix(folder, p.root), string(filepath.Separator))
		if slices.Contains(below, "node_modules") {
			return "", true
		}
		return folder, true
	}
	return "", false
}

// linked gives the folder of a dependency that is given by its path: "file:../x".
func (p *project) linked(dir string, pkg *nodePackage, name string) string {
	for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies, pkg.PeerDependencies, pkg.OptionalDependencies} {
		for _, scheme := range []string{"file:", "link:", "portal:"} {
			if path, ok := strings.CutPrefix(deps[name], scheme); ok {
				if folder := filepath.Join(dir, path); p.inside(folder) {
					return folder
				}
			}
		}
	}
	return ""
}

// packageName splits "@scope/name/a/b" into the package and what is in it.
func packageName(name string) (pkg, sub string) {
	n := 1
	if strings.HasPrefix(name, "@") {
		n = 2
	}
	parts := strings.SplitN(name, "/", n+1)
	if len(parts) <= n {
		return name, ""
	}
	return strings.Join(parts[:n], "/"), parts[n]
}
