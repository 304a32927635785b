package shell

import "strings"

// wrapped is the command inside a wrapper.
type wrapped struct {
	// argv is the words of the command.
	argv      []field
	code      *string  // shell code that the wrapper runs instead of argv, nil if there is none
	dir       field    // the directory that the wrapper changes to, if any
	container bool     // the wrapper runs the command in a container
	name      string   // the container's name or service, if it is given
	external  bool     // the command is a program and never a builtin
	assigns   []string // variable assignments that the wrapper makes for the command
	settings  []string // other flags of the wrapper by which the command runs with something else, such as --python=3.12
	script    bool     // the wrapper is an interpreter and the command its script
}

// unwrap removes one wrapper, the program name, from the command argv. It returns false if name is
// not a wrapper or contains no command.
func unwrap(name string, argv []field) (wrapped, bool) {
	in, ok := unwrapAny(name, argv)
	if in.code != nil {
		return in, true
	}
	return in, ok && len(in.argv) > 0
}

// unwrapAny is unwrap without the check that there is a command.
func unwrapAny(name string, argv []field) (wrapped, bool) {
	switch name {
	case "command", "builtin":
		if name == "command" && hasFlag(argv[1:min(2, len(argv))], "-v -V") {
			return wrapped{}, false
		}
		return wrapped{argv: argv[skipFlags(argv, 1, ""):]}, true
	case "noglob", "nocorrect", "-", "repeat", "foreach":
		i := min(zshWords[name], len(argv))
		if i < len(argv) && argv[i].text == "{" {
			i++
		}
		return wrapped{argv: argv[i:]}, true
	case "env", "cross-env", "cross-env-shell", "sudo", "doas":
		return unwrapEnv(name, argv)
	case "cmd":
		return unwrapCmd(argv)
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
			text := asSource(code.text)
			return wrapped{code: &text}, true
		}
		return wrapped{}, false
	case "flock":
		i := skipFlags(argv, 1, "-w -E --timeout --wait --conflict-exit-code") + 1
		if i+1 < len(argv) && has("-c --command", argv[i].text) {
			text := asSource(argv[i+1].text)
			return wrapped{code: &text}, true
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	case "pwsh", "powershell":
		for i := 1; i < len(argv); i++ {
			switch s := strings.ToLower(argv[i].text); {
			case s == "-file" || s == "-f":
				return wrapped{argv: argv[i+1:], external: true, script: true}, true
			case has("-executionpolicy -ep -ex -workingdirectory -wd -version -windowstyle -w", s):
				i++
			case has("-noprofile -nop -noninteractive -noni -nologo -noexit -sta", s):
			case isFlag(s):
				return wrapped{}, false
			default:
				return wrapped{argv: argv[i:], external: true}, true
			}
		}
		return wrapped{}, false
	case "devcontainer":
		if len(argv) < 2 || argv[1].text != "exec" {
			return wrapped{}, false
		}
		i := skipFlags(argv, 2, "--workspace-folder --config --override-config --container-id --id-label --remote-env --docker-path --log-level")
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true // its folder is that of the project
	case "watch":
		i := skipFlags(argv, 1, "-n --interval")
		text := asSource(joinWords(argv[i:]))
		return wrapped{code: &text}, i < len(argv)
	case "bwrap":
		return unwrapBubble(argv)
	case "tmux", "screen", "zellij", "byobu":
		return unwrapTerminal(name, argv)
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
		in := wrapped{argv: argv[i:], external: true, container: name == "chroot"}
		if name == "uvx" {
			in.settings = append(settings(argv[1:i], valued), addressOf(in.argv)...)
		}
		return in, true
	}
	return unwrapSubcommand(name, argv)
}

// zshWords are the words of zsh that a command or a { follows, with how many words stand before it: repeat 2 make, foreach f (a b) make $f.
var zshWords = map[string]int{"noglob": 1, "nocorrect": 1, "-": 1, "repeat": 2, "foreach": 3}

// prefixWrapper describes the programs that run the rest of their words as a command: the flags
// that take a value, and the number of operands before the command.
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
	case "nohup", "setsid", "unbuffer", "chronic", "fakeroot", "dbus-run-session", "dbus-launch", "catchsegv", "torsocks", "proxychains", "proxychains4", "corepack", "xcrun", "rlwrap", "shx", "ddtrace-run", "opentelemetry-instrument", "fvm", "not":
		return "", 0, true
	case "nsenter":
		return "-t --target -S --setuid -G --setgid", 0, true
	case "unshare":
		return "-R -w -S -G --root --wd --setuid --setgid --propagation --map-user --map-group", 0, true
	case "prlimit", "firejail", "systemd-inhibit", "eatmydata", "faketime", "linux32", "linux64", "setpriv", "numactl", "cgexec", "trickle":
		if name == "faketime" {
			return "-f", 1, true
		}
		return "-g -d -u -r -t --what --who --why --mode", 0, true
	case "env-cmd":
		return "-f -e -r --file --environments --rc-file", 0, true
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
	case "chroot":
		return "", 1, true
	case "busybox":
		return "", 0, true
	case "systemd-run":
		return "-p -u -E -H -M --property --unit --slice --setenv --description --uid --gid --nice --working-directory", 0, true
	case "uvx":
		return "--from --with --python -p --index-url --with-requirements --directory", 0, true
	}
	return "", 0, false
}
