package imports

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// A phpResolver resolves the classes and files that PHP files use.
type phpResolver struct {
	*tree
	composers map[string]map[string][]string // by directory, as composer returns them
}

func (r *phpResolver) edges(path, src string, add func(name, to string)) {
	for _, imp := range scanPHP(src) {
		if imp.include {
			add(imp.name, r.includedFile(path, imp))
		} else {
			add(imp.name, r.classFile(path, imp.name))
		}
	}
}

// includedFile returns the file that a require or include means. A path that does not
// begin with __DIR__ or the like is relative to the file, the root, or absolute.
func (r *phpResolver) includedFile(path string, imp phpImport) string {
	if !imp.dir {
		return r.first(filepath.Join(filepath.Dir(path), imp.file), filepath.Join(r.root, imp.file), filepath.Clean(imp.file))
	}
	base := path
	for up := imp.up; up > 0 && filepath.Dir(base) != base; up-- {
		base = filepath.Dir(base)
	}
	return r.first(filepath.Join(base, imp.file))
}

// classFile returns the file of a class, found by the PSR-4 rules of the composer.json
// files above path.
func (r *phpResolver) classFile(path, name string) string {
	for dir := range r.ancestors(filepath.Dir(path)) {
		namespaces := r.composer(dir)
		// The longest prefix wins.
		for prefix := name; namespaces != nil && prefix != ""; prefix = prefix[:strings.LastIndexByte(prefix, '\\')+1] {
			for _, d := range namespaces[prefix] {
				rest := strings.ReplaceAll(strings.TrimPrefix(name, prefix), `\`, string(filepath.Separator))
				if to := r.first(filepath.Join(d, rest+".php")); to != "" {
					return to
				}
			}
			prefix = strings.TrimSuffix(prefix, `\`)
		}
	}
	return ""
}

// composer reads the PSR-4 sections of the composer.json of a directory: namespaces with a
// final \, and the absolute directories that contain them. It returns nil if there is none.
func (r *phpResolver) composer(dir string) map[string][]string {
	return memo(&r.composers, dir, func() map[string][]string {
		text := r.text(filepath.Join(dir, "composer.json"))
		if text == "" {
			return nil
		}
		type autoload struct {
			PSR4 map[string]json.RawMessage `json:"psr-4"`
		}
		var raw struct {
			Autoload autoload
			Dev      autoload `json:"autoload-dev"`
		}
		decodeJSON(text, &raw)
		namespaces := map[string][]string{}
		for _, a := range []autoload{raw.Autoload, raw.Dev} {
			for prefix, dirs := range a.PSR4 {
				for _, d := range stringOrList(dirs) {
					namespaces[prefix] = append(namespaces[prefix], filepath.Join(dir, d))
				}
			}
		}
		return namespaces
	})
}
