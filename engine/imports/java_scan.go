package imports

import (
	"cmp"
	"strings"
)

// A javaUnit holds the names in a Java or Kotlin file that matter for its imports.
type javaUnit struct {
	pkg       string
	imports   []string        // a wildcard import ends in ".*"
	own       map[string]bool // the names it declares or imports one by one
	names     map[string]bool // the identifiers it uses, except after a dot
	order     []string        // names, in the order of the source
	qualified []string        // the dotted names in its code, without duplicates
}

// scanJava reads a Java or Kotlin file.
func scanJava(src string, kotlin bool) *javaUnit {
	unit := &javaUnit{own: map[string]bool{}, names: map[string]bool{}}
	dotted := map[string]bool{}
	l := lexer{syntax: syntax{triple: true, nested: kotlin}, src: src}
	head := true
	var last token
	for t := l.next(); t.kind != end; t = l.next() {
		switch {
		case head && t.is("package") && unit.pkg == "" && len(unit.imports) == 0:
			unit.pkg = l.qualified()
		case head && t.is("import"):
			unit.addImport(l.qualified(), l.alias())
		case t.kind == word && last.kind != '.':
			head = head && !isJavaDeclaration(t.text)
			if !unit.names[t.text] {
				unit.names[t.text] = true
				unit.order = append(unit.order, t.text)
			}
			if l.declares(last, kotlin) {
				unit.own[t.text] = true
			}
			name, through := l.dotted(t)
			if name != t.text && !dotted[name] {
				dotted[name] = true
				unit.qualified = append(unit.qualified, name)
			}
			t = through
		}
		last = t
	}
	return unit
}

// declares reports whether the name just read is declared here, given the token before it.
func (l lexer) declares(before token, kotlin bool) bool {
	switch after := l.next(); before.text {
	case "fun", "val", "var":
		// Otherwise it is a receiver type: fun Shop.open(), fun Box<Int>.open().
		return after.kind != '.' && after.kind != '<' && after.kind != '?'
	default:
		parameter := kotlin && after.kind == ':' && !strings.HasPrefix(l.src[l.pos:], ":")
		variable := !kotlin && after.kind == '='
		return isJavaDeclaration(before.text) || parameter || variable
	}
}

// addImport adds an import. The file uses it by its alias, if it has one.
func (unit *javaUnit) addImport(name, alias string) {
	if name == "" {
		return
	}
	unit.imports = append(unit.imports, name)
	// The last element of a wildcard is "*", which is no identifier.
	unit.own[cmp.Or(alias, name[strings.LastIndex(name, ".")+1:])] = true
}

// dotted reads the rest of the dotted name that begins with first. It returns the name and
// its last token.
func (l *lexer) dotted(first token) (name string, last token) {
	var b strings.Builder
	b.WriteString(first.text)
	last = first
	for after := *l; after.next().kind == '.'; {
		t := after.next()
		if t.kind != word {
			break
		}
		b.WriteByte('.')
		b.WriteString(t.text)
		last, *l = t, after
	}
	return b.String(), last
}

// qualified reads the name in a package clause or import, which ends with its line.
func (l *lexer) qualified() string {
	var name strings.Builder
	for ; ; l.next() {
		switch t := l.peek(); {
		case t.is("static") && name.Len() == 0:
		case t.kind == '`': // quotes a keyword in Kotlin
		case t.first, t.kind != word && t.kind != '.' && t.kind != '*', t.is("as"):
			return strings.TrimSuffix(name.String(), ".")
		default:
			name.WriteString(t.text)
		}
	}
}

// alias reads "as name" and returns the name, or returns "" if something else is next.
func (l *lexer) alias() string {
	after := *l
	if as, name := after.next(), after.next(); as.is("as") && name.kind == word {
		*l = after
		return name.text
	}
	return ""
}

// kotlinNames returns the top-level names that a Kotlin file declares.
func kotlinNames(src string) []string {
	l := lexer{syntax: syntax{triple: true, nested: true}, src: src}
	var names []string
	depth := 0
	var last, keyword token
	for {
		t := l.next()
		quoted := t.kind == '`' // a quoted keyword is a name
		if quoted {
			t = l.next()
			l.next()
		}
		switch {
		case t.kind == end:
			return names
		case t.kind == '{' || t.kind == '(':
			depth++
		case t.kind == '}' || t.kind == ')':
			depth--
		case depth > 0:
		case !quoted && isKotlinDeclaration(t.text):
			keyword = t
		case t.kind == '=':
			keyword = token{}
		case t.kind == word && l.isDeclared(keyword, last):
			names = append(names, t.text)
			keyword = token{}
		}
		last = t
	}
}

// isDeclared reports whether the word just read is the one that keyword declares, given the
// token before it. In an extension it follows the receiver: fun <T> List<T>.name().
func (l lexer) isDeclared(keyword, before token) bool {
	after := l.next().kind
	switch keyword.text {
	case "":
		return false
	case "fun":
		return after == '('
	case "val", "var":
		return (before == keyword || before.kind == '.' || before.kind == '>') && after != '.' && after != '<' && after != '?'
	}
	return before == keyword
}

func isKotlinDeclaration(keyword string) bool {
	switch keyword {
	case "class", "interface", "object", "fun", "val", "var", "typealias":
		return true
	}
	return false
}

// isJavaDeclaration reports whether a keyword of Java or Kotlin declares the name that
// follows it.
func isJavaDeclaration(keyword string) bool {
	return keyword == "enum" || keyword == "record" || isKotlinDeclaration(keyword)
}
