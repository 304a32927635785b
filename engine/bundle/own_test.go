package bundle_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"witness"
	"witness/engine/bundle"
)

// TestOwnReaders checks that the index of witness's own readers passes none over for a command, a task or a form
// that its header names, nor for the table and the literals.
func TestOwnReaders(t *testing.T) {
	source := bundle.Source{Origin: "embedded", FS: witness.Files}
	listed := bundle.OwnReaders(witness.Files)
	if len(listed) == 0 {
		t.Fatal("no readers")
	}
	for _, r := range listed {
		f := r.Read(source)
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Concat(f.Commands, f.Tasks, []string{f.Form}) {
			if word, _, _ := strings.Cut(name, " "); word != "" && !r.Mentions(word) {
				t.Errorf("%s is passed over for %q", f.Path, word)
			}
		}
		var literals []string
		r.MayRead(f.Into, func(literal string) bool { literals = append(literals, literal); return false })
		if r.Into != f.Into || !slices.Equal(literals, f.Contains) {
			t.Errorf("%s: the index says into %q and contains %q, the header %q and %q", f.Path, r.Into, literals, f.Into, f.Contains)
		}
		if any := func(string) bool { return true }; r.MayRead(f.Into, any) != (len(f.Contains) > 0) || r.MayRead("none", any) {
			t.Errorf("%s is passed over for an output with one of its literals, or read for another table", f.Path)
		}
		for _, word := range []string{"", "no such program", "o"} {
			if r.Mentions(word) {
				t.Errorf("%s is read for %q, which it does not list", f.Path, word)
			}
		}
	}
}

// TestOwnIndexIsBehind checks that a file that the index lacks, or has with another size, is read for each call.
func TestOwnIndexIsBehind(t *testing.T) {
	reader := &fstest.MapFile{Data: []byte("# Reads.\n\ncommands = [\"zap\"]\ncontains = [\"zapped\"]\ntest.pass = 'ok {test}'\n")}
	rule := &fstest.MapFile{Data: []byte("-- Asks.\n--- commands = [\"zap\"]\n--- message = \"{a}\"\nSELECT 1 AS a\n")}
	files := fstest.MapFS{
		"facts.d/known.toml": reader, "facts.d/changed.toml": reader, "facts.d/added.toml": reader,
		"rules.d/known.sql": rule, "rules.d/changed.sql": rule, "rules.d/pack/added.sql": rule, "rules.d/pack/also_known.sql": rule,
	}
	for _, kind := range []string{bundle.Facts, bundle.Rules} {
		text, headers, err := bundle.IndexOwn(files, kind)
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for line := range strings.Lines(text) {
			if name, rest, _ := strings.Cut(line, "\t"); strings.Contains(name, "known") {
				lines.WriteString(line)
			} else if strings.Contains(name, "changed") {
				lines.WriteString(name + "\t1" + rest)
			}
		}
		files[kind+".d/"+bundle.OwnHeaders] = &fstest.MapFile{Data: []byte(headers)}
		files[kind+".d/"+bundle.OwnIndex] = &fstest.MapFile{Data: []byte(lines.String())}
	}
	var mentioned []string
	for _, r := range bundle.OwnReaders(files) {
		if r.Mentions("other") {
			mentioned = append(mentioned, r.Name)
		}
		if !r.Mentions("zap") {
			t.Errorf("%s is passed over", r.Name)
		}
	}
	if want := []string{"added", "changed"}; !slices.Equal(mentioned, want) {
		t.Errorf("readers %q are read for any command, want %q", mentioned, want)
	}
	var loaded []string
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: files}}, Wants: func(*bundle.Header) bool { return false }}).Load(bundle.Rules) {
		loaded = append(loaded, f.Path)
	}
	if want := []string{"rules.d/pack/added.sql", "rules.d/changed.sql"}; !slices.Equal(loaded, want) {
		t.Errorf("rules %q are read for any call, want %q", loaded, want)
	}
}

// TestNamesOfUnreadRules checks that the names that a rule had before are known without reading it: of a rule of a pack,
// when it is decided whether the rule is off, and of one that the call does not concern, when a file would replace it.
func TestNamesOfUnreadRules(t *testing.T) {
	rule := func(keys string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("-- Asks.\n--- commands = [\"zap\"]\n" + keys + "--- message = \"{a}\"\nSELECT 1 AS a\n")}
	}
	files := fstest.MapFS{
		"rules.d/pack/part.sql": rule("--- pack = \"pack\"\n--- was = [\"whole\"]\n"),
		"rules.d/now.sql":       rule("--- was = [\"once\", \"earlier\"]\n"),
	}
	text, _, err := bundle.IndexOwn(files, bundle.Rules)
	if err != nil {
		t.Fatal(err)
	}
	files["rules.d/"+bundle.OwnIndex] = &fstest.MapFile{Data: []byte(text)}
	var packed, replaced []string
	bundle.Loader{
		Sources: []bundle.Source{{Origin: "embedded", FS: files}, {Origin: "user", FS: fstest.MapFS{"rules.d/now.sql": rule("")}}},
		Wants:   func(*bundle.Header) bool { return false },
		Off: func(rule *bundle.File) bool {
			packed = rule.AllNames()
			return false
		},
		Locked: func(names []string, _ string) bool {
			replaced = names
			return false
		},
	}.Load(bundle.Rules)
	if want := []string{"part", "whole"}; !slices.Equal(packed, want) {
		t.Errorf("the rule of the pack has the names %q, want %q", packed, want)
	}
	if want := []string{"now", "once", "earlier"}; !slices.Equal(replaced, want) {
		t.Errorf("the rule that is replaced has the names %q, want %q", replaced, want)
	}
}
