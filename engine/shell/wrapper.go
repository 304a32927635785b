package shell

import "strings"

// wrapped is the command inside a wrapper.
type wrapped struct {
	argv     []field
	code     *string // shell code instead of words
	dir      field   // the directory the wrapper changes to, if it does
	away     bool    // it runs in a container
	external bool    // it is a program, never a builtin of the shell
}

// unwrap takes one wrapper off argv, whose program is name. It returns false if name is
// no wrapper, or wraps nothing.
func unwrap(name string, argv []field) (wrapped, bool) {
	in, ok := unwrapAny(name, argv)
	if in.code != nil {
		return in, true
	}
	return in, ok && len(in.argv) > 0
}

func unwrapAny(name string, argv []field) (wrapped, bool) {
	switch name {
	case "command", "builtin":
		if name == "command" && hasFlag(argv[1:min(2, len(argv))], "-v -V") {
			return wrapped{}, false
		}
		return wrapped{argv: argv[skipFlags(argv, 1, ""):]}, true
	case "env", "cross-env", "cross-env-shell", "sudo", "doas":
		return unwrapEnv(name, argv)
	case "npx", "bunx", "pnpx":
		return unwrapPackage(argv, 1)
	case "python", "pypy":
		return unwrapPython(argv)
	case "coverage":
		return unwrapCoverage(argv)
	case "node", "ruby", "perl", "php", "ts-node", "tsx":
		return unwrapInterpreter(name, argv)
	case "dotenv":
		i := skipFlags(argv, 1, "-e -f -v -c -p --file")
		if i < len(argv) && argv[i].text == "run" {
			i = skipFlags(argv, i+1, "")
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	case "nix":
		for i, f := range argv {
			if f.text == "-c" || f.text == "--command" {
				return wrapped{argv: argv[i+1:], external: true}, true
			}
		}
		return wrapped{}, false
	case "su", "runuser", "script", "sg", "nix-shell":
		if code, ok := flagValue(argv[1:], "-c --command --run"); ok && !strings.HasPrefix(code.text, unknownMark) {
			text := restored(code.text)
			return wrapped{code: &text}, true
		}
		return wrapped{}, false
	case "watch":
		i := skipFlags(argv, 1, "-n --interval")
		text := restored(joined(argv[i:]))
		return wrapped{code: &text}, i < len(argv)
	case "rtk":
		i := skipFlags(argv, 1, "")
		if i < len(argv) && has("proxy err test summary run", argv[i].text) {
			i++
		}
		if i < len(argv) && argv[i].text == "read" {
			return wrapped{argv: append([]field{{text: "cat"}}, argv[i+1:]...), external: true}, true
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	}
	if valued, operands, ok := prefixWrapper(name); ok {
		i := skipFlags(argv, 1, valued) + operands
		i = min(i, len(argv))
		if name == "time" {
			i = skipAssignments(argv, i)
		}
		return wrapped{argv: argv[i:], external: true, away: name == "chroot"}, true
	}
	return unwrapSubcommand(name, argv)
}

// prefixWrapper describes programs that run the rest of their words: the flags that take
// a value, and how many words stand before the command.
func prefixWrapper(name string) (valued string, operands int, ok bool) {
	switch name {
	case "time", "gtime":
		return "-f -o --format --output", 0, true
	case "timeout", "gtimeout":
		return "-k -s --kill-after --signal", 1, true
	case "nice":
		return "-n --adjustment", 0, true
	case "ionice":
		return "-c -n --class --classdata", 0, true
	case "stdbuf":
		return "-i -o -e --input --output --error", 0, true
	case "xvfb-run":
		return "-n -s -e -f -p -w --server-args --server-num --error-file --auth-file --wait", 0, true
	case "nohup", "setsid", "unbuffer", "chronic", "fakeroot", "dbus-run-session", "dbus-launch", "catchsegv", "torsocks", "proxychains", "proxychains4", "corepack", "xcrun", "rlwrap":
		return "", 0, true
	case "caffeinate":
		return "-t -w", 0, true
	case "strace", "ltrace":
		return "-o -e -s -E -p -u", 0, true
	case "valgrind":
		return "", 0, true
	case "taskset", "chrt", "setarch":
		return "", 1, true
	case "arch":
		return "-e", 0, true
	case "flock":
		return "-w -E --timeout", 1, true
	case "chroot":
		return "", 1, true
	case "uvx":
		return "--from --with --python -p --index-url --with-requirements --directory", 0, true
	}
	return "", 0, false
}

func unwrapEnv(name string, argv []field) (wrapped, bool) {
	in := wrapped{external: true}
	valued := ""
	switch name {
	case "env":
		valued = "-u --unset -C --chdir"
		in.dir, _ = flagValue(leading(argv[1:], valued), "-C --chdir")
		for i := 1; i < len(argv) && isFlag(argv[i].text); i++ {
			if argv[i].text == "-S" || argv[i].text == "--split-string" {
				text := restored(joined(argv[i+1:]))
				return wrapped{code: &text}, true
			}
		}
	case "sudo":
		valued = "-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir --role --type"
		in.dir, _ = flagValue(leading(argv[1:], valued), "-D --chdir")
	case "doas":
		valued = "-u -C"
	}
	i := skipFlags(argv, 1, valued)
	i = skipAssignments(argv, min(i, len(argv)))
	in.argv = argv[i:]
	return in, true
}

// leading are the words before the first operand.
func leading(words []field, valued string) []field {
	return words[:min(skipFlags(words, 0, valued), len(words))]
}

// unwrapPackage takes the runner of a package's program off: npx -y jest@29.
func unwrapPackage(argv []field, i int) (wrapped, bool) {
	valued := "-p --package -w --workspace --prefix -C --dir --filter"
	if code, ok := flagValue(leading(argv[i:], valued+" -c --call"), "-c --call"); ok {
		text := restored(code.text)
		return wrapped{code: &text}, true
	}
	i = skipFlags(argv, i, valued)
	if i >= len(argv) {
		return wrapped{}, false
	}
	inner := append([]field{}, argv[i:]...)
	if at := strings.LastIndexByte(inner[0].text, '@'); at > 0 {
		inner[0].text = inner[0].text[:at]
	}
	return wrapped{argv: inner, external: true}, true
}

// unwrapSubcommand takes wrappers off that are a subcommand of a bigger program.
func unwrapSubcommand(name string, argv []field) (wrapped, bool) {
	s, ok := subcommands(name)
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
		case name != "npm" && isScriptTool(sub):
			in.argv = argv[i-1:]
			return in, true
		case name != "npm" && sub == "run" && i < len(argv) && isScriptTool(argv[i].text):
			in.argv = argv[i:]
			return in, true
		}
		return wrapped{}, false
	case "docker", "podman", "docker-compose":
		in.away, in.dir = true, field{}
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
	case "kubectl":
		if sub != "exec" {
			return wrapped{}, false
		}
		in.away, in.dir = true, field{}
		for i < len(argv) && argv[i].text != "--" {
			i++
		}
		i++
	default:
		valued, skip, ok := runner(name, sub)
		if !ok {
			return wrapped{}, false
		}
		if skip < 0 {
			// The command stands behind "--", or else begins right away.
			for j := i; j < len(argv); j++ {
				if argv[j].text == "--" {
					i, skip = j+1, 0
					break
				}
			}
			skip = max(skip, 0)
		}
		if name == "uv" {
			flags := leading(argv[i:], valued)
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
			// A script of the project, not a program.
			return wrapped{}, false
		}
	}
	in.argv = argv[min(i, len(argv)):]
	return in, true
}

// runner describes the subcommands that run the rest of their words.
func runner(name, sub string) (valued string, skip int, ok bool) {
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

// isScriptTool knows the programs of packages that agents start as "yarn jest".
func isScriptTool(name string) bool {
	return has("jest vitest mocha ava tsc eslint prettier playwright cypress biome oxlint stylelint ts-node tsx vue-tsc webpack rollup esbuild karma tap nyc c8 turbo nx lerna next vite svelte-check standard xo babel tsup knip storybook", name)
}
