package store

import (
	"io/fs"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/sqltext"
)

// A View is a file of the folder views: a name for a SELECT, which may name other views and the parameters of
// the call that is judged.
type View struct {
	Name    string // the file's name without .sql
	Comment string // what the view is, with the dashes of the lines
	Body    string // the SELECT
}

// views are the views and the statements of the files of the folder state. Each is read when it is first needed,
// because most hooks need few of them. The views are not part of the store's schema, because
// each process would parse all of them when it opens the store. Instead, a statement that names a
// view gets it as a common table expression.
type views struct {
	assets  fs.FS
	known   []string            // the names of the views
	read    map[string]View     // those that were needed, by their names
	files   map[string][]string // statements of the files that update the state
	wrapped map[string]wrapped  // by a file's text: see wrap
}

// wrapped is the text of a file as a statement.
type wrapped struct {
	statement  string
	parameters []string // those that it names, with their colon: first the file's own
	own        int      // how many are the file's own; the others only its views name
}

// Views returns all views, in the order of their names.
func (v *views) Views() (list []View) {
	for _, name := range v.names() {
		list = append(list, v.view(name))
	}
	return list
}

// ShellViews returns the views as statements for the shell sqlite3, each after those that it names. There a parameter
// is what .parameter set has set, and NULL if nothing has.
func (v *views) ShellViews() string {
	var b strings.Builder
	for _, one := range v.usedBy(strings.Join(v.names(), " ")) {
		body := sqltext.ReplaceParameters(strings.TrimSpace(one.Body), func(name string) string {
			return "(SELECT value FROM temp.sqlite_parameters WHERE key = '" + name + "')"
		})
		b.WriteString("\n" + one.Comment + "\nCREATE TEMP VIEW IF NOT EXISTS " + one.Name + " AS\n" + body + ";\n")
	}
	return b.String()
}

// names returns the names of the views.
func (v *views) names() []string {
	if v.known == nil {
		entries, _ := fs.ReadDir(v.assets, "views") // a statement that names a view fails if there are none
		for _, entry := range entries {
			v.known = append(v.known, strings.TrimSuffix(entry.Name(), ".sql"))
		}
	}
	return v.known
}

// view reads a view. One that cannot be read is empty, and the statement that names it fails.
func (v *views) view(name string) View {
	one, ok := v.read[name]
	if !ok {
		text, _ := bundle.ReadText(v.assets, "views/"+name+".sql")
		one.Name = name
		one.Comment, one.Body, _ = strings.Cut(text, "\n\n")
		if v.read == nil {
			v.read = map[string]View{}
		}
		v.read[name] = one
	}
	return one
}

// usedBy returns the views that a statement needs, each after those that it names itself.
func (v *views) usedBy(statement string) (list []View) {
	names := v.names()
	seen := make([]bool, len(names))
	var add func(text string)
	add = func(text string) {
		named := make([]bool, len(names))
		markNamed(text, names, named)
		for i, yes := range named {
			if yes && !seen[i] {
				seen[i] = true
				one := v.view(names[i])
				add(one.Body)
				list = append(list, one)
			}
		}
	}
	add(statement)
	return list
}

// markNamed sets named[i] if a statement names names[i], in any case: as a word or in quotes, and not as a column, as in t.name.
// The names must be shorter than 64 bytes. It reads the text once: this is done for each statement that a hook compiles.
func markNamed(text string, names []string, named []bool) {
	var lengths [32]uint64 // by the first letter in any case: bit n is set if a name has n bytes
	for _, name := range names {
		lengths[name[0]&31] |= 1 << len(name)
	}
	qualified := false // the token before is a dot
	for token := range sqltext.Tokens(text) {
		word := token.Name()
		if n := len(word); n > 0 && n < 64 && !qualified && lengths[word[0]&31]>>n&1 == 1 {
			for i, name := range names {
				named[i] = named[i] || strings.EqualFold(name, word)
			}
		}
		qualified = token.Text == "."
	}
}

// withViews prepends the views that a statement needs to it. They are not materialized, so that SQLite
// can use the store's indexes for conditions on them. For a view that unites two SELECTs it does so only if these have no outer
// joins, no subqueries and columns of the same affinity; otherwise it reads the whole view.
func withViews(statement string, used []View) string {
	if len(used) == 0 {
		return statement
	}
	var b strings.Builder
	for i, one := range used {
		b.WriteString([]string{"WITH ", ", "}[min(i, 1)])
		b.WriteString(one.Name + " AS NOT MATERIALIZED (\n" + one.Body + "\n)")
	}
	return b.String() + "\n" + statement
}

// wrap puts a file's text into a subquery, with the views that it names, so that anything but a single
// SELECT is a syntax error.
func (v *views) wrap(text string) wrapped {
	w, ok := v.wrapped[text]
	if !ok {
		used := v.usedBy(text)
		w.statement, w.parameters = withViews("SELECT * FROM (\n"+text+"\n)", used), sqltext.Parameters(text)
		w.own = len(w.parameters)
		for _, one := range used {
			for _, p := range sqltext.Parameters(one.Body) {
				if !slices.Contains(w.parameters, p) {
					w.parameters = append(w.parameters, p)
				}
			}
		}
		if v.wrapped == nil {
			v.wrapped = map[string]wrapped{}
		}
		v.wrapped[text] = w
	}
	return w
}

// FileStatements returns the statements of a file of the folder state.
func (v *views) FileStatements(name string) ([]string, error) {
	if list, ok := v.files[name]; ok {
		return list, nil
	}
	script, err := bundle.ReadText(v.assets, "state/"+name)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, statement := range Statements(script) {
		list = append(list, withViews(statement, v.usedBy(statement)))
	}
	if v.files == nil {
		v.files = map[string][]string{}
	}
	v.files[name] = list
	return list, nil
}
