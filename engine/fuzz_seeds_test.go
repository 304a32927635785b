package engine

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"
)

// brainFiles are the files of witness's own rules, readers and questions: text by path.
func brainFiles(f *testing.F) map[string]string {
	f.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"rules.d/*.sql", "facts.d/*.sql", "queries.d/*.sql"} {
		names, err := fs.Glob(witness.Brain, pattern)
		if err != nil || len(names) < 5 {
			f.Fatalf("%s: %v %v", pattern, names, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(witness.Brain, name)
			if err != nil {
				f.Fatal(err)
			}
			files[name] = string(text)
		}
	}
	return files
}

// scriptFiles are what stands in the test scripts under a name with this ending.
func scriptFiles(f *testing.F, pattern, ending string) (texts []string) {
	f.Helper()
	scripts, err := filepath.Glob(pattern)
	if err != nil || len(scripts) == 0 {
		f.Fatalf("%s: %v", pattern, err)
	}
	for _, name := range scripts {
		script, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range script.Files {
			if strings.HasSuffix(file.Name, ending) {
				texts = append(texts, string(file.Data))
			}
		}
	}
	return texts
}

// patternText is a regular expression in a reader, as SQL spells it.
var patternText = regexp.MustCompile(`'(\(\?m\)(?:[^']|'')*)'`)

// addReaders adds each reader's expressions with what the tool really printed.
func addReaders(f *testing.F) {
	n := 0
	for name, text := range brainFiles(f) {
		reader := strings.TrimSuffix(filepath.Base(name), ".sql")
		if !strings.HasPrefix(name, "facts.d/") || strings.HasPrefix(reader, "_") {
			continue
		}
		output := ""
		for _, printed := range scriptFiles(f, "../testscripts/facts/"+reader+".txtar", "") {
			if len(printed) > len(output) && len(printed) < 8000 {
				output = printed
			}
		}
		for _, m := range patternText.FindAllStringSubmatch(text, -1) {
			f.Add(output, strings.ReplaceAll(m[1], "''", "'"))
			n++
		}
	}
	if n < 50 {
		f.Fatalf("only %d expressions were found in the readers", n)
	}
}
