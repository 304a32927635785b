package shell

import (
	"path"
	"strings"

	"witness/engine/tasks"
)

// Limits on what is read of the files that a line runs. A file that is larger, or one too many, is run without being read, as
// the program of another language is.
const (
	maxFiles  = 12        // files of a line
	maxOpened = 3         // scripts that scripts run
	maxScript = 32 << 10  // bytes of a file
	maxWalked = 256 << 10 // bytes of all of them, counting each time that one is run
)

// scripts reads the files that a line runs.
type scripts struct {
	disk   Disk              // nil if nothing is known of the files
	texts  map[string]string // of the files so far, by path
	walked int               // bytes of them that were walked
}

// text returns the text of a file that a command in this scope runs, as far as the limits allow.
func (s *scripts) text(path string, sc scope) (text string, ok bool) {
	if s.disk == nil || path == "" || sc.container || sc.opened >= maxOpened {
		return "", false
	}
	text, known := s.texts[path]
	if !known {
		if len(s.texts) >= maxFiles {
			return "", false
		}
		if text = s.disk.Text(path); len(text) > maxScript {
			text = ""
		}
		if s.texts == nil {
			s.texts = map[string]string{}
		}
		s.texts[path] = text
	}
	s.walked += len(text)
	return text, text != "" && s.walked <= maxWalked
}

// textOf returns what is known of a stream, or what is in its file.
func (s *scripts) textOf(of *stream, sc scope) (text string, ok bool) {
	switch {
	case of == nil:
		return "", false
	case of.file != "":
		return s.text(of.file, sc)
	}
	return asSource(of.text), !strings.HasPrefix(of.text, unknownMark)
}

// filled returns a stream with the text of its file, for a command to which it tells the names of files: xargs rm < LIST. For others the
// file is not read, since what is in it would be kept as the words of a command.
func (s *scripts) filled(of *stream, sc scope) *stream {
	if of == nil || of.file == "" {
		return of
	}
	if text, ok := s.text(of.file, sc); ok {
		return &stream{text: text}
	}
	return of
}

// walkFile walks code that a line of a file begins, in a process of its own.
func walkFile(w *walker, code, file string, first int, e *env, sc scope, st state) outcome {
	code, stmts := w.rec.parsed(code, true)
	sc = sc.inSubshell()
	sc.opened++
	sc.source = &source{text: code, file: file, first: first}
	return sc.exit.addTo(w.list(stmts, e, sc, st))
}

// opens walks what the i-th command runs from files: the shell script that it is, or the tasks that it asks for. It returns false if it
// runs none, or none that can be read.
func (w *walker) opens(argv []field, p, by program, i int, e *env, sc scope, st state, line string) (outcome, bool) {
	if sc.nested >= maxNested {
		return outcome{}, false
	}
	within := sc
	within.nested++
	within.errexitIgnored, within.external, within.names, within.assigns, within.settings, within.interpreter = false, false, nil, nil, nil, nil
	if script := scriptFile(argv[0], e.dir, sc.container); script != "" && p.base == path.Base(script) {
		text, ok := w.scripts.textOf(w.rec.contentsOf(argv[0], e.dir), sc)
		if !ok {
			return outcome{}, false
		}
		if !isShellScript(text, script, by.base) {
			runCode(w, text, script, by, i, e, sc, st, line)
			return outcome{}, false
		}
		if by.base == "nu" || path.Ext(script) == ".nu" {
			text = fromNu(text)
		}
		inner := withAssignments(e, sc.assigns).clone()
		inner.errexit, inner.pipefail = false, false
		inner.setField("0", argv[0])
		positional(inner, argv[1:])
		o := walkFile(w, text, script, 1, inner, within, st)
		o.exempt = unreachable
		return o, true
	}
	if file := w.scripts.runsFile(p); file != "" {
		if text, ok := w.scripts.textOf(w.rec.contentsOf(field{text: file}, ""), sc); ok {
			runCode(w, text, file, p, i, e, sc, st, line)
		}
		return outcome{}, false
	}
	if names := gitHooks(p); names != "" {
		return walkHooks(w, names, p, e, sc, within, st)
	}
	file, runner, names := w.scripts.taskFile(p), p.base, taskNames(p)
	for _, by := range sc.wrappers {
		if has("hatch pdm rye pixi", by) {
			runner, names = by, []string{p.base} // pdm run clean
		}
	}
	steps := tasks.Of(runner, p.dir, file, names, func(path string) string {
		if file == "-" { // make -f - <<< 'all:; rm -r build'
			text, _ := w.scripts.textOf(sc.input, sc)
			return text
		}
		text, _ := w.scripts.text(path, sc)
		return text
	})
	if p.name == "go generate" {
		steps = w.scripts.directives(p, sc)
	}
	o := succeeds(st)
	if file == "-" {
		within.input = nil
	}
	for _, step := range steps {
		inner := withAssignments(e, sc.assigns).clone()
		inner.dir = step.Dir
		o = walkFile(w, step.Code, step.File, step.Line, inner, within, o.ok)
		o.exempt = unreachable
	}
	return o, len(steps) > 0
}

// gitHooks returns the names of the hooks of the repository that a command of git runs, "" if it runs none. Those that a clone runs are
// copied from the user's templates.
func gitHooks(p program) string {
	skips := hasWord(p.args, "--no-verify")
	switch {
	case p.name == "git commit" && hasWord(p.args, "--dry-run"):
		return ""
	case p.name == "git commit" && (skips || hasWord(p.args, "-n")):
		return "prepare-commit-msg post-commit"
	case p.name == "git commit":
		return "pre-commit prepare-commit-msg commit-msg post-commit"
	case (p.name == "git merge" || p.name == "git pull") && skips:
		return "prepare-commit-msg post-merge"
	case p.name == "git merge" || p.name == "git pull":
		return "pre-merge-commit prepare-commit-msg commit-msg post-merge"
	case p.name == "git checkout" || p.name == "git switch":
		return "post-checkout"
	case p.name == "git rebase" && skips:
		return "post-checkout post-rewrite"
	case p.name == "git rebase":
		return "pre-rebase post-checkout post-rewrite"
	case p.name == "git push" && !skips:
		return "pre-push"
	}
	return ""
}

// walkHooks walks the hooks of a repository that a command of git runs, as far as they are scripts of a shell.
func walkHooks(w *walker, names string, p program, e *env, sc, within scope, st state) (outcome, bool) {
	if w.scripts.disk == nil || p.dir == "" {
		return outcome{}, false
	}
	o, ran := succeeds(st), false
	for name := range strings.FieldsSeq(names) {
		file := w.scripts.disk.GitHook(p.dir, name)
		code, ok := w.scripts.text(file, sc)
		if !ok || !isShellScript(code, file, "") {
			continue
		}
		inner := withAssignments(e, sc.assigns).clone()
		inner.errexit, inner.pipefail, inner.dir = false, false, p.dir
		o, ran = walkFile(w, code, file, 1, inner, within, o.ok), true
		o.exempt = unreachable
	}
	return o, ran
}

// isShellScript reports whether a file with this text is a script of a shell, given the program that runs it, "" if it is
// run by its name.
func isShellScript(text, file, by string) bool {
	first, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(first)
	switch {
	case by != "":
		return isShell(by)
	case strings.HasPrefix(first, "#!") && len(words) > 0:
		for _, word := range words {
			if isShell(path.Base(strings.TrimPrefix(word, "#!"))) {
				return true
			}
		}
		return false
	}
	return path.Ext(file) == ".sh"
}

// taskNames returns the tasks that p runs from a file of its folder: none if its flags limit it to packages elsewhere.
func taskNames(p program) []string {
	names := namedTasks(p)
	if own := lifecycle[p.name]; own != "" && (p.name == "npm version" || len(operands(p.args, "")) == 0) && !hasFlag(p.args, "--ignore-scripts -g --global") {
		names = strings.Fields(own)
	}
	if words := operands(p.argv[1:], "-c --config --hook-stage --from-ref --to-ref"); has("pre-commit prek", p.base) && len(words) > 0 && words[0].text == "run" {
		if names = []string{defaultTask}; len(words) > 1 && !hasFlag(p.argv[1:], "--files") {
			names = []string{words[1].text}
		}
	}
	if len(names) == 0 || len(packages(p)) > 0 && p.base != "nx" || hasFlag(p.argv[1:], "-n --dry-run --just-print --recon --dry --list --help -h") {
		return nil
	}
	return names
}

// taskFile returns the file that the words of a command name for its tasks, "" if they name none.
func (s *scripts) taskFile(p program) string {
	flags := ""
	switch p.base {
	case "nx":
		if of := packages(p); len(of) > 0 {
			return s.firstOf("apps/"+of[0]+"/project.json libs/"+of[0]+"/project.json packages/"+of[0]+"/project.json project.json", p.dir)
		}
	case "make", "gmake":
		flags = "-f --file --makefile"
	case "just":
		flags = "-f --justfile"
	case "task":
		flags = "-t --taskfile"
	}
	file, _ := flagValue(p.argv[1:], flags)
	return file.text
}

// directives returns what go generate runs of the files that the one who writes the line has written: in the folders that it names, and for
// ./... in those below.
func (s *scripts) directives(p program, sc scope) (steps []tasks.Step) {
	if s.disk == nil || p.dir == "" || hasFlag(p.args, "-n") {
		return nil
	}
	folders := operands(p.args, "-run -skip -C -tags")
	if len(folders) == 0 {
		folders = []field{{text: "."}}
	}
	for _, named := range folders {
		patterns := []string{"*.go"}
		folder, deep := strings.CutSuffix(named.text, "...")
		if deep {
			patterns = append(patterns, "*/*.go", "*/*/*.go")
		}
		for _, pattern := range patterns {
			for _, file := range s.disk.Glob(PathWord{Path: path.Join(p.dir, folder, pattern), Glob: true}) {
				if !s.disk.Wrote(file) {
					continue
				}
				text, _ := s.text(file, sc)
				steps = append(steps, tasks.Directives(file, path.Dir(file), text)...)
			}
		}
	}
	return steps
}

// input returns the standard input of a command that runs what is in it: the file of statements that its words name, or the text of
// the file that is its input.
func (s *scripts) input(p program, rec *recorder, sc scope) *stream {
	from := sc.input
	if !RunsSQL(p.base) && p.base != "ssh" {
		return from
	}
	if file, ok := flagValue(p.argv[1:], "-f --file -i --input-file --queries-file"); ok && p.base != "ssh" && p.base != "mysql" && p.base != "mariadb" {
		from = rec.contentsOf(file, p.dir)
	}
	if from == nil || from.file == "" {
		return from
	}
	if text, ok := s.text(from.file, sc); ok {
		return &stream{text: text}
	}
	return sc.input
}

// RunsSQL reports whether a program executes the SQL of its words or of its input.
func RunsSQL(program string) bool {
	return has("psql mysql mariadb sqlite3 clickhouse-client sqlcmd cqlsh duckdb snowsql bq mycli pgcli usql litecli", program)
}
