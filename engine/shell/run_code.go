package shell

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// runCode reports what a script of another language than that of a shell starts and deletes, if the line or the one who writes it has
// written it. What it reads and writes is seen on the disk.
func runCode(w *walker, text, file string, by program, i int, e *env, sc scope, st state, line string) {
	if w.rec.contents[file] == nil && (w.scripts.disk == nil || !w.scripts.disk.Wrote(file)) {
		return
	}
	lang, ok := languageOf(text, file, by.base)
	if w.steps += len(text) / statementSize; !ok || w.exhausted() {
		return
	}
	if lang != otherCode || by.base == "gradle" { // a class of other languages has what runs
		text = certain(text, namedTasks(by))
	}
	at := sc.place(e.dir, i)
	r := fileReporter{rec: &w.rec, home: w.home, deletesOnly: true}
	sc.opened++
	for _, child := range r.readCode(text, lang, at) {
		sc.via = file + ":" + strconv.Itoa(lineOf(text, child))
		w.childCommands([]childCommand{child}, e, sc, st, line)
	}
}

// statementSize is how many bytes of a program are counted as one statement: a line that runs a program again and again is read
// up to the limit that holds for what it runs in the shell.
const statementSize = 32

// runsFile returns the script that a runtime is given which is not taken for a wrapper of it: bun run x.ts, go run x.go. A
// package of Go's begins in its main.go.
func (s *scripts) runsFile(p program) string {
	if p.name == "go run" {
		named := operands(p.args, "-C -mod -modfile -tags -exec -ldflags -gcflags")
		if len(named) == 0 || named[0].hasUnknown() {
			return ""
		}
		file, _ := filePath(named[0], p.dir)
		if file == "" || path.Ext(file) == ".go" {
			return file
		}
		return file + "/main.go"
	}
	if file := otherFile(p); file != "" {
		return file
	}
	if files := taskPrograms[p.base]; files != "" && len(namedTasks(p)) > 0 {
		return s.firstOf(files, p.dir)
	}
	if has("lua luajit", p.base) {
		if named := operands(p.args, "-l -e"); len(named) > 0 {
			file, _ := filePath(named[0], p.dir)
			return file
		}
		return ""
	}
	if p.base != "bun" && p.base != "deno" {
		return ""
	}
	named := operands(p.argv[1:], "")
	if len(named) > 0 && named[0].text == "run" {
		named = named[1:]
	}
	if len(named) == 0 || !has(".ts .mts .js .mjs .cjs .tsx", path.Ext(named[0].text)) {
		return ""
	}
	file, _ := filePath(named[0], p.dir)
	return file
}

// taskPrograms are the files of the runners of tasks whose tasks are functions of a program.
var taskPrograms = map[string]string{
	"nox": "noxfile.py", "invoke": "tasks.py", "inv": "tasks.py", "fab": "fabfile.py", "rake": "Rakefile", "mage": "magefile.go",
	"gradle": "build.gradle build.gradle.kts", "gulp": "gulpfile.js gulpfile.mjs gulpfile.ts", "grunt": "Gruntfile.js",
}

// firstOf returns the first of these files in a directory that has a text, the first of all if none has.
func (s *scripts) firstOf(files, dir string) (first string) {
	for name := range strings.FieldsSeq(files) {
		file, _ := filePath(field{text: name}, dir)
		if s.disk != nil && s.disk.Text(file) != "" {
			return file
		}
		first = cmp.Or(first, file)
	}
	return first
}

// languageOf returns the language of a script: that of the program that runs it, of its ending, or of its first line.
func languageOf(text, file, by string) (lang language, ok bool) {
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, "#!") {
		first = ""
	}
	suffix := strings.TrimPrefix(path.Ext(file), ".")
	switch has := func(words string) bool {
		return slices.ContainsFunc(strings.Fields(words), func(word string) bool {
			return word == suffix || strings.HasPrefix(by, word) || strings.Contains(first, word)
		})
	}; {
	case has("py python pypy"):
		return pythonCode, true
	case has("js mjs cjs ts mts tsx node bun deno"):
		return javaScriptCode, true
	case has("rb pl php lua ruby perl rake"):
		return perlLikeCode, true
	case suffix == "go":
		return goCode, true
	case suffix != "" && strings.Contains(" "+otherEndings+" ", " ."+suffix+" "):
		return otherCode, true
	}
	return 0, false
}

// header matches the line on which a function begins: its indentation, and its name in one of the forms.
var header = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([ \t]*)(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:(?:def|function\*?|sub|class|task|func(?:\s+\([^()]*\))?)\s+(?:self\.|:|['"])?(\w+)|tasks\.\w+(?:<\w+>)?\(['"](\w+)|(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>))`)
})

// callOf matches the name of a function that a line calls, in Ruby and Perl without parentheses.
var callOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\w+)(?:\(|[ \t]+['"])`) })

// certain returns a program without the functions that nothing outside of a function calls, by their indentation: what they do may never
// happen. Tasks are the functions that its runner is told to call. Lines stay where they are.
func certain(text string, tasks []string) string {
	lines := strings.Split(text, "\n")
	of := make([]string, len(lines)) // the function that each line belongs to
	name, indent := "", 0
	for i, line := range lines {
		m := header().FindStringSubmatch(line)
		blank := strings.TrimSpace(line) == ""
		if name != "" && !blank && len(line)-len(strings.TrimLeft(line, " \t")) <= indent && strings.Trim(line, " \t});,") != "" {
			name = ""
		}
		if name == "" && m != nil {
			name, indent = m[2]+m[3]+m[4], len(m[1])
		}
		of[i] = name
	}
	called := map[string]bool{"main": true}
	for _, task := range tasks {
		called[task] = true
		called[strings.ToUpper(task[:1])+task[1:]] = true // of mage
	}
	for range 3 { // functions that functions call that are called
		for i, line := range lines {
			if of[i] != "" && !called[of[i]] {
				continue
			}
			for _, m := range callOf().FindAllStringSubmatch(line, -1) {
				called[m[1]] = called[m[1]] || m[1] != of[i]
			}
		}
	}
	for i := range lines {
		if of[i] != "" && !called[of[i]] {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// lineOf returns the line of a program on which a command that it starts stands, as its first words tell; the first if they do not.
func lineOf(text string, child childCommand) int {
	word := cmp.Or(child.said, child.code)
	if word == "" && len(child.argv) > 0 {
		if word = child.argv[0].text; word == "psql" { // of sqlCommands
			word, _, _ = strings.Cut(child.argv[len(child.argv)-1].text, ";\n")
		}
	}
	if at := strings.Index(text, word); at >= 0 && word != "" {
		return 1 + strings.Count(text[:at], "\n")
	}
	return 1
}
