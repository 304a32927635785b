package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"modernc.org/sqlite"

	"witness/engine/bundle"
	"witness/internal/testfiles"
)

// TestMatchesReportsPartAndHead checks that each match has its part and head, and that a silent match,
// which only sets the head, is listed only if it is the last.
func TestMatchesReportsPartAndHead(t *testing.T) {
	const pattern = `(?m)^(?:=(?P<_run>\w+)|-(?P<said>\w+)|(?P<end>ok))$`
	for text, want := range map[string]string{
		"-x\n=a\n=b\n-y\nok\n-z\n": `[{"at":0,"line":1,"said":"x","part":0},` +
			`{"at":9,"line":4,"said":"y","part":0,"head":"b"},` +
			`{"at":12,"line":5,"end":"ok","part":0,"head":"b"},` +
			`{"at":15,"line":6,"said":"z","part":1}]`,
		"ok\n=a\n": `[{"at":0,"line":1,"end":"ok","part":0},{"at":3,"line":2,"_run":"a","part":1,"head":"a"}]`,
		"=a\n=b\n": `[{"at":3,"line":2,"_run":"b","part":0,"head":"b"}]`,
		"":         `[]`,
	} {
		if got, err := matches(text, pattern, "_run", "end", "", ""); got != want || err != nil {
			t.Errorf("matches(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestMatchesGathersTextsOfAPart checks that each gathered text is listed once, in the match that ends its
// part or in one at the end of the text, and that it can be a head.
func TestMatchesGathersTextsOfAPart(t *testing.T) {
	const pattern = `(?m)^(?:=(?P<_run>\w+)|\+(?P<good>\w+)|-(?P<said>\w+)|(?P<end>ok))$`
	for text, want := range map[string]string{
		"=a\n+a\n-x\n+b\n+a\nok\n+c\n-y\n=d\n": `[{"at":6,"line":3,"said":"x","part":0,"head":"a"},` +
			`{"at":15,"line":6,"end":"ok","part":0,"head":"a","gathered":["a","b"]},` +
			`{"at":21,"line":8,"said":"y","part":1,"head":"c"},` +
			`{"at":27,"line":10,"part":1,"head":"d","gathered":["c"]}]`,
		"+a\n":       `[{"at":3,"line":2,"part":0,"head":"a","gathered":["a"]}]`,
		"ok\n+a\nok": `[{"at":0,"line":1,"end":"ok","part":0},{"at":6,"line":3,"end":"ok","part":1,"head":"a","gathered":["a"]}]`,
	} {
		if got, err := matches(text, pattern, "_run good", "end", "good", ""); got != want || err != nil {
			t.Errorf("matches(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestMatchesIndentMakesATree checks that with an indent the head is the path of the heads of less depth in
// the same part, that gathered texts begin with it, and that a head without an indent is above all
// others.
func TestMatchesIndentMakesATree(t *testing.T) {
	const pattern = `(?m)^(?:(?P<in>(?:  )*)(?:=(?P<_suite>\w+)|\+(?P<good>\w+)|-(?P<said>\w+))|# (?P<_file>\w+)|(?P<end>ok))$`
	for text, want := range map[string]string{
		"=a\n  =b\n    +c\n  -d\n    -e\n=f\n  +g\n": `[{"at":15,"line":4,"in":"  ","said":"d","part":0,"head":"a","past":1},` +
			`{"at":20,"line":5,"in":"    ","said":"e","part":0,"head":"a › b","past":1},` +
			`{"at":35,"line":8,"part":0,"past":2,"gathered":["a › b › c","f › g"]}]`,
		"  =b\n    +c\n+c\n-d\nok\n    -e": `[{"at":15,"line":4,"in":"","said":"d","part":0,"past":2},` +
			`{"at":18,"line":5,"end":"ok","part":0,"past":2,"gathered":["b › c","c"]},` +
			`{"at":21,"line":6,"in":"    ","said":"e","part":1,"past":2}]`,
		"# x\n+a\n  -b\n# y\n-c": `[{"at":7,"line":3,"in":"  ","said":"b","part":0,"head":"x","past":1},` +
			`{"at":16,"line":5,"in":"","said":"c","part":0,"head":"y","past":1},` +
			`{"at":18,"line":5,"part":0,"past":1,"gathered":["x › a"]}]`,
	} {
		if got, err := matches(text, pattern, "_suite _file", "end", "good", "in"); got != want || err != nil {
			t.Errorf("matches(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestBranchesMatchLikeThePattern checks on the recorded outputs of tools that the branches of a reader's
// pattern find exactly what the whole pattern finds.
func TestBranchesMatchLikeThePattern(t *testing.T) {
	compared, split := 0, 0
	d := &sqlite.Driver{}
	d.MustRegisterDeterministicScalarFunction("matches", -1, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) {
		if a[0] == nil {
			return "[]", nil
		}
		text, pattern := Text(a[0]), Text(a[1])
		if anchored, ok := cutLineAnchor(pattern); ok {
			whole := regexp.MustCompile(`(?m)\A(?:` + anchored + ")")
			all, err := parseBranches(anchored)
			if err != nil {
				return nil, err
			}
			if left := maxBranches; len(alternatives(anchored, &left)) > 1 {
				split++
			}
			for line := range strings.SplitSeq(text, "\n") {
				want := groupTexts(whole, line, whole.FindStringSubmatchIndex(line))
				got := ""
				b, loc, err := all.find(line, groupNames{})
				if err != nil {
					return nil, err
				}
				if b != nil {
					compared++
					got = groupTexts(b.re, line, loc)
				}
				if got != want {
					t.Errorf("%q finds %s in %q, and its branches %s", anchored, want, line, got)
				}
			}
		}
		names := append(a[2:], "", "", "", "")
		return matches(text, pattern, Text(names[0]), Text(names[1]), Text(names[2]), Text(names[3]))
	})
	raw, err := d.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	c := &DB{conn: conn{raw: raw.(rawConn)}, lock: unlocked}
	defer c.Close()
	scripts, err := filepath.Glob(testfiles.Root(t) + "/testscripts/facts/*.txtar")
	if err != nil || len(scripts) < 20 {
		t.Fatal("no outputs", err)
	}
	for _, name := range scripts {
		path := testfiles.Root(t) + "/facts.d/" + strings.TrimSuffix(filepath.Base(name), ".txtar") + ".sql"
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "matches(") || strings.Contains(string(text), "documents") {
			continue
		}
		script, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range script.Files {
			a := Args{}
			for _, p := range bundle.Parameters(string(text)) {
				a[p[1:]] = ""
			}
			a["output"], a["args"] = string(file.Data), "[]"
			if err := c.Each(t.Context(), string(text), a, func([]string, []driver.Value) error { return nil }); err != nil {
				t.Fatal(path, err)
			}
		}
	}
	if compared < 200 || split < 50 {
		t.Errorf("only %d lines and %d patterns were compared", compared, split)
	}
}

// TestMatchesByLine checks that a pattern with too many alternatives to split is matched as a whole, that
// flags apply to the alternatives after them, and that an invalid pattern is an error.
func TestMatchesByLine(t *testing.T) {
	for pattern, want := range map[string]string{
		"(?m)^" + strings.Repeat("(?:a|b)?", 500) + "(?P<end>x)$": `[{"at":2,"line":2,"end":"x"}]`,
		"(?m)^(?:z|(?i)q|A(?P<end>BX))$":                          `[{"at":2,"line":2,"end":"bx"}]`,
		"(?m)^(?:[|)]|a(?P<end>[^|\\n]+))":                        `[{"at":2,"line":2,"end":"bx"}]`,
		"(?m)^(?:a|b":                                             "missing closing ): `(?:a|b`",
		"(?m)^(?:a|*b)":                                           "missing argument to repetition operator: `*`",
	} {
		got, err := matches("y\nabx", pattern, "", "", "", "")
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
		if got != want {
			t.Errorf("%.40s: %s, want %s", pattern, got, want)
		}
	}
}

// groupTexts formats what the named groups of a match matched.
func groupTexts(re *regexp.Regexp, line string, loc []int) string {
	if loc == nil {
		return ""
	}
	texts := fmt.Sprint(loc[:2])
	for i, name := range re.SubexpNames() {
		if name != "" && loc[2*i] >= 0 {
			texts += fmt.Sprintf(" %s=%q", name, line[loc[2*i]:loc[2*i+1]])
		}
	}
	return texts
}
