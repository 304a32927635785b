package shell

import "strings"

// unwrapSubcommand removes wrappers that are a subcommand of a larger program, such as "npm exec"
// and "docker exec".
func unwrapSubcommand(name string, argv []field) (wrapped, bool) {
	s, ok := subcommandsOf(name)
	if !ok {
		return wrapped{}, false
	}
	i := skipFlags(argv, 1, s.valued)
	if i >= len(argv) {
		return wrapped{}, false
	}
	in := wrapped{external: true}
	if s.dir != "" {
		in.dir, _ = flagValue(argv[1:i], s.dir)
	}
	switch name {
	case "npm", "pnpm", "yarn", "bun":
		return unwrapPackageManager(name, argv[i:], in)
	case "docker", "podman", "docker-compose":
		return unwrapContainer(name, argv[i:])
	case "go":
		return unwrapGo(argv[i].text, argv[i+1:], in)
	case "cargo":
		return unwrapCargo(argv[i:], in)
	case "kubectl":
		return unwrapKubectl(argv[i:])
	}
	return unwrapRunner(name, argv[i:], in)
}

// unwrapPackageManager removes npm, pnpm, yarn or bun if the words, of which the first is the
// subcommand, run a program from a package.
func unwrapPackageManager(name string, words []field, in wrapped) (wrapped, bool) {
	sub := words[0].text
	switch {
	case has("exec x dlx", sub) && !(name == "yarn" && sub == "x"):
		p, ok := unwrapPackage(words, 1)
		p.dir = in.dir
		return p, ok
	case name != "npm" && isPackageTool(sub):
		in.argv = words
		return in, true
	case name != "npm" && sub == "run":
		if i := skipFlags(words, 1, ""); i < len(words) && isPackageTool(words[i].text) {
			in.argv = words[i:]
			return in, true
		}
	}
	return wrapped{}, false
}

// unwrapContainer removes docker exec, docker compose run and docker compose exec. docker run stays, as
// only its own words show what it mounts; see mounted.go.
func unwrapContainer(name string, words []field) (wrapped, bool) {
	sub, i := words[0].text, 1
	if sub == "compose" {
		i = skipFlags(words, i, "-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel")
		if i >= len(words) || !has("run exec", words[i].text) {
			return wrapped{}, false
		}
		i++
	} else if sub != "exec" && (name != "docker-compose" || sub != "run") {
		return wrapped{}, false
	}
	flags := i
	i = min(skipFlags(words, i, "-e --env -u --user -w --workdir --env-file --detach-keys --index --entrypoint -l --label --name -p --publish -v --volume")+1, len(words))
	if sub == "compose" && len(mountsOf(words[flags:i], "/")) > 0 {
		return wrapped{}, false // what it does in a folder of this machine is done here
	}
	dir, _ := flagValue(words[flags:i], "-w --workdir")
	return wrapped{argv: words[i:], external: true, container: true, name: words[i-1].arg(), dir: dir, assigns: environmentOf(words[flags:i])}, true
}

// unwrapKubectl removes kubectl exec, whose command follows "--".
func unwrapKubectl(words []field) (wrapped, bool) {
	if words[0].text != "exec" {
		return wrapped{}, false
	}
	argv, _ := afterDashes(words)
	return wrapped{argv: argv, external: true, container: true}, true
}

// unwrapRunner removes the subcommands of wrappers.txt.
func unwrapRunner(name string, words []field, in wrapped) (wrapped, bool) {
	w, ok := wrappers()[name+" "+words[0].text]
	if !ok || words[0].text == "tool" && (len(words) < 2 || words[1].text != "run") {
		return wrapped{}, false
	}
	words = words[1:]
	if name == "uv" && words[0].text == "run" {
		words = words[1:] // uv tool run
	}
	if name == "uv" {
		flags := leadingFlags(words, w.valued)
		if d, ok := flagValue(flags, "--directory"); ok {
			in.dir = d
		}
		if hasFlag(flags, "--module -m --script -s") || len(words) > len(flags) && words[len(flags)].text == "-" {
			in.argv = []field{{text: "python"}}
			if hasFlag(flags, "--module -m") {
				in.argv = append(in.argv, field{text: "-m"})
			}
			in.argv = append(in.argv, words[len(flags):]...) // the other flags are those of uv
			return in, true
		}
	}
	of, _ := w.unwrap("", words)
	if i := len(words) - len(of.argv); has("hatch pdm rye pixi", name) && i < len(words) && (words[i].text == "test" || strings.Contains(words[i].text, ":")) {
		// This is a script of the project and not a program.
		return wrapped{}, false
	}
	in.argv = of.argv
	in.settings = append(settings(words[:len(words)-len(in.argv)], w.valued), addressOf(in.argv)...)
	return in, true
}

// settings returns the words before a command as one text for each flag and its value.
func settings(words []field, valued string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		s := words[i].text
		if takesNext(valued, s) && i+1 < len(words) {
			i++
			s += "=" + words[i].text
		}
		if s != "--" {
			out = append(out, s)
		}
	}
	return out
}

// unwrapGo removes "go tool" and "go run" if they start a program from outside of the project: go
// tool staticcheck, go run example.org/cmd/tool@latest.
func unwrapGo(sub string, words []field, in wrapped) (wrapped, bool) {
	i := skipFlags(words, 0, "-modfile -C -mod -tags -exec")
	if i >= len(words) {
		return wrapped{}, false
	}
	path, _, _ := strings.Cut(words[i].text, "@")
	host, _, isPath := strings.Cut(path, "/")
	switch {
	case sub == "tool" && !has("addr2line api asm buildid cgo compile covdata cover dist distpack doc fix link nm objdump pack pprof preprofile test2json trace vet", path):
	case sub == "run" && isPath && strings.Contains(host, ".") && strings.Trim(host, ".") != "" && !strings.HasSuffix(path, ".go"):
	default:
		return wrapped{}, false
	}
	in.argv = append([]field{{text: path}}, words[i+1:]...)
	return in, true
}

// unwrapCargo removes cargo llvm-cov, which runs cargo test without the doc tests, or cargo nextest, and
// reports the coverage.
func unwrapCargo(words []field, in wrapped) (wrapped, bool) {
	if strings.HasPrefix(words[0].text, "+") {
		words = words[1:]
	}
	if len(words) == 0 || words[0].text != "llvm-cov" {
		return wrapped{}, false
	}
	run, rest := []string{"cargo", "test", "--tests"}, words[1:]
	switch {
	case len(rest) == 0 || isFlag(rest[0].text):
	case rest[0].text == "test":
		rest = rest[1:]
	case rest[0].text == "nextest":
		run, rest = []string{"cargo", "nextest", "run"}, rest[1:]
	default:
		return wrapped{}, false // report, clean, show-env, run
	}
	if hasFlag(rest, "--no-run --help -h --version -V") {
		return wrapped{}, false
	}
	if hasFlag(rest, "--doctests") {
		run = run[:2]
	}
	for _, word := range run {
		in.argv = append(in.argv, field{text: word})
	}
	in.argv = append(in.argv, rest...)
	return in, true
}
