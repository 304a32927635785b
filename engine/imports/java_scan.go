package imports

import "strings"

// A javaUnit is what a Java or Kotlin file says of itself and of others.
type javaUnit struct {
	pkg       string
	imports   []string        // with ".*" behind a package or class of which it takes all
	own       map[string]bool // what it declares, or imports by name: no one else's
	names     map[string]bool // what it names, other than behind a dot
	order     []string        // the same, as they come
	qualified []string        // the dotted names in its code, each once
}

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
			unit.imported(l.qualified(), l.alias())
		case t.kind == word && last.kind != '.':
			head = head && !isJavaDeclaration(t.text)
			if !unit.names[t.text] {
				unit.names[t.text] = true
				unit.order = append(unit.order, t.text)
			}
			if l.declares(last, kotlin) {
				unit.own[t.text] = true
			}
			name, through := l.chain(t)
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

// declares reports whether the name just read is one that the file itself gives to
// something, given what stands before it.
func (l lexer) declares(before token, kotlin bool) bool {
	switch after := l.next(); before.text {
	case "fun", "val", "var":
		// Else it is the receiver, or its type: fun Shop.open(), fun Box<Int>.open().
		return after.kind != '.' && after.kind != '<' && after.kind != '?'
	default:
		parameter := kotlin && after.kind == ':' && !strings.HasPrefix(l.src[l.pos:], ":")
		variable := !kotlin && after.kind == '='
		return isJavaDeclaration(before.text) || parameter || variable
	}
}

// imported takes in an import, and the name by which the file knows it.
func (unit *javaUnit) imported(name, alias string) {
	if name == "" {
		return
	}
	unit.imports = append(unit.imports, name)
	if alias == "" {
		// Of a wildcard it is "*", which no code names.
		alias = name[strings.LastIndex(name, ".")+1:]
	}
	unit.own[alias] = true
}

// chain reads on from a name to the end of the dotted name that it begins, and gives that
// with its last token.
func (l *lexer) chain(first token) (name string, last token) {
	var b strings.Builder
	b.WriteString(first.text)
	last = first
	for {
		before := *l
		dot, t := l.next(), l.next()
		if dot.kind != '.' || t.kind != word {
			*l = before
			return b.String(), last
		}
		b.WriteByte('.')
		b.WriteString(t.text)
		last = t
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

// alias reads the name behind "as", if that comes next.
func (l *lexer) alias() string {
	before := *l
	if l.next().is("as") {
		if t := l.next(); t.kind == word {
			return t.text
		}
	}
	*l = before
	return ""
}

// kotlinNames gives what a Kotlin file declares outside any class.
func kotlinNames(src string) []string {
	l := lexer{syntax: syntax{triple: true, nested: true}, src: src}
	var names []string
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

// isDeclared reports whether the word just read is the one that the keyword declares. That
// of an extension stands behind its receiver: fun <T> List<T>.name().
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

// isJavaDeclaration reports whether a keyword of Java or Kotlin declares what is named
// after it.
func isJavaDeclaration(keyword string) bool {
	return keyword == "enum" || keyword == "record" || isKotlinDeclaration(keyword)
}
