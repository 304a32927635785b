package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Check loads everything that is in force for the project around dir and returns every
// mistake at once, each with its file and line.
func Check(ctx context.Context, brain fs.FS, dir string) (files int, errs []error, err error) {
	e, err := Scratch(ctx, brain, dir)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	errs = append(errs, e.config.Errs...)
	names := map[string]bool{}
	for _, kind := range []string{Facts, Rules, Queries} {
		locked := e.config.locked
		if kind != Rules {
			locked = nil
		}
		for _, f := range load(e.layers, kind, locked) {
			files++
			errs = append(errs, e.checkFile(ctx, f)...)
			if kind == Rules {
				names[f.Name] = true
				errs = append(errs, e.config.apply(f)...)
			}
		}
	}
	errs = append(errs, e.config.checkNames(names)...)
	slices.SortStableFunc(errs, byPlace)
	return files, errs, nil
}

// byPlace orders mistakes by file and line.
func byPlace(a, b error) int {
	x, ok := errors.AsType[*FileError](a)
	y, ok2 := errors.AsType[*FileError](b)
	if !ok || !ok2 {
		return 0
	}
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
}

// checkNames finds settings of rules that do not exist.
func (c *Config) checkNames(names map[string]bool) (errs []error) {
	known := slices.Sorted(maps.Keys(names))
	for _, name := range slices.Sorted(maps.Keys(c.rules)) {
		if s := c.rules[name]; !names[name] {
			errs = append(errs, &FileError{s.path, s.line, fmt.Errorf("no rule %q%s", name, didYouMean(name, known))})
		}
	}
	return errs
}

// checkFile finds what is wrong with one file.
func (e *Engine) checkFile(ctx context.Context, f *Script) []error {
	if !hasHeader(f.Text) && f.Err == nil {
		return []error{&FileError{f.Path, 1, errors.New("no header: a line that begins with --- and says when to run")}}
	}
	var errs []error
	if err := f.parse(); err != nil {
		errs = append(errs, flatten(err)...)
	}
	var parseError toml.ParseError
	if len(f.Text) == 0 || errors.As(f.Err, &parseError) {
		return errs
	}
	errs = append(errs, f.checkKeys()...)
	err := e.db.guard(f.Kind, func() error {
		errs = append(errs, e.checkSQL(ctx, f)...)
		return nil
	})
	if err != nil {
		errs = append(errs, &FileError{f.Path, 0, err})
	}
	return errs
}

// flatten takes joined errors apart.
func flatten(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var list []error
		for _, e := range joined.Unwrap() {
			list = append(list, flatten(e)...)
		}
		return list
	}
	return []error{err}
}

// checkKeys finds keys that are unknown or mean nothing in this folder.
func (f *Script) checkKeys() (errs []error) {
	tree := map[string]any{}
	if _, err := toml.Decode(headerText(f.Text), &tree); err != nil {
		return nil // told by parse
	}
	var known []string
	kinds := map[string]string{}
	for _, k := range keys {
		kinds[k.Name] = k.Kinds
		if strings.Contains(k.Kinds, f.Kind) {
			known = append(known, k.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		switch {
		case kinds[name] == "":
			errs = append(errs, &FileError{f.Path, f.line(name), fmt.Errorf("unknown key %q%s", name, didYouMean(name, known))})
		case !slices.Contains(known, name):
			errs = append(errs, &FileError{f.Path, f.line(name), fmt.Errorf("key %q means nothing in %s.d; it belongs in %s", name, f.Kind, strings.ReplaceAll(kinds[name], " ", ".d or ")+".d")})
		}
	}
	return errs
}

// checkSQL compiles the statement as a hook would and compares it with the header.
func (e *Engine) checkSQL(ctx context.Context, f *Script) (errs []error) {
	wrong := func(word, format string, a ...any) {
		errs = append(errs, &FileError{f.Path, f.sqlLine(word), fmt.Errorf(format, a...)})
	}
	if f.SQL() == "" {
		return []error{&FileError{f.Path, strings.Count(f.Text, "\n"), errors.New("no query: after the header stands one SELECT")}}
	}
	used := parameters(f.Text)
	known, all := f.parameters(), append(callParameters(), "output")
	for _, p := range used {
		switch {
		case slices.Contains(known, strings.TrimPrefix(p, ":")) && strings.HasPrefix(p, ":"):
		case !strings.HasPrefix(p, ":"):
			wrong(p, "parameters are spelled :name, not %s", p)
		case f.Kind == Rules && slices.Contains(all, p[1:]):
			wrong(p, "%s is not known here: %s", p, f.subjectHint())
		default:
			wrong(p, "no parameter %s%s", p, didYouMean(p[1:], known))
		}
	}
	for _, o := range slices.Sorted(maps.Keys(f.Options)) {
		if !slices.Contains(used, ":"+o) {
			errs = append(errs, &FileError{f.Path, f.line("options." + o), fmt.Errorf("option %q is never used: nothing names :%s", o, o)})
		}
		if slices.Contains(callParameters(), o) {
			errs = append(errs, &FileError{f.Path, f.line("options." + o), fmt.Errorf("option %q has the name of a column", o)})
		}
	}
	columns, err := e.db.columns(one(f.Text))
	if err != nil {
		message := sqlMessage(err)
		errs = append(errs, &FileError{f.Path, f.sqlLine(complaint(message)), errors.New(message + e.suggest(ctx, message))})
		return errs
	}
	for _, p := range placeholders(f.Message) {
		if !slices.Contains(columns, p) {
			errs = append(errs, &FileError{f.Path, f.line("message"), fmt.Errorf("message names {%s}, but the query returns %s%s", p, strings.Join(columns, ", "), didYouMean(p, columns))})
		}
	}
	if f.Kind == Facts && f.Into != "changes" {
		for _, c := range columns {
			if c != "n" && !slices.Contains(readingColumns, c) {
				wrong(c, "a reader returns no column %q%s", c, didYouMean(c, readingColumns))
			}
		}
	}
	if f.Kind == Rules {
		errs = append(errs, e.checkPlan(ctx, f)...)
	}
	return errs
}

// callParameters are the columns of events, commands and touches: what a rule may name.
func callParameters() []string {
	var c call
	a := (command{}).params(0, touch{}.params(c.params()))
	a["now"] = nil
	return slices.Sorted(maps.Keys(a))
}

// parameters are the names that a file's statement may use.
func (f *Script) parameters() []string {
	var c call
	event := append(slices.Collect(maps.Keys(c.params())), "now")
	list := event
	switch f.Kind {
	case Rules:
		files, commands := f.subjectKinds()
		if files && !commands {
			list = append(slices.Collect(maps.Keys(touch{}.params(c.params()))), "now")
		}
		if commands && !files {
			list = append(slices.Collect(maps.Keys(command{}.params(0, c.params()))), "now")
		}
	case Facts:
		list = append(callParameters(), "output")
	case Queries:
		list = []string{"session", "root", "now"}
		for _, a := range f.Args {
			list = append(list, strings.TrimSuffix(a, "?"))
		}
	}
	return append(list, slices.Sorted(maps.Keys(f.Options))...)
}

// subjectKinds tells whether a rule is asked about files, and whether about commands.
func (f *Script) subjectKinds() (files, commands bool) {
	if len(f.When) > 0 && !slices.Contains(f.When, Before) && !slices.Contains(f.When, After) {
		return false, false
	}
	for _, t := range f.Tools {
		files = files || slices.Contains([]string{Read, Edit, Write, Delete}, t)
		commands = commands || t == Run
	}
	files = files || len(f.Paths) > 0
	commands = commands || len(f.Commands) > 0
	return files, commands
}

// subjectHint tells what a rule must select to know more of a call.
func (f *Script) subjectHint() string {
	switch files, commands := f.subjectKinds(); {
	case files && commands:
		return "a rule that is asked about files and about commands knows only the columns of events"
	case files:
		return "a rule that is asked about files knows the columns of events and touches"
	case commands:
		return "a rule that is asked about commands knows the columns of events and commands"
	default:
		return "a rule without tools, commands or paths knows only the columns of events"
	}
}

// parameters finds the parameters of a statement as they are spelled, each once, in order.
func parameters(sql string) []string {
	var names []string
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '\'' || c == '"' || c == '`':
			end := strings.IndexByte(sql[i+1:], c)
			if end < 0 {
				return names
			}
			i += end + 1
		case strings.HasPrefix(sql[i:], "--"):
			end := strings.IndexByte(sql[i:], '\n')
			if end < 0 {
				return names
			}
			i += end
		case strings.HasPrefix(sql[i:], "/*"):
			end := strings.Index(sql[i:], "*/")
			if end < 0 {
				return names
			}
			i += end + 1
		case c == ':' || c == '@' || c == '$' || c == '?':
			j := i + 1
			for j < len(sql) && (sql[j] == '_' || sql[j] >= '0' && sql[j] <= '9' || sql[j]|0x20 >= 'a' && sql[j]|0x20 <= 'z') {
				j++
			}
			if name := sql[i:j]; (j > i+1 || c == '?') && !slices.Contains(names, name) {
				names = append(names, name)
			}
			i = j - 1
		}
	}
	return names
}

// sqlMessage takes SQLite's own words out of the driver's.
func sqlMessage(err error) string {
	m := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	m = strings.TrimPrefix(m, "authorization denied: ")
	if i := strings.LastIndex(m, " ("); i > 0 && strings.HasSuffix(m, ")") {
		m = m[:i]
	}
	return m
}

// complaint is the word of the statement that SQLite names.
func complaint(message string) string {
	if _, rest, ok := strings.Cut(message, `near "`); ok {
		word, _, _ := strings.Cut(rest, `"`)
		return word
	}
	word := message[strings.LastIndex(message, " ")+1:]
	if _, column, ok := strings.Cut(word, "."); ok {
		return column
	}
	return strings.TrimSuffix(word, "()")
}

// sqlLine is the line of the statement on which a word stands, its first if it does not.
func (f *Script) sqlLine(word string) int {
	n, first := 0, 0
	for line := range strings.Lines(f.Text) {
		n++
		code, _, _ := strings.Cut(line, "--")
		if strings.TrimSpace(code) == "" {
			continue
		}
		if first == 0 {
			first = n
		}
		if word != "" && containsWord(code, word) {
			return n
		}
	}
	return first
}

// containsWord tells whether a word stands in a line by itself.
func containsWord(line, word string) bool {
	isName := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
	}
	for i := 0; ; {
		j := strings.Index(line[i:], word)
		if j < 0 {
			return false
		}
		i += j
		before := i == 0 || !isName(line[i-1]) || !isName(word[0])
		after := i+len(word) == len(line) || !isName(line[i+len(word)]) || !isName(word[len(word)-1])
		if before && after {
			return true
		}
		i++
	}
}

// suggest finds the name that was meant when SQLite knows no such table or column.
func (e *Engine) suggest(ctx context.Context, message string) string {
	var sql string
	switch {
	case strings.HasPrefix(message, "no such table"):
		sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
	case strings.HasPrefix(message, "no such column"):
		sql = "SELECT DISTINCT c.name FROM sqlite_schema s, pragma_table_xinfo(s.name) c WHERE s.type IN ('table', 'view')"
	case strings.HasPrefix(message, "no such function"):
		sql = "SELECT DISTINCT name FROM pragma_function_list"
	default:
		return ""
	}
	var known []string
	// The names are the schema's own: they are read on a connection without a guard.
	other, err := openStore(ctx, e.brain, "")
	if err != nil {
		return ""
	}
	err = other.each(ctx, sql, nil, func(_ []string, row []driverValue) error {
		known = append(known, show(row[0]))
		return nil
	})
	if errors.Join(err, other.close()) != nil {
		return ""
	}
	slices.Sort(known)
	return didYouMean(complaint(message), known)
}

// checkPlan refuses a rule that scans a table: its cost would grow with the store.
func (e *Engine) checkPlan(ctx context.Context, f *Script) []error {
	a := args{}
	for _, p := range parameters(f.Text) {
		a[p[1:]] = nil
	}
	var plan []string
	err := e.db.each(ctx, "EXPLAIN QUERY PLAN "+one(f.Text), a, func(_ []string, row []driverValue) error {
		plan = append(plan, show(row[3]))
		return nil
	})
	if err != nil {
		return []error{&FileError{f.Path, 0, errors.New(sqlMessage(err))}}
	}
	made := map[string]bool{} // what the statement itself builds may be walked through
	for _, step := range plan {
		for _, how := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if name, ok := strings.CutPrefix(step, how); ok {
				made[name] = true
			}
		}
	}
	var errs []error
	for _, step := range plan {
		name, ok := strings.CutPrefix(step, "SCAN ")
		if !ok || strings.Contains(name, "VIRTUAL TABLE") || strings.HasPrefix(name, "(") || name == "CONSTANT ROW" || made[name] {
			continue
		}
		name, _, _ = strings.Cut(name, " ")
		errs = append(errs, &FileError{f.Path, f.sqlLine(name), fmt.Errorf("scans all of %s: compare its session or root with a parameter", name)})
	}
	return errs
}
