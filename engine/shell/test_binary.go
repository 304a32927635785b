package shell

import (
	"slices"
	"strings"
)

// testBinary is a test program that "go test -c" on the line compiles.
type testBinary struct {
	file  string  // its absolute path
	dir   string  // where it was compiled
	words []field // the words of go test without -c and -o
}

// testBinaries are the test programs that a line has compiled so far.
type testBinaries []testBinary

// goTestFlags are the flags of go test that take a separate value.
const goTestFlags = "-o -tags -run -skip -count -timeout -coverpkg -covermode -coverprofile -mod -modfile -ldflags -gcflags -p -parallel -vet -exec -bench -benchtime"

// add remembers the test program that argv compiles in dir, if it does.
func (all *testBinaries) add(argv []field, dir string) {
	if len(argv) < 3 || programName(argv[0]) != "go" || argv[1].text != "test" || !hasFlag(argv[2:], "-c") {
		return
	}
	words := argv[2:]
	name, ok := flagValue(words, "-o")
	if !ok {
		// Named after the folder of the package.
		of := field{text: "."}
		if named := operands(words, goTestFlags); len(named) > 0 {
			of = named[0]
		}
		folder := resolve(dir, of)
		name = field{text: folder[strings.LastIndexByte(folder, '/')+1:] + ".test"}
	}
	b := testBinary{file: resolve(dir, name), dir: dir}
	for i := 0; i < len(words); i++ {
		switch {
		case words[i].text == "-o":
			i++
		case words[i].text != "-c" && !strings.HasPrefix(words[i].text, "-o="):
			b.words = append(b.words, words[i])
		}
	}
	*all = append(*all, b)
}

// goTest returns argv as the "go test" that it is equivalent to if it runs a compiled test program: one that
// the line has compiled, or any that gets a flag -test.*, whose package is not known.
func (all testBinaries) goTest(argv []field, dir string) []field {
	isTestFlag := func(f field) bool { return strings.HasPrefix(f.text, "-test.") }
	if !strings.Contains(argv[0].text, "/") || argv[0].hasUnknown() {
		return argv
	}
	words := []field{{text: unknownMark}}
	file := resolve(dir, argv[0])
	i := slices.IndexFunc(all, func(b testBinary) bool { return b.file != "" && b.file == file })
	switch {
	case i >= 0 && all[i].dir == dir:
		words = all[i].words
	case i < 0 && !slices.ContainsFunc(argv, isTestFlag):
		return argv
	}
	out := append([]field{{text: "go"}, {text: "test"}}, words...)
	for _, f := range argv[1:] {
		if isTestFlag(f) {
			f.text = "-" + strings.TrimPrefix(f.text, "-test.")
		}
		out = append(out, f)
	}
	return out
}
