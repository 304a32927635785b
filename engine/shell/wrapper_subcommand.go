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
	sub := argv[i].text
	i++
	switch name {
	case "npm", "pnpm", "yarn", "bun":
		switch {
		case has("exec x dlx", sub) && !(name == "yarn" && sub == "x"):
			p, ok := unwrapPackage(argv, i)
			p.dir = in.dir
			return p, ok
		case name != "npm" && isPackageTool(sub):
			in.argv = argv[i-1:]
			return in, true
		case name != "npm" && sub == "run":
			if i = skipFlags(argv, i, ""); i < len(argv) && isPackageTool(argv[i].text) {
				in.argv = argv[i:]
				return in, true
			}
		}
		return wrapped{}, false
	case "docker", "podman", "docker-compose":
		in.container, in.dir = true, field{}
		if sub == "compose" {
			i = skipFlags(argv, i, "-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel")
			if i >= len(argv) {
				return wrapped{}, false
			}
			sub = argv[i].text
			i++
			if sub != "run" && sub != "exec" {
				return wrapped{}, false
			}
		} else if sub != "exec" && (name != "docker-compose" || sub != "run") {
			return wrapped{}, false
		}
		i = skipFlags(argv, i, "-e --env -u --user -w --workdir --env-file --detach-keys --index --entrypoint -l --label --name -p --publish -v --volume") + 1
	case "go":
		return unwrapGo(sub, argv[i:], in)
	case "kubectl":
		if sub != "exec" {
			return wrapped{}, false
		}
		in.container, in.dir = true, field{}
		for i < len(argv) && argv[i].text != "--" {
			i++
		}
		i++
	default:
		valued, skip, ok := runSubcommand(name, sub)
		if !ok {
			return wrapped{}, false
		}
		if skip < 0 {
			// The command follows "--", or starts immediately.
			for j := i; j < len(argv); j++ {
				if argv[j].text == "--" {
					i, skip = j+1, 0
					break
				}
			}
			skip = max(skip, 0)
		}
		if name == "uv" {
			flags := leadingFlags(argv[i:], valued)
			if d, ok := flagValue(flags, "--directory"); ok {
				in.dir = d
			}
			if hasFlag(flags, "--module -m") {
				in.argv = append([]field{{text: "python"}}, argv[i:]...)
				return in, true
			}
		}
		i = skipFlags(argv, i, valued) + skip
		if has("hatch pdm rye", name) && i < len(argv) && (argv[i].text == "test" || strings.Contains(argv[i].text, ":")) {
			// This is a script of the project and not a program.
			return wrapped{}, false
		}
	}
	in.argv = argv[min(i, len(argv)):]
	return in, true
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

// runSubcommand describes the subcommands that run the rest of their words: the flags that take a
// value, and the number of operands before the command. A negative number means that the command
// follows "--".
func runSubcommand(name, sub string) (valued string, skip int, ok bool) {
	switch name + " " + sub {
	case "uv run":
		return "--with --with-editable --with-requirements --python -p --project --directory --extra --group --only-group --no-group --env-file --index --index-url --package --refresh-package", 0, true
	case "uv tool":
		return "", 1, true
	case "poetry run", "pipenv run", "pdm run", "hatch run", "rye run", "pixi run", "bundle exec", "rbenv exec", "pyenv exec", "asdf exec", "pipx run":
		return "-p --project -e --environment", 0, true
	case "conda run", "mamba run", "micromamba run":
		return "-n -p --name --prefix --cwd", 0, true
	case "mise exec", "mise x", "op run", "doppler run", "dotenvx run", "infisical run":
		return "-f --env-file -e", -1, true
	case "direnv exec", "nvm exec", "fnm exec":
		return "--using", 1, true
	}
	return "", 0, false
}
