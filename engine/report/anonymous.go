package report

import (
	"fmt"
	"path"
	"strings"
)

// pseudonyms replaces names by numbered ones, the same name always by the same.
type pseudonyms struct {
	given map[[2]string]string // by kind and name
	count map[string]int       // by kind
}

// of returns the pseudonym of a name of a kind: "file 3". An empty name stays empty.
func (p pseudonyms) of(kind, name string) string {
	if name == "" {
		return ""
	}
	key := [2]string{kind, name}
	if p.given[key] == "" {
		p.count[kind]++
		p.given[key] = fmt.Sprintf("%s %d", kind, p.count[kind])
	}
	return p.given[key]
}

// file returns the pseudonym of a file, which keeps its extension if that is a usual one.
func (p pseudonyms) file(name string) string {
	alias := p.of("file", name)
	if ext := path.Ext(name); alias != "" && strings.Contains(extensions, ext+" ") && ext != "" {
		return alias + ext
	}
	return alias
}

const extensions = ".go .py .js .ts .tsx .jsx .mjs .cjs .rs .rb .java .kt .c .h .cc .cpp .hpp .cs .php .sql .md .txt .json .toml .yaml .yml .lock .html .css .vue .svelte .swift .sh "

// known are programs whose names say nothing about a project.
const known = " unittest git go npm npx node yarn pnpm bun deno python python3 pip uv poetry pytest cargo rustc make cmake ninja docker kubectl terraform mvn gradle java dotnet ruby bundle rake rspec php composer " +
	"ls cat sed awk grep rg find head tail wc sort cut tr xargs echo printf cd mkdir rm cp mv touch chmod ln tar curl wget ssh bash sh zsh jq gh diff patch test true false sleep env which ps kill " +
	"eslint tsc jest vitest mocha prettier ruff mypy black flake8 golangci-lint gofmt staticcheck shellcheck swift swiftc clang gcc "

// subcommands are words that may follow a program in the name of a command.
const subcommands = " commit push pull fetch add status diff log show checkout switch restore reset stash merge rebase clone branch tag test build run vet mod install ci get fmt clippy check start exec compose apply plan init "

// program returns a program without what may name something of the project.
func (p pseudonyms) program(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	if !strings.Contains(known, " "+words[0]+" ") {
		return p.of("command", name)
	}
	if len(words) > 1 && strings.Contains(subcommands, " "+words[1]+" ") {
		return words[0] + " " + words[1]
	}
	return words[0]
}

// Anonymize replaces the names of the project, of its files, tests, branches and sessions, and the commands, by
// numbered ones, and removes texts that may quote them. Counts, outcomes, times and witness's own rules stay.
func (r *Report) Anonymize() {
	p := pseudonyms{map[[2]string]string{}, map[string]int{}}
	r.Anonymous = true
	if r.Project != "" {
		r.Project = "Sessions of a project"
	}
	for _, s := range r.Sessions {
		s.anonymize(p, r)
	}
	for i := range r.Rules {
		if rule := &r.Rules[i]; !r.isOwn(rule.Name) {
			rule.Name, rule.Summary = p.of("rule", rule.Name), ""
		}
	}
	for i := range r.Slow {
		r.Slow[i].Rule = r.rule(p, r.Slow[i].Rule)
	}
	for i := range r.Silenced.Snoozes {
		r.Silenced.Snoozes[i].Rule = r.rule(p, r.Silenced.Snoozes[i].Rule)
	}
	for i := range r.Silenced.Allowances {
		a := &r.Silenced.Allowances[i]
		a.Rule, a.Subject, a.Session = r.rule(p, a.Rule), "", p.of("session", a.Session)
	}
	for i, name := range r.Silenced.Observed {
		r.Silenced.Observed[i] = r.rule(p, name)
	}
	for i := range r.Silenced.Off {
		r.Silenced.Off[i] = Off{r.rule(p, r.Silenced.Off[i].Rule), "the configuration"}
	}
	for i := range r.Files {
		f := &r.Files[i]
		f.File, f.Project = p.file(f.File), p.of("project", f.Project)
	}
	for i := range r.Flaky {
		t := &r.Flaky[i]
		t.Test, t.Suite, t.Session = p.of("test", t.Suite+" "+t.Test), "", p.of("session", t.Session)
	}
	for i := range r.Errors {
		e := &r.Errors[i]
		e.Test, e.Message, e.Session = p.of("test", e.Test), "", p.of("session", e.Session)
	}
	for i := range r.Commands {
		r.Commands[i].Program = p.program(r.Commands[i].Program)
	}
	for i := range r.Models {
		if m := &r.Models[i]; m.Dollars == nil && m.Of != "" { // a maker's model has a list price
			m.Of = p.of("model", m.Of)
		}
		r.Models[i].Unpriced = nil
	}
	for i := range r.Agents {
		r.Agents[i].Unpriced = nil
	}
	r.ToDo = r.Advice()
	if r.Fleet != nil {
		r.Fleet.anonymize(p, r)
	}
}

// isOwn reports whether a rule is one of witness's own, whose name says nothing about a project.
func (r *Report) isOwn(rule string) bool {
	known := r.reader.rules[rule]
	return known != nil && known.Origin == "embedded"
}

// rule returns the name of one of witness's own rules, and the pseudonym of another.
func (r *Report) rule(p pseudonyms, name string) string {
	if r.isOwn(name) {
		return name
	}
	return p.of("rule", name)
}

// anonymize replaces the names in a session.
func (s *Session) anonymize(p pseudonyms, r *Report) {
	s.ID, s.Root, s.Branch = p.of("session", s.ID), p.of("project", s.Root), p.of("branch", s.Branch)
	files := map[string]string{}
	for i := range s.Runs {
		run := &s.Runs[i]
		run.Command = p.program(run.program)
		if tool, _, _ := strings.Cut(run.Tool, "_"); !strings.Contains(known, " "+tool+" ") {
			run.Tool = p.of("runner", run.Tool)
		}
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		step.Actor, step.name = p.of("subagent", step.Actor), ""
		if step.Command != "" {
			step.Command = "a command"
			if len(step.programs) > 0 {
				var words []string
				for _, program := range step.programs {
					words = append(words, p.program(program))
				}
				step.Command = strings.Join(words, "; ")
			}
		}
		for j := range step.Touches {
			t := &step.Touches[j]
			file := p.file(t.File)
			files[t.File], files[t.path] = file, file
			t.File, t.path = file, ""
		}
	}
	s.setTitle()
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		v.Message, v.Row, v.evidence = "", nil, ""
		if r.isOwn(v.Rule) {
			v.Message = r.reader.rules[v.Rule].Summary()
		}
		if file, ok := files[v.Subject]; ok {
			v.Subject = file
		} else {
			v.Subject = p.of("subject", v.Subject)
		}
		v.Facts = s.reasons(*v, r.reader.tables[v.Rule])
		v.Rule = r.rule(p, v.Rule)
	}
}
