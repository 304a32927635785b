package readers

import (
	"hash/fnv"
	"path"
	"regexp"
	"strings"
	"sync"

	"witness/engine/facts"
	"witness/engine/runs"
)

// Identity returns what identifies a test whatever runner names it: its file, relative to the project's
// root, and its name without the file, the module and the notation of a runner. It is
// "tests/test_cart.py TestCart.test_sum" for both tests/test_cart.py::TestCart::test_sum (pytest) and
// test_sum (tests.test_cart.TestCart.test_sum) (unittest). It is "" if the file is not known, or if
// the test belongs to a suite other than its file: a Go package and a name identify a test.
func Identity(test string, of runs.Item, cmd facts.Command) string {
	if of.File == "" || test == "" || of.Suite != "" && of.Suite != of.File {
		return ""
	}
	return cmd.InProject(of.File) + " " + bareName(test, of.File)
}

// bareName returns the name of a test without its file and module.
func bareName(test, file string) string {
	name := test
	if method, rest, ok := strings.Cut(test, " ("); ok && !strings.Contains(method, " ") {
		if dotted, params, ok := strings.Cut(rest, ")"); ok && strings.Contains(dotted, ".") {
			// unittest: test_sum (tests.test_cart.TestCart.test_sum), before Python 3.11 without the method
			if !strings.HasSuffix(dotted, "."+method) {
				dotted += "." + method
			}
			name = dotted + params
		}
	}
	if rest, ok := strings.CutPrefix(name, file); ok {
		name = strings.TrimLeft(rest, ":›> ")
	}
	// The module is the path of the file, or its end if the tests are found from a folder.
	for module := strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), "/", "."); module != ""; _, module, _ = strings.Cut(module, ".") {
		if rest, ok := strings.CutPrefix(name, module+"."); ok {
			name = rest
			break
		}
	}
	return strings.ReplaceAll(name, "::", ".")
}

// WrittenName returns the name of a test as it is written in its file, "" if the file may have it in another
// form: a title that is composed, or a name that is generated.
func WrittenName(test, file string) string {
	name, _, _ := strings.Cut(bareName(test, file), "[") // without parameters
	name, _, _ = strings.Cut(name, "/")                  // Go: the test function of a subtest
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, c := range name {
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return ""
		}
	}
	return name
}

// changing matches the parts of a message that differ between two runs of the same failing test:
// numbers (times, addresses, line numbers, ports), and the names of temporary folders.
var changing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`0x[0-9a-fA-F]+|/(?:tmp|var/folders|private/var)/\S+|\b[0-9a-f]{8,}\b|\d+`)
})

// Signature identifies how a test fails: a hash of its name, its file and its message without the
// parts that differ from run to run. The same signature in two runs means that nothing was gained in
// between. It is never 0.
func Signature(test, file, message string) int64 {
	h := fnv.New32a()
	for _, part := range []string{test, path.Base(file), changing().ReplaceAllString(message, "#")} {
		_, _ = h.Write([]byte(part))
		_, _ = h.Write([]byte{0})
	}
	return int64(h.Sum32()) + 1
}

// maxEnding is how much of the end of an output identifies a failure without a name, in bytes.
const maxEnding = 1000

// OutputSignature is the signature of failures that an output does not name, from its end.
func OutputSignature(output string) int64 {
	output = strings.TrimSpace(output)
	return Signature("", "", output[max(0, len(output)-maxEnding):])
}
