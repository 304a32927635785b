package state

import (
	"slices"
	"strings"
	"testing"
)

// Failing tests of several runners, each as its run showed it.
var known = map[string]failure{
	"go":       {suite: "example.com/shop/cart", test: "TestCart", file: "cart_test.go", program: "go test"},
	"go_race":  {suite: "example.com/shop/cart", test: "TestCart", file: "cart_test.go", program: "go test", needs: []string{"-race"}},
	"go_root":  {suite: "example.com/shop", test: "TestShop", file: "shop_test.go", program: "go test", selection: []string{"."}},
	"pytest":   {test: "tests/test_cart.py::TestCart::test_sum", file: "tests/test_cart.py", identity: "tests/test_cart.py TestCart.test_sum", program: "pytest"},
	"unittest": {test: "test_sum (tests.test_cart.TestCart.test_sum)", file: "tests/test_cart.py", identity: "tests/test_cart.py TestCart.test_sum", program: "python -m unittest"},
	"jest":     {suite: "src/cart.test.js", test: "cart › adds up", file: "src/cart.test.js", program: "jest"},
	"web":      {test: "cart › adds up", file: "src/cart.test.ts", dir: "packages/web", program: "vitest"},
	"rspec":    {test: "Cart adds up", file: "spec/cart_spec.rb", program: "rspec"},
	"task":     {suite: "make test", program: "make", task: "test"},
	"crash":    {test: "tests/test_cart.py", file: "tests/test_cart.py", program: "pytest"},
}

// TestCovers is the table of which tests a command runs.
func TestCovers(t *testing.T) {
	for _, c := range []struct {
		why     string
		program string
		words   string // of the selection
		other   selection
		covers  string // names of known, in their order
	}{
		{"all tests", "pytest", "", selection{}, "crash go go_root jest pytest rspec task unittest web"},
		{"all tests, with the race detector", "go test", "", selection{variant: []string{"-race"}}, "crash go go_race go_root jest pytest rspec task unittest web"},
		{"a task, whose flags are not known", "make", "", selection{task: "all", free: true}, "crash go go_race go_root jest pytest rspec task unittest web"},
		{"a task that is a part of the tests", "npm run", "", selection{task: "test:e2e", free: true}, ""},
		{"a task of all tests", "npm run", "", selection{task: "test:ci", free: true}, "crash go go_race go_root jest pytest rspec task unittest web"},
		{"a listing", "pytest", "", selection{none: true}, ""},
		{"all tests of a folder", "pytest", "", selection{dir: "tests"}, "crash pytest unittest"},
		{"all tests of a package", "vitest", "", selection{dir: "packages/web"}, "web"},
		{"a file", "pytest", "tests/test_cart.py", selection{}, "crash pytest unittest"},
		{"its folder", "pytest", "tests", selection{}, "crash pytest unittest"},
		{"another file", "pytest", "tests/test_price.py", selection{}, ""},
		{"another file whose name begins alike", "pytest", "tests/test_car", selection{}, ""},
		{"a class", "pytest", "tests/test_cart.py::TestCart", selection{}, "crash pytest unittest"},
		{"another class", "pytest", "tests/test_cart.py::TestCartItem", selection{}, "crash"},
		{"a module", "python -m unittest", "tests.test_cart", selection{}, "pytest unittest"},
		{"a test in the folder", "pytest", "test_cart.py", selection{dir: "tests"}, "crash pytest unittest"},
		{"a package", "go test", "cart", selection{}, "go"},
		{"a package with the flag that is needed", "go test", "cart", selection{variant: []string{"-race"}}, "go go_race"},
		{"a package with a flag that may leave tests out", "go test", "cart", selection{more: []string{"-tags=skip"}}, ""},
		{"the directory itself", "go test", ".", selection{}, "crash go_root jest pytest rspec task unittest web"},
		{"the directory itself, below", "go test", ".", selection{dir: "cart"}, "go"},
		{"a name", "go test", "~TestCart", selection{}, "go pytest unittest"},
		{"another name", "go test", "~TestPrice", selection{}, ""},
		{"a name in another package", "go test", "~TestCart price", selection{}, ""},
		{"the file of a filter", "jest", "~src/cart", selection{}, "jest web"},
		{"a filter that is not understood", "pytest", "?-k 'a and b'", selection{}, ""},
		{"a line", "rspec", "spec/cart_spec.rb:8", selection{}, "rspec"},
		{"another line", "rspec", "spec/cart_spec.rb:9", selection{}, ""},
		{"the package of a workspace", "pnpm", "?@shop/web", selection{task: "test", free: true}, "web"},
		{"another package of a workspace", "pnpm", "?@shop/api", selection{task: "test", free: true}, ""},
		{"the same task", "make", "", selection{task: "test", dir: "sub", free: true}, ""},
	} {
		s := c.other
		s.program, s.words = c.program, strings.Fields(c.words)
		if strings.HasPrefix(c.words, "?") {
			s.words = []string{c.words}
		}
		var covers []string
		for name, f := range known {
			f.places = func() []string { return map[string][]string{"rspec": {"spec/cart_spec.rb:8"}}[name] }
			f.below = func() bool { return name == "go" || name == "go_race" }
			if s.covers(f) {
				covers = append(covers, name)
			}
		}
		slices.Sort(covers)
		if got := strings.Join(covers, " "); got != c.covers {
			t.Errorf("%s: %s %s covers %q, not %q", c.why, c.program, c.words, got, c.covers)
		}
	}
}

// TestRepeats checks which commands are the one that showed a failure.
func TestRepeats(t *testing.T) {
	f := failure{program: "pytest", dir: "api", selection: []string{"tests"}}
	for _, c := range []struct {
		s    selection
		want bool
	}{
		{selection{program: "pytest", dir: "api", words: []string{"tests"}}, true},
		{selection{program: "pytest", dir: "", words: []string{"tests"}}, true}, // a name is the same anywhere
		{selection{program: "pytest", dir: "api"}, false},
		{selection{program: "pytest", dir: "", words: []string{"tests/x.py"}}, false},
		{selection{program: "tox", dir: "api", words: []string{"tests"}}, false},
	} {
		if c.s.repeats(f) != c.want {
			t.Errorf("%+v: %v", c.s, !c.want)
		}
	}
}

// TestEndsLike checks patterns of file names.
func TestEndsLike(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		want          bool
	}{
		{"tests/test_cart.py", "test_*.py", true},
		{"tests/test_cart.py", "test_*.js", false},
		{"tests/cart.py", "test_*.py", false},
		{"test_.py", "test_*.py", true},
	} {
		if endsLike(c.text, c.pattern) != c.want {
			t.Errorf("%s like %s: %v", c.text, c.pattern, !c.want)
		}
	}
}

// A run of the same places without the name that chose a test runs it again, whatever its output has left of its suite.
func TestCoversWhatANameChose(t *testing.T) {
	f := failure{test: "TestTax", dir: "src", program: "go test", selection: []string{"tax", "~TestTax"}}
	same := selection{program: "go test", dir: "src", words: []string{"tax"}}
	other, another := same, same
	other.words, another.dir = []string{"cart"}, "lib"
	pattern := selection{program: "node --test", words: []string{"tests/*.test.js"}}
	if !pattern.covers(failure{test: "keeps sixteen", program: "node --test", selection: []string{"tests/limits.test.js"}}) ||
		pattern.covers(failure{test: "keeps sixteen", program: "node --test", selection: []string{"e2e/limits.test.js"}}) {
		t.Error("a pattern of paths does not stand for them")
	}
	if !same.covers(f) || other.covers(f) || another.covers(f) {
		t.Error(same.covers(f), other.covers(f), another.covers(f))
	}
}
