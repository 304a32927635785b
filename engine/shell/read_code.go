package shell

import "slices"

// isInputName reports whether a file is the standard input.
func isInputName(path string) bool { return has("/dev/stdin /dev/fd/0 /proc/self/fd/0", path) }

// fromInput returns the words of an interpreter with "-" for a name of the standard input or a process substitution in the
// place of its script, and its standard input then: python3 /dev/stdin, bash <(echo ls). They are programs without
// a file of their own.
func fromInput(name string, argv []field, input *stream) ([]field, *stream) {
	if !isShell(name) && !takesCode(name) && !has("go uv make gmake", name) {
		return argv, input
	}
	for i, f := range argv[1:] {
		isStream := f.from != nil && f.text == unknownMark
		switch {
		case isStream || isInputName(f.text):
			if argv = slices.Clone(argv); isStream {
				input = f.from
			}
			argv[i+1] = field{text: "-"}
			return argv, input
		case !isFlag(f.text) && f.text != "run":
			return argv, input
		}
	}
	return argv, input
}
