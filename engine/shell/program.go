package shell

import "strings"

// program is a command with its canonical name.
type program struct {
	base string  // the program without its subcommand: "git"
	name string  // the program with its subcommand: "git commit"
	args []field // the words after those of name
	dir  string  // where it runs, "" if it is not known
	argv []field // all words of the command
}

// programName returns the canonical name of a program: without folder, extension of an executable
// and version of an interpreter.
func programName(f field) string {
	if f.match {
		return unknownArg
	}
	s := strings.ReplaceAll(f.text, "\\", "/")
	slash := strings.LastIndexByte(s, '/')
	base := s[slash+1:]
	if base == "" || strings.Contains(base, unknownMark) {
		return unknownArg
	}
	for _, suffix := range []string{".exe", ".cmd", ".bat"} {
		if cut := strings.TrimSuffix(base, suffix); cut != "" {
			base = cut
		}
	}
	if slash >= 0 && isShadowedBuiltin(base) && !strings.HasPrefix(s, "/bin/") && !strings.HasPrefix(s, "/usr/bin/") {
		if f.hasUnknown() {
			return unknownArg
		}
		return strings.TrimPrefix(cleanPath(s), "./")
	}
	if strings.Contains(s, "node_modules/") {
		// node node_modules/jest/bin/jest.js runs jest.
		for _, suffix := range []string{".js", ".mjs", ".cjs"} {
			if cut := strings.TrimSuffix(base, suffix); cut != "" {
				base = cut
			}
		}
	}
	for _, versioned := range []string{"python", "pip", "pypy", "ruby", "node", "perl", "php"} {
		if rest, ok := strings.CutPrefix(base, versioned); ok && strings.Trim(rest, "0123456789.") == "" {
			return versioned
		}
	}
	switch base {
	case ".":
		return "source"
	case "py":
		return "python"
	case "mvnw":
		return "mvn"
	case "gradlew":
		return "gradle"
	case "nodejs":
		return "node"
	case "pytest-3", "py.test":
		return "pytest"
	}
	return base
}

// isShadowedBuiltin reports whether base is a builtin whose name projects also give to scripts of
// their own, as in bin/test.
func isShadowedBuiltin(base string) bool {
	return has("test time command exec eval set read source wait jobs type let local export kill", base)
}

// identify determines the program and subcommand that argv runs in dir.
func identify(argv []field, dir string) program {
	p := program{base: programName(argv[0]), args: argv[1:], dir: dir, argv: argv}
	p.name = p.base
	switch p.base {
	case "node":
		return p.nodeRun()
	case "docker-compose":
		p.base, p.name = "docker", "docker"
		p.args = append([]field{{text: "compose"}}, p.args...)
	}
	s, ok := subcommandsOf(p.base)
	if !ok {
		return p
	}
	i := skipFlags(p.args, 0, s.valued)
	if p.base == "cargo" && i < len(p.args) && strings.HasPrefix(p.args[i].text, "+") {
		i = skipFlags(p.args, i+1, s.valued)
	}
	if s.targets {
		i = firstTarget(p.args, s.valued)
	}
	i = min(i, len(p.args))
	if next := skipFlags(p.args, min(i+1, len(p.args)), s.valued); s.before && next < len(p.args) && strings.HasPrefix(p.args[i].text, "clean") {
		// What is cleaned before tells nothing of what runs: mvn clean verify.
		p.args = append(append([]field{}, p.args[:i]...), p.args[i+1:]...)
		i = next - 1
	}
	global := p.args[:i]
	if s.targets {
		global = p.args
	}
	if s.dir != "" {
		if d, ok := flagValue(global, s.dir); ok {
			p.dir = resolve(p.dir, d)
		}
	}
	if s.manifest != "" {
		if m, ok := flagValue(p.args, s.manifest); ok {
			p.dir = resolve(p.dir, field{text: parentDir(m.text), glob: m.glob})
		}
	}
	if p.base == "git" {
		p.dir = workTree(global, p.dir)
	}
	if i >= len(p.args) {
		return p
	}
	sub, rest := p.args[i], p.args[i+1:]
	switch {
	case sub.hasUnknown():
		p.name += " " + unknownArg
	case s.scripts:
		return p.packageScript(i)
	case p.base == "gradle":
		_, task := gradleTask(sub.text)
		p.name += " " + task
	default:
		p.name += " " + sub.text
	}
	switch {
	case s.targets || s.before:
		// Flags of make and mvn may precede and follow the target.
		p.args = append(append([]field{}, p.args[:i]...), rest...)
	case p.base == "go":
		p.args = rest
		return p.goDir()
	case p.base == "docker" && sub.text == "compose":
		p.args = rest
		return p.composeSubcommand()
	default:
		p.args = rest
	}
	return p
}

// nodeRun returns p, a run of node, with the name "node --test" if it runs tests, and "node --run NAME" if it runs a script of
// package.json.
func (p program) nodeRun() program {
	for i, f := range p.args {
		if f.text == "--run" && i+1 < len(p.args) {
			p.name += " --run " + p.args[i+1].text
			if p.args = p.args[i+2:]; len(p.args) > 0 && p.args[0].text == "--" {
				p.args = p.args[1:]
			}
			break
		}
		if f.text == "--test" {
			p.name = "node --test"
			p.args = append(append([]field{}, p.args[:i]...), p.args[i+1:]...)
			break
		}
		if !isFlag(f.text) {
			break
		}
	}
	return p
}

// goDir applies the flag -C of the go command, which must be the first one after the subcommand.
func (p program) goDir() program {
	if len(p.args) == 0 || p.args[0].text != "-C" && !strings.HasPrefix(p.args[0].text, "-C=") {
		return p
	}
	if d, ok := flagValue(p.args[:min(2, len(p.args))], "-C"); ok {
		p.dir = resolve(p.dir, field{text: strings.TrimPrefix(d.text, "="), glob: d.glob})
	}
	if p.args[0].text == "-C" {
		p.args = p.args[min(2, len(p.args)):]
	} else {
		p.args = p.args[1:]
	}
	return p
}

// composeSubcommand adds the subcommand of docker compose to the name of p.
func (p program) composeSubcommand() program {
	i := skipFlags(p.args, 0, "-f --file -p --project-name --profile --env-file --project-directory --ansi")
	if i < len(p.args) {
		p.name += " " + p.args[i].arg()
		p.args = p.args[i+1:]
	}
	return p
}

// firstTarget returns the index of the first word that is neither a flag nor an assignment.
func firstTarget(words []field, valued string) int {
	i := 0
	for {
		i = skipFlags(words, i, valued)
		if i >= len(words) || !strings.Contains(words[i].text, "=") {
			return i
		}
		i++
	}
}

// packageScript returns p with the name of a subcommand of npm, yarn, pnpm or bun, which may be the
// name of a script. The word at index i is the subcommand.
func (p program) packageScript(i int) program {
	sub := p.args[i].text
	rest := p.args[i+1:]
	switch {
	case p.base == "npm" && has("t tst", sub):
		sub = "test"
	case p.base == "npm" && has("i add", sub):
		sub = "install"
	case sub == "run" || p.base == "npm" && has("run-script rum urn", sub):
		sub = "run"
		valued := "-w --workspace --prefix -C --filter -F --cwd --dir --loglevel"
		j := skipFlags(rest, 0, valued)
		flags := rest[:min(j, len(rest))]
		if d, ok := flagValue(flags, "--prefix -C --cwd --dir"); ok {
			p.dir = resolve(p.dir, d)
		}
		if j < len(rest) {
			script := rest[j].arg()
			rest = rest[j+1:]
			if script == "test" && p.base != "bun" {
				sub = "test"
			} else {
				sub += " " + script
			}
		}
	}
	if p.base == "npm" {
		if d, ok := flagValue(beforeDashes(rest), "--prefix -C"); ok {
			p.dir = resolve(p.dir, d)
		}
	}
	p.name += " " + sub
	p.args = rest
	return p
}
