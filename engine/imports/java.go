package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

// A javaResolver resolves the classes that Java and Kotlin files use to the files that
// declare them: imported classes, those of the same package, and fully qualified names.
type javaResolver struct {
	*tree
	sources     []string            // the source directories of all modules; nil until listed
	topDirs     map[string]bool     // the names of the directories in sources
	kotlinDecls map[string][]string // Kotlin file to the names it declares
}

func (r *javaResolver) edges(path, src string, add func(name, to string)) {
	unit := scanJava(src, filepath.Ext(path) != ".java")
	roots := r.sourceRoots(path, unit.pkg)
	omitted := omittedPackage(roots, filepath.Dir(path), unit.pkg)
	siblings := r.siblings(roots, filepath.Dir(path), unit.pkg, omitted)
	for _, name := range unit.imports {
		files := r.importedFiles(roots, name)
		if rest, ok := strings.CutPrefix(name, omitted+"."); ok && files == nil && omitted != "" {
			files = r.importedFiles(roots, rest)
		}
		if strings.HasSuffix(name, ".*") {
			files = r.usedFiles(unit, siblings, files)
		}
		addAll(add, name, files)
	}
	for _, name := range unit.order {
		for _, to := range siblings[name] {
			if !unit.own[name] {
				add(name, to)
			}
		}
	}
	for _, name := range unit.qualified {
		if to := r.qualifiedClass(roots, name); to != "" {
			add(name, to)
		}
	}
}

// siblings returns the files of a package by the names they declare. Files of the package
// use these names without an import.
func (r *javaResolver) siblings(roots []string, dir, pkg, omitted string) map[string][]string {
	files := r.packageFiles(roots, filepath.Join(strings.Split(pkg, ".")...))
	if omitted != "" {
		files = r.packageFiles([]string{dir}, "")
	}
	siblings := map[string][]string{}
	for _, file := range files {
		for _, name := range r.declaredNames(file) {
			// The class in the nearest root wins. Kotlin functions may be overloaded
			// across files.
			if siblings[name] == nil || filepath.Ext(file) == ".kt" {
				siblings[name] = append(siblings[name], file)
			}
		}
	}
	return siblings
}

// usedFiles returns the files of a wildcard import that declare a name the unit uses and
// does not get from elsewhere. If there are none, it is not known what the import is for,
// and all files are returned.
func (r *javaResolver) usedFiles(unit *javaUnit, siblings map[string][]string, files []string) []string {
	var used []string
	for _, file := range files {
		if slices.ContainsFunc(r.declaredNames(file), func(name string) bool {
			return unit.names[name] && !unit.own[name] && siblings[name] == nil
		}) {
			used = append(used, file)
		}
	}
	if used == nil {
		return files
	}
	return used
}

// declaredNames returns the names that a file declares for other files: the class that a
// Java file is named after; the top-level names of a Kotlin file, and the class in which
// Java finds its functions.
func (r *javaResolver) declaredNames(file string) []string {
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if filepath.Ext(file) == ".java" {
		return []string{stem}
	}
	if stem == "" {
		return nil
	}
	return memo(&r.kotlinDecls, file, func() []string {
		return append(kotlinNames(r.text(file)), strings.ToUpper(stem[:1])+stem[1:]+"Kt")
	})
}

// qualifiedClass returns the file of a fully qualified class or member, such as
// com.acme.Clock or com.acme.Clock.now, or "".
func (r *javaResolver) qualifiedClass(roots []string, name string) string {
	parts := strings.Split(name, ".")
	if !r.topDirs[parts[0]] && !r.entries(roots[0])[parts[0]] {
		return ""
	}
	file, _, _ := r.findClass(roots, parts)
	return file
}

// importedFiles returns the files that an import means: that of the class, or of the class
// that contains the nested class or member; all files of the package for "a.b.*". A Kotlin
// file need not be named after what it declares, so the Kotlin files of the package are
// read if no file has the name.
func (r *javaResolver) importedFiles(roots []string, name string) []string {
	pkg, all := strings.CutSuffix(name, ".*")
	parts := strings.Split(pkg, ".")
	class, n, dirs := r.findClass(roots, parts)
	if all && n < len(parts) && dirs == len(parts) {
		if files := r.packageFiles(roots, filepath.Join(parts...)); files != nil {
			return files
		}
	}
	if class != "" {
		return []string{class}
	}
	for n := min(dirs, len(parts)-1); n > 0; n-- {
		var files []string
		for _, file := range r.packageFiles(roots, filepath.Join(parts[:n]...)) {
			if filepath.Ext(file) == ".kt" && slices.Contains(r.declaredNames(file), parts[n]) {
				files = append(files, file)
			}
		}
		if files != nil {
			return files
		}
	}
	return nil
}

// findClass follows the parts of a name through the roots. It returns the file of the
// longest prefix that has one, the number of parts in that prefix, and the number of parts
// that lead to a directory.
func (r *javaResolver) findClass(roots, parts []string) (file string, n, dirs int) {
	for _, root := range roots {
		dir := root
		for i, part := range parts {
			dir = filepath.Join(dir, part)
			if to := r.first(dir+".java", dir+".kt"); to != "" && i+1 > n {
				file, n = to, i+1
			}
			if !r.isDir(dir) {
				break
			}
			dirs = max(dirs, i+1)
		}
	}
	return file, n, dirs
}

// packageFiles returns the source files of a package, given its directory relative to the
// roots.
func (r *javaResolver) packageFiles(roots []string, rel string) []string {
	var files []string
	for _, root := range roots {
		dir := filepath.Join(root, rel)
		for _, name := range r.files(dir) {
			if ext := filepath.Ext(name); ext == ".java" || ext == ".kt" {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}
