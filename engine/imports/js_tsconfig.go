package imports

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A tsconfig is what a tsconfig.json or jsconfig.json, and those it extends, say of
// the names of modules.
type tsconfig struct {
	baseURL    string // absolute, "" if not set
	paths      map[string][]string
	pathsDir   string // absolute: what paths are relative to if there is no baseURL
	references []string
}

// tsconfigModule resolves a name by the nearest tsconfig.json or jsconfig.json.
func (p *project) tsconfigModule(dir, name string, k jsKind) string {
	folder, file := p.nearest(dir, "tsconfig.json", "jsconfig.json")
	if file == "" {
		return ""
	}
	config := p.tsconfig(file, folder)
	if to := p.mapped(config, name, k); to != "" || config == nil || config.paths != nil {
		return to
	}
	// A config that only refers to others ("solution style") leaves the paths to them.
	for _, ref := range config.references {
		if to := p.mapped(p.tsconfig(ref, filepath.Dir(ref)), name, k); to != "" {
			return to
		}
	}
	return ""
}

func (p *project) mapped(config *tsconfig, name string, k jsKind) string {
	if config == nil {
		return ""
	}
	pattern, star := matchPattern(slices.Sorted(maps.Keys(config.paths)), name)
	for _, target := range config.paths[pattern] {
		target = strings.Replace(target, "*", star, 1)
		base := config.baseURL
		if base == "" {
			base = config.pathsDir
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(base, target)
		}
		if to := p.jsFile(filepath.Clean(target), k); to != "" {
			return to
		}
	}
	if config.baseURL != "" {
		return p.jsFile(filepath.Join(config.baseURL, name), k)
	}
	return ""
}

// tsconfig reads a config with those it extends. leaf is the folder of the config
// that was asked for, which ${configDir} means.
func (p *project) tsconfig(file, leaf string) *tsconfig {
	return memo(&p.tsconfigs, file+"\x00"+leaf, func() *tsconfig {
		var raw struct {
			Extends         json.RawMessage
			References      []struct{ Path string }
			CompilerOptions struct {
				BaseURL *string `json:"baseUrl"`
				Paths   map[string][]string
			}
		}
		decode(p.text(file), &raw)
		dir := filepath.Dir(file)
		config := &tsconfig{}
		for _, name := range oneOrMore(raw.Extends) {
			if parent := p.tsconfig(p.extended(dir, name), leaf); parent != nil {
				if parent.paths != nil {
					config.paths, config.pathsDir = parent.paths, parent.pathsDir
				}
				if parent.baseURL != "" {
					config.baseURL = parent.baseURL
				}
			}
		}
		here := func(path string) string {
			if rest, ok := strings.CutPrefix(path, "${configDir}"); ok {
				return filepath.Join(leaf, rest)
			}
			if filepath.IsAbs(path) {
				return filepath.Clean(path)
			}
			return filepath.Join(dir, path)
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
			if p.isDir(path) {
				path = filepath.Join(path, "tsconfig.json")
			}
			config.references = append(config.references, path)
		}
		return config
	})
}

// extended gives the config that "extends" names: by path, or in a package of the
// workspace.
func (p *project) extended(dir, name string) string {
	var base string
	switch {
	case filepath.IsAbs(name):
		base = filepath.Clean(name)
	case isRelative(name):
		base = filepath.Join(dir, name)
	default:
		pkg, sub := packageName(name)
		folder := p.workspace(dir)[pkg]
		if folder == "" {
			return ""
		}
		base = filepath.Join(folder, sub)
	}
	return p.first(base, base+".json", filepath.Join(base, "tsconfig.json"))
}

// oneOrMore reads a JSON string, or an array of strings.
func oneOrMore(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var more []string
	_ = json.Unmarshal(raw, &more)
	return more
}
