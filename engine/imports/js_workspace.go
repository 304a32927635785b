package imports

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// workspace returns the packages of the workspace that dir belongs to, as a map from name
// to directory. The root of the workspace is the nearest directory with a package.json that
// has "workspaces", or with a pnpm-workspace.yaml.
func (r *jsResolver) workspace(dir string) map[string]string {
	for d := range r.ancestors(dir) {
		if globs := r.workspaceGlobs(d); globs != nil {
			return memo(&r.workspaces, d, func() map[string]string { return r.workspacePackages(d, globs) })
		}
	}
	return nil
}

// workspaceGlobs returns the patterns of the workspace whose root is dir, or nil.
func (r *jsResolver) workspaceGlobs(dir string) []string {
	if text := r.text(filepath.Join(dir, "pnpm-workspace.yaml")); text != "" {
		return yamlList(text, "packages")
	}
	pkg := r.nodePackage(dir)
	if pkg == nil {
		return nil
	}
	if globs := stringOrList(pkg.fields["workspaces"]); globs != nil {
		return globs
	}
	var object struct{ Packages []string }
	_ = json.Unmarshal(pkg.fields["workspaces"], &object)
	return object.Packages
}

// workspacePackages returns the root of a workspace and the packages that match the globs,
// except those that match a glob with a leading "!".
func (r *jsResolver) workspacePackages(dir string, globs []string) map[string]string {
	included, excluded := []string{dir}, map[string]bool{}
	for _, glob := range globs {
		if not, ok := strings.CutPrefix(glob, "!"); !ok {
			included = append(included, r.glob(dir, glob)...)
		} else {
			for _, d := range r.glob(dir, not) {
				excluded[d] = true
			}
		}
	}
	packages := map[string]string{}
	for _, d := range included {
		if pkg := r.nodePackage(d); pkg != nil && !excluded[d] {
			if name := pkg.text("name"); name != "" && packages[name] == "" {
				packages[name] = d
			}
		}
	}
	return packages
}

// installed looks up a package in the node_modules directories above dir, as Node.js does.
// A symbolic link there leads to a package of the workspace, whose directory is returned.
// For a third-party package, pkgDir is "" and found is true.
func (r *jsResolver) installed(dir, name string) (pkgDir string, found bool) {
	for d := range r.ancestors(dir) {
		modules := filepath.Join(d, "node_modules")
		if !r.isDir(modules) {
			continue
		}
		link := filepath.Join(modules, name)
		if _, err := os.Lstat(link); err != nil {
			continue
		}
		pkgDir, err := filepath.EvalSymlinks(link)
		if err != nil || !r.inside(pkgDir) {
			return "", false
		}
		below := strings.Split(strings.TrimPrefix(pkgDir, r.root), string(filepath.Separator))
		if slices.Contains(below, "node_modules") {
			return "", true
		}
		return pkgDir, true
	}
	return "", false
}

// localDependency returns the directory of a dependency that the package.json in dir gives
// as a path ("file:../x"), or "".
func (r *jsResolver) localDependency(dir string, pkg *nodePackage, name string) string {
	for _, field := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		var deps map[string]string
		_ = json.Unmarshal(pkg.fields[field], &deps)
		for _, scheme := range []string{"file:", "link:", "portal:"} {
			if path, ok := strings.CutPrefix(deps[name], scheme); ok {
				if d := filepath.Join(dir, path); r.inside(d) {
					return d
				}
			}
		}
	}
	return ""
}

// packageName splits "@scope/name/a/b" into the package and the path in it.
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
