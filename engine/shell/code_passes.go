package shell

import (
	"path"
	"strings"
)

// maxBody is how many tokens of a function are searched for the command that it starts.
const maxBody = 80

// passers returns the functions of a program that start a command which they are given, by their names: a call of them starts what its
// arguments say. def sh(*args): subprocess.run(args), const run = (c) => execSync(c).
func passers(r *codeReader) map[string]bool {
	found := map[string]bool{}
	for i := range r.toks {
		if r.isName(i, "import") && r.lang == pythonCode {
			r.importStatement(i) // from subprocess import run
		}
		if r.lang == javaScriptCode && (r.isName(i, "import") || r.isName(i, "require")) {
			renames(r, i)
		}
		name, at := definition(r, i)
		if name == "" {
			continue
		}
		given := map[string]bool{}
		for end := min(len(r.toks), at+maxBody); at < end && !r.isSign(at, ")") && !r.isSign(at, ">") && !r.isSign(at, ":") && r.toks[at].kind != 'l'; at++ {
			given[r.toks[at].text] = r.toks[at].kind == 'n'
		}
		for end := min(len(r.toks), at+maxBody); at < end && !found[name]; at++ {
			if next, _ := definition(r, at); next != "" {
				break
			}
			if r.toks[at].kind != 'n' || !r.isSign(at+1, "(") {
				continue
			}
			if does := r.action(r.toks[at].text, at); does == starts || does == captures {
				first := at + 2
				for first < at+5 && (r.isSign(first, "*") || r.isSign(first, "[") || r.isSign(first, ".") || r.isSign(first, "(") || r.isName(first, "list")) {
					first++
				}
				found[name] = first < len(r.toks) && given[r.toks[first].text]
			}
		}
	}
	return found
}

// definition returns the name of the function whose definition begins at token i, and where its parameters do: def f(, function f(,
// func f(, const f = (c) =>, f = lambda c:.
func definition(r *codeReader, i int) (name string, parameters int) {
	switch {
	case i+2 < len(r.toks) && r.toks[i].kind == 'n' && has("def function func", r.toks[i].text) && r.toks[i+1].kind == 'n' && r.isSign(i+2, "("):
		return r.toks[i+1].text, i + 3
	case r.toks[i].kind != 'n' || !r.isSign(i+1, "="):
		return "", 0
	case r.isName(i+2, "lambda"):
		return r.toks[i].text, i + 3
	case r.lang == javaScriptCode && (r.isSign(i+2, "(") || r.isName(i+2, "async") || r.isSign(i+3, "=")):
		return r.toks[i].text, i + 2
	}
	return "", 0
}

// noteSQL records the SQL that a call executes whose first argument is at token first. Only a program that stands in a file is asked:
// what is given on the line is read as it stands there.
func noteSQL(r *codeReader, first int) {
	if r.lang == goCode && r.isSign(first+1, ",") { // db.ExecContext(ctx, "DELETE …")
		first += 2
	}
	if r.deletesOnly && first < len(r.toks) && r.toks[first].kind == 's' && strings.Contains(r.toks[first].text, " ") {
		r.sql = append(r.sql, r.toks[first].text)
	}
}

// sqlCommands returns the command that executes the statements of a program, on the database that a text of it names. One that is in memory
// or for a try is nobody's.
func sqlCommands(r *codeReader) []childCommand {
	argv := []string{"psql"}
	for _, t := range r.toks {
		switch {
		case t.kind != 's':
		case strings.Contains(t.text, ":memory:") || strings.Contains(t.text, "/tmp/"):
			return nil
		case strings.Contains(t.text, "://") || strings.Contains(t.text, "dbname=") || has(".db .sqlite .sqlite3", path.Ext(t.text)):
			argv = append(argv[:1], t.text)
		}
	}
	if len(r.sql) == 0 {
		return nil
	}
	argv = append(argv, "-c", strings.Join(r.sql, ";\n"))
	return []childCommand{{argv: literalFields(argv), dir: r.at.dir}}
}
