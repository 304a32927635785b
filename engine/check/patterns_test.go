package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness"
	"witness/engine/bundle"
	"witness/internal/testfiles"
)

// unrecorded are patterns of forms that are known from documentation and of which no output was recorded.
var unrecorded = map[string]string{
	"pytest section.error_session": "a folder that cannot be walked",
	"unittest test.function":       "functions under nose", "unittest section.block": "a module that cannot be imported",
	"unittest detail.frame": "code outside of functions", "unittest head.none": "a rule that something else printed",
	"minitest filter.options": "-n in the options of a task", "minitest stop.interrupt": "an interrupt",
	"rspec stop.focus": "fit and :focus, with the filter that rspec --init proposes", "rspec stop.interrupt": "an interrupt",
	"phpunit section.skipped": "--verbose", "phpunit stop.limit": "its stopOnDefect in the configuration",
	"sympy stop.user":      "it is printed only when a person interrupts the run",
	"jest section.console": "blocks of console output", "gcc finding.linker": "the linkers of macOS and LLVM",
	"pytest test.subtest": "pytest-subtests with -v", "pytest section.other": "sections that -r adds",
	"bats stop.counts": "a run that was interrupted", "playwright tally.interrupted": "a run that was interrupted",
	"cypress section.fail_root": "a test outside of any suite, as Mocha prints it", "mocha line.list": "the reporter list on a terminal",
	"tap test.nameless": "tests without names", "tap stop.bail": "a run that gave up",
	"deno_test test.fail_file": "an error outside of the tests",
}

// TestEmbeddedPatternsAreTested checks that each pattern of witness's own readers takes a line of the
// reader's test, and that none loses a line to a vaguer pattern above it.
func TestEmbeddedPatternsAreTested(t *testing.T) {
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Facts) {
		if err := f.Parse(); err != nil {
			t.Error(err)
			continue
		}
		if !f.HasPatterns() {
			continue
		}
		script, err := os.ReadFile(filepath.Join(testfiles.Root(t), "testscripts/facts", f.Name+".txtar"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, err := range UntestedPatterns(f, outputs(string(script))) {
			kind, _, _ := strings.Cut(strings.SplitN(err.Error(), ": ", 2)[1], " ")
			if unrecorded[f.Name+" "+kind] == "" {
				t.Error(err)
			}
		}
	}
}
