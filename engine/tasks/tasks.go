// Package tasks reads what a task of a project runs from the file that defines it: a recipe of make or just, an entry of
// the scripts of package.json, a task of a Taskfile, of mise, poe, pdm, pixi, hatch, composer or deno, an environment
// of tox, a target of nx, a hook of pre-commit, a directive of go generate. It reads what these files
// say of shell lines, not the languages around them: a function of make or a template stands for something unknown.
package tasks

import (
	"path"
	"slices"
	"strings"
)

// A Step is one piece of shell code that a task runs, in a shell of its own.
type Step struct {
	File string // the absolute path of the file that defines the task
	Line int    // the line of the file that the code begins on
	Code string
	Dir  string // the absolute directory that it runs in
}

// unknown stands for what only the runner of the task knows: a variable that is never assigned.
const unknown = "${_}"

// Limits on the steps of one command.
const (
	maxSteps = 200 // steps of one command
	maxDepth = 5   // tasks that tasks need
)

// A runner is how a program finds its tasks.
type runner struct {
	programs string // the programs that run them
	files    string // the files that define them; the first that is there counts
	upward   bool   // the file may be in a folder above, which is then where the task runs
	section  string // the keys above the tasks, for files of keys and values
	read     func(text, section string) definitions
}

// runners lists the programs whose files are read.
func runners() []runner {
	return []runner{
		{"make gmake", "GNUmakefile makefile Makefile", false, "", readMake},
		{"just", "justfile Justfile .justfile", true, "", readJust},
		{"npm pnpm yarn bun node", "package.json", true, "scripts", readJSON},
		{"composer", "composer.json", true, "scripts", readJSON},
		{"deno", "deno.json deno.jsonc", true, "tasks", readJSON},
		{"task", "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml", true, "tasks", readYAML},
		{"mise", "mise.toml .mise.toml", true, "tasks", readTOML},
		{"pixi", "pixi.toml", true, "tasks", readTOML},
		{"poe", "pyproject.toml", true, "tool.poe.tasks", readTOML},
		{"pdm", "pyproject.toml", true, "tool.pdm.scripts", readTOML},
		{"hatch", "hatch.toml", true, "envs.default.scripts", readTOML},
		{"hatch", "pyproject.toml", true, "tool.hatch.envs.default.scripts", readTOML},
		{"rye", "pyproject.toml", true, "tool.rye.scripts", readTOML},
		{"tox", "tox.ini", true, "testenv:", readINI},
		{"nx", "project.json", false, "targets", readJSON},
		{"pre-commit prek", ".pre-commit-config.yaml", true, "", readHooks},
	}
}

// A definition is a task: the tasks that it needs, and what it runs itself.
type definition struct {
	needs []string
	steps []Step
}

// definitions are the tasks of a file. The task without a name is that which runs if none is given.
type definitions map[string]definition

// Of returns what a program runs that is started in dir, an absolute path, and given these tasks. file is the file that
// its words name, "" for the usual one. text returns the text of a file, "" if it cannot be read.
func Of(program, dir, file string, names []string, text func(path string) string) []Step {
	if dir == "" || len(names) == 0 {
		return nil
	}
	for _, r := range runners() {
		if !slices.Contains(strings.Fields(r.programs), program) {
			continue
		}
		found, content := r.find(dir, file, text)
		if content == "" {
			continue
		}
		w := walk{all: r.read(content, r.section), file: found, dir: dir, seen: map[string]bool{}}
		if r.upward {
			w.dir = path.Dir(found)
		}
		for _, name := range names {
			w.task(name, 0)
		}
		if len(w.steps) > 0 {
			return w.steps
		}
	}
	return nil
}

// find returns the path and the text of the file of the tasks.
func (r runner) find(dir, file string, text func(string) string) (found, content string) {
	if file != "" {
		if !path.IsAbs(file) {
			file = path.Join(dir, file)
		}
		return file, text(file)
	}
	for up := 0; up < 8; up++ {
		for name := range strings.FieldsSeq(r.files) {
			found = path.Join(dir, name)
			if content = text(found); content != "" {
				return found, content
			}
		}
		if dir == "/" || !r.upward {
			break
		}
		dir = path.Dir(dir)
	}
	return "", ""
}

// A walk collects the steps of tasks, those of the tasks that they need first.
type walk struct {
	all       definitions
	file, dir string
	seen      map[string]bool
	steps     []Step
}

// task adds the steps of one task, once.
func (w *walk) task(name string, depth int) {
	d, ok := w.all[name]
	if !ok && name == "default" {
		d, ok = w.all[""]
	}
	if !ok || w.seen[name] || depth > maxDepth {
		return
	}
	w.seen[name] = true
	for _, other := range d.needs {
		w.task(other, depth+1)
	}
	for _, s := range d.steps {
		if len(w.steps) < maxSteps {
			s.File, s.Dir = w.file, w.dir
			w.steps = append(w.steps, s)
		}
	}
}
