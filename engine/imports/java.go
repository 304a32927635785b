package imports

import (
	"path/filepath"
	"strings"
)

// java adds the files of the classes that a Java or Kotlin file imports.
func (p *project) java(path, src string, add func(name, to string)) {
	pkg, list := javaImports(src, filepath.Ext(path) != ".java")
	roots := p.javaRoots(path, pkg)
	omitted := omittedPackage(roots, filepath.Dir(path), pkg)
	for _, name := range list {
		files := p.javaFiles(roots, name)
		if rest, ok := strings.CutPrefix(name, omitted+"."); ok && files == nil && omitted != "" {
			files = p.javaFiles(roots, rest)
		}
		if len(files) == 0 {
			add(name, "")
		}
		for _, to := range files {
			add(name, to)
		}
	}
	p.javaNeighbours(roots, pkg, path, src, add)
}

// javaNeighbours adds the files of the same package whose class src names: they need no
// import.
func (p *project) javaNeighbours(roots []string, pkg, path, src string, add func(name, to string)) {
	classes := map[string]string{}
	for _, file := range p.javaPackage(roots, filepath.Join(strings.Split(pkg, ".")...)) {
		if file != path {
			classes[strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))] = file
		}
	}
	if len(classes) == 0 {
		return
	}
	l := lexer{syntax: syntax{triple: true, nested: filepath.Ext(path) != ".java"}, src: src}
	qualified := false
	for t := l.next(); t.kind != end; t = l.next() {
		if file := classes[t.text]; t.kind == word && file != "" && !qualified {
			add(t.text, file)
			delete(classes, t.text)
		}
		qualified = t.kind == '.'
	}
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

// javaImports gives the package of a file and what it imports, with ".*" behind a
// package or class of which it takes all.
func javaImports(src string, kotlin bool) (pkg string, list []string) {
	l := lexer{syntax: syntax{triple: true, nested: kotlin}, src: src}
	for {
		t := l.next()
		switch {
		case t.is("package") && pkg == "" && len(list) == 0:
			pkg = l.qualified()
		case t.is("import"):
			if name := l.qualified(); name != "" {
				list = append(list, name)
			}
		case t.kind == '@':
			l.qualified()
		case t.kind == '(':
			l.group()
		case t.kind == end || t.kind == '{' || t.is("class") || t.is("interface") || t.is("fun"):
			return pkg, list
		}
	}
}

// group passes over what an open parenthesis encloses.
func (l *lexer) group() {
	for depth := 1; depth > 0; {
		switch l.next().kind {
		case '(':
			depth++
		case ')':
			depth--
		case end:
			return
		}
	}
}

// qualified reads a dotted name on one line.
func (l *lexer) qualified() string {
	var name strings.Builder
	for {
		before := *l
		t := l.next()
		switch {
		case t.is("static") && name.Len() == 0:
			continue
		case t.kind == '`': // Kotlin quotes a keyword so.
			continue
		case t.first, t.kind != word && t.kind != '.' && t.kind != '*', t.is("as"):
			*l = before
			return strings.TrimSuffix(name.String(), ".")
		}
		name.WriteString(t.text)
	}
}

// javaFiles gives the files that an import means: that of a class, or of the class
// around it or around the member; every file of a package for "a.b.*". In Kotlin a file
// need not have the name of what it declares: then the files of the package are read.
func (p *project) javaFiles(roots []string, name string) []string {
	pkg, all := strings.CutSuffix(name, ".*")
	parts := strings.Split(pkg, ".")
	for n := len(parts); n > 0; n-- {
		rel := filepath.Join(parts[:n]...)
		for _, root := range roots {
			if to := p.first(filepath.Join(root, rel+".java"), filepath.Join(root, rel+".kt")); to != "" {
				return []string{to}
			}
		}
		if n == len(parts) && all {
			if files := p.javaPackage(roots, rel); files != nil {
				return files
			}
		}
	}
	if all || len(parts) < 2 {
		return nil
	}
	var files []string
	for _, file := range p.javaPackage(roots, filepath.Join(parts[:len(parts)-1]...)) {
		if filepath.Ext(file) == ".kt" && declaresKotlin(p.text(file), parts[len(parts)-1]) {
			files = append(files, file)
		}
	}
	return files
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

// declaresKotlin reports whether a Kotlin file declares that name outside any class.
func declaresKotlin(src, name string) bool {
	l := lexer{syntax: syntax{triple: true, nested: true}, src: src}
	depth := 0
	var last, keyword token
	for {
		t := l.next()
		quoted := t.kind == '`' // A keyword in such quotes is a name.
		if quoted {
			t = l.next()
			l.next()
		}
		switch {
		case t.kind == end:
			return false
		case t.kind == '{':
			depth++
		case t.kind == '}':
			depth--
		case depth > 0:
		case !quoted && isKotlinDeclaration(t.text):
			keyword = t
		case keyword.kind == word && t.is(name):
			// The name of an extension stands behind its receiver: fun String.name().
			before := l
			after := l.next()
			l = before
			if after.kind != '.' && (last.kind == '.' || last.kind == '>' || last == keyword) {
				return true
			}
		case t.kind == '(' || t.kind == '=' || t.kind == ':':
			keyword = token{}
		}
		last = t
	}
}

func isKotlinDeclaration(keyword string) bool {
	switch keyword {
	case "class", "interface", "object", "fun", "val", "var", "typealias":
		return true
	}
	return false
}
