package imports

import (
	"path/filepath"
	"slices"
	"strings"
)

// java adds the files of the classes that a Java or Kotlin file imports, or names
// without an import: those of its own package, and those it names in full.
func (p *project) java(path, src string, add func(name, to string)) {
	unit := scanJava(src, filepath.Ext(path) != ".java")
	roots := p.javaRoots(path, unit.pkg)
	omitted := omittedPackage(roots, filepath.Dir(path), unit.pkg)
	near := p.javaNear(roots, filepath.Dir(path), unit.pkg, omitted)
	for _, name := range unit.imports {
		files := p.javaFiles(roots, name)
		if rest, ok := strings.CutPrefix(name, omitted+"."); ok && files == nil && omitted != "" {
			files = p.javaFiles(roots, rest)
		}
		if strings.HasSuffix(name, ".*") {
			files = p.javaUsed(unit, near, files)
		}
		if len(files) == 0 {
			add(name, "")
		}
		for _, to := range files {
			add(name, to)
		}
	}
	for _, name := range unit.order {
		for _, to := range near[name] {
			if !unit.own[name] {
				add(name, to)
			}
		}
	}
	for _, name := range unit.qualified {
		if to := p.javaNamed(roots, name); to != "" {
			add(name, to)
		}
	}
}

// javaNear gives the files of a package by the names that they declare: what belongs to
// it names them without an import.
func (p *project) javaNear(roots []string, dir, pkg, omitted string) map[string][]string {
	files := p.javaPackage(roots, filepath.Join(strings.Split(pkg, ".")...))
	if omitted != "" {
		files = p.javaPackage([]string{dir}, "")
	}
	near := map[string][]string{}
	for _, file := range files {
		for _, name := range p.javaDeclares(file) {
			// A class is the one of the nearest root; functions of Kotlin have namesakes.
			if near[name] == nil || filepath.Ext(file) == ".kt" {
				near[name] = append(near[name], file)
			}
		}
	}
	return near
}

// javaUsed gives those of the files, which a wildcard takes in, that declare what the unit
// names and nothing nearer does: all of them if there is none, for then what it is after
// cannot be told.
func (p *project) javaUsed(unit *javaUnit, near map[string][]string, files []string) []string {
	var used []string
	for _, file := range files {
		if slices.ContainsFunc(p.javaDeclares(file), func(name string) bool {
			return unit.names[name] && !unit.own[name] && near[name] == nil
		}) {
			used = append(used, file)
		}
	}
	if used == nil {
		return files
	}
	return used
}

// javaDeclares gives the names by which other files know what a file declares: the class
// that a Java file is named after, all that stands at the top of a Kotlin file, and the
// class that holds its functions for Java.
func (p *project) javaDeclares(file string) []string {
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if filepath.Ext(file) == ".java" {
		return []string{stem}
	}
	if stem == "" {
		return nil
	}
	return memo(&p.kotlins, file, func() []string { return append(kotlinNames(p.text(file)), strings.ToUpper(stem[:1])+stem[1:]+"Kt") })
}

// javaNamed gives the file of a class that is named in full, such as com.acme.Clock or
// com.acme.Clock.now, or "".
func (p *project) javaNamed(roots []string, name string) string {
	parts := strings.Split(name, ".")
	if !p.outermost[parts[0]] && !p.entries(roots[0])[parts[0]] {
		return ""
	}
	file, _, _ := p.javaClass(roots, parts)
	return file
}

// omittedPackage gives the package that the folders of a Kotlin module leave out: if
// the files of org.acme.data lie in src/main/kotlin/data, it is org.acme.
func omittedPackage(roots []string, dir, pkg string) string {
	const separator = string(filepath.Separator)
	for _, root := range roots {
		below, ok := strings.CutPrefix(dir+separator, root+separator)
		if !ok || filepath.Base(root) != "kotlin" {
			continue
		}
		if below == "" {
			return pkg
		}
		inner := strings.ReplaceAll(separator+strings.TrimSuffix(below, separator), separator, ".")
		outer, _ := strings.CutSuffix(pkg, inner)
		if outer != pkg {
			return outer
		}
	}
	return ""
}

// javaFiles gives the files that an import means: that of a class, or of the class
// around it or around the member; every file of a package for "a.b.*". In Kotlin a file
// need not have the name of what it declares: then the files of the package are read.
func (p *project) javaFiles(roots []string, name string) []string {
	pkg, all := strings.CutSuffix(name, ".*")
	parts := strings.Split(pkg, ".")
	class, n, folders := p.javaClass(roots, parts)
	if all && n < len(parts) && folders == len(parts) {
		if files := p.javaPackage(roots, filepath.Join(parts...)); files != nil {
			return files
		}
	}
	if class != "" {
		return []string{class}
	}
	for n := min(folders, len(parts)-1); n > 0; n-- {
		var files []string
		for _, file := range p.javaPackage(roots, filepath.Join(parts[:n]...)) {
			if filepath.Ext(file) == ".kt" && slices.Contains(p.javaDeclares(file), parts[n]) {
				files = append(files, file)
			}
		}
		if files != nil {
			return files
		}
	}
	return nil
}

// javaClass gives the file of the innermost class on the way that the parts of a name
// lead, how many of them lead to it, and how many lead to a folder.
func (p *project) javaClass(roots, parts []string) (file string, n, folders int) {
	for _, root := range roots {
		dir := root
		for i, part := range parts {
			dir = filepath.Join(dir, part)
			if to := p.first(dir+".java", dir+".kt"); to != "" && i+1 > n {
				file, n = to, i+1
			}
			if !p.isDir(dir) {
				break
			}
			folders = max(folders, i+1)
		}
	}
	return file, n, folders
}

// javaPackage gives the source files of a package.
func (p *project) javaPackage(roots []string, rel string) []string {
	var files []string
	for _, root := range roots {
		dir := filepath.Join(root, rel)
		for _, name := range p.sorted(dir, false) {
			if ext := filepath.Ext(name); ext == ".java" || ext == ".kt" {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}
