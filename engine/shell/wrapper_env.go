package shell

// unwrapEnv removes env, sudo and other wrappers that take variable assignments before the command.
func unwrapEnv(name string, argv []field) (wrapped, bool) {
	in := wrapped{external: true}
	valued := ""
	switch name {
	case "env":
		valued = "-u --unset -C --chdir"
		in.dir, _ = flagValue(leadingFlags(argv[1:], valued), "-C --chdir")
		for i := 1; i < len(argv) && isFlag(argv[i].text); i++ {
			if argv[i].text == "-S" || argv[i].text == "--split-string" {
				text := asSource(joinWords(argv[i+1:]))
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
