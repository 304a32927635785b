package imports

import (
	"cmp"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A tsconfig holds the options of a tsconfig.json or jsconfig.json that locate modules,
// including those it inherits.
type tsconfig struct {
	baseURL    string // absolute; "" if not set
	paths      map[string][]string
	pathsDir   string   // absolute; the base of paths if there is no baseURL
	references []string // absolute
}

// resolveByTSConfig resolves a name by the nearest tsconfig.json or jsconfig.json.
func (r *jsResolver) resolveByTSConfig(dir, name string, m jsMode) string {
	configDir, file := r.nearest(dir, "tsconfig.json", "jsconfig.json")
	if file == "" {
		return ""
	}
	config := r.tsconfig(file, configDir)
	if to := r.applyPaths(config, name, m); to != "" || config == nil || config.paths != nil {
		return to
	}
	// A solution-style config has only references; the paths are in those.
	for _, ref := range config.references {
		if to := r.applyPaths(r.tsconfig(ref, filepath.Dir(ref)), name, m); to != "" {
			return to
		}
	}
	return ""
}

// applyPaths resolves a name by the paths and the baseUrl of a config.
func (r *jsResolver) applyPaths(config *tsconfig, name string, m jsMode) string {
	if config == nil {
		return ""
	}
	pattern, star := matchPattern(slices.Sorted(maps.Keys(config.paths)), name)
	for _, target := range config.paths[pattern] {
		target = strings.Replace(target, "*", star, 1)
		target = absolute(cmp.Or(config.baseURL, config.pathsDir), target)
		if to := r.resolvePath(target, m); to != "" {
			return to
		}
	}
	if config.baseURL != "" {
		return r.resolvePath(filepath.Join(config.baseURL, name), m)
	}
	return ""
}

// tsconfig reads a config with those it extends. leaf is the directory of the config at the
// start of that chain, for which ${configDir} stands.
func (r *jsResolver) tsconfig(file, leaf string) *tsconfig {
	return memo(&r.tsconfigs, file+"\x00"+leaf, func() *tsconfig {
		var raw struct {
			Extends         json.RawMessage
			References      []struct{ Path string }
			CompilerOptions struct {
				BaseURL *string `json:"baseUrl"`
				Paths   map[string][]string
			}
		}
		decodeJSON(r.text(file), &raw)
		dir := filepath.Dir(file)
		config := &tsconfig{}
		for _, name := range stringOrList(raw.Extends) {
			if parent := r.tsconfig(r.extendedConfig(dir, name), leaf); parent != nil {
				if parent.paths != nil {
					config.paths, config.pathsDir = parent.paths, parent.pathsDir
				}
				config.baseURL = cmp.Or(parent.baseURL, config.baseURL)
			}
		}
		here := func(path string) string {
			if rest, ok := strings.CutPrefix(path, "${configDir}"); ok {
				return filepath.Join(leaf, rest)
			}
			return absolute(dir, path)
		}
		if url := raw.CompilerOptions.BaseURL; url != nil {
			config.baseURL = here(*url)
		}
		if raw.CompilerOptions.Paths != nil {
			config.paths, config.pathsDir = raw.CompilerOptions.Paths, dir
			for _, targets := range config.paths {
				for i, target := range targets {
					if strings.HasPrefix(target, "${configDir}") {
						targets[i] = here(target)
					}
				}
			}
		}
		for _, ref := range raw.References {
			path := filepath.Join(dir, ref.Path)
			if r.isDir(path) {
				path = filepath.Join(path, "tsconfig.json")
			}
			config.references = append(config.references, path)
		}
		return config
	})
}

// extendedConfig returns the path of the config that "extends" names: a path, or a file in
// a package of the workspace.
func (r *jsResolver) extendedConfig(dir, name string) string {
	base := absolute(dir, name)
	if !filepath.IsAbs(name) && !isRelative(name) {
		pkg, sub := packageName(name)
		pkgDir := r.workspace(dir)[pkg]
		if pkgDir == "" {
			return ""
		}
		base = filepath.Join(pkgDir, sub)
	}
	return r.first(base, base+".json", filepath.Join(base, "tsconfig.json"))
}
