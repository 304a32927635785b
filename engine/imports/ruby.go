package imports

import "path/filepath"

// A rubyResolver resolves the files that Ruby files require.
type rubyResolver struct {
	*tree
}

func (r *rubyResolver) edges(path, src string, add func(name, to string)) {
	for _, imp := range scanRuby(src) {
		switch imp.base {
		case rubyDir:
			add(imp.name, r.file(filepath.Join(filepath.Dir(path), imp.name)))
		case rubyFile:
			add(imp.name, r.file(filepath.Join(path, imp.name)))
		default:
			add(imp.name, r.onLoadPath(filepath.Dir(path), imp.name))
		}
	}
}

// onLoadPath returns the file that a required name means. A name that begins with a dot is
// relative to the root; any other is looked up in the directories that Bundler, Rails and
// the test runners put on the load path.
func (r *rubyResolver) onLoadPath(dir, name string) string {
	if isRelative(name) {
		return r.file(filepath.Join(r.root, name))
	}
	if filepath.IsAbs(name) {
		return r.file(filepath.Clean(name))
	}
	for d := range r.ancestors(dir) {
		for _, sub := range []string{"lib", "app", "test", "spec", "."} {
			if to := r.file(filepath.Join(d, sub, name)); to != "" {
				return to
			}
		}
	}
	return ""
}

// file returns the file at path, with or without its extension, or "".
func (r *rubyResolver) file(path string) string { return r.first(path+".rb", path) }
