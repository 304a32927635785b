package shell

import "strings"

// unwrapEnv removes env, sudo and other wrappers that take variable assignments before the command.
func unwrapEnv(name string, argv []field) (wrapped, bool) {
	in := wrapped{external: true}
	valued := ""
	switch name {
	case "env":
		valued = "-u --unset -C --chdir -P"
		in.dir, _ = flagValue(leadingFlags(argv[1:], valued), "-C --chdir")
		for i := 1; i < len(argv) && isFlag(argv[i].text); i++ {
			if argv[i].text == "-S" || argv[i].text == "--split-string" {
				text := asSource(joinWords(argv[i+1:]))
				return wrapped{code: &text}, true
			}
			if split, ok := strings.CutPrefix(argv[i].text, "--split-string="); ok {
				text := asSource(split + " " + joinWords(argv[i+1:]))
				return wrapped{code: &text}, true
			}
		}
	case "sudo":
		valued = "-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir --role --type"
		in.dir, _ = flagValue(leadingFlags(argv[1:], valued), "-D --chdir")
	case "doas":
		valued = "-u -C"
	}
	i := min(skipFlags(argv, 1, valued), len(argv))
	if name == "env" {
		if i < len(argv) && argv[i].text == "-" { // a lone dash is -i
			i++
		}
		in.assigns = unsetBy(argv[1:i])
	}
	end := skipAssignments(argv, i)
	for _, f := range argv[i:end] {
		in.assigns = append(in.assigns, asSource(f.text))
	}
	in.argv = argv[end:]
	return in, true
}

// leadingFlags returns the words before the first operand.
func leadingFlags(words []field, valued string) []field {
	return words[:min(skipFlags(words, 0, valued), len(words))]
}

// unsetBy returns an assignment without a value for each variable that flags of env take away.
func unsetBy(flags []field) (assigns []string) {
	for i, f := range flags {
		name, ok := strings.CutPrefix(f.text, "--unset=")
		switch {
		case ok:
		case (f.text == "-u" || f.text == "--unset") && i+1 < len(flags):
			name, ok = flags[i+1].text, true
		case strings.HasPrefix(f.text, "-u"):
			name, ok = f.text[2:], true
		}
		if ok && name != "" {
			assigns = append(assigns, name+"=")
		}
	}
	return assigns
}
