package main

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```|^    .*?$|`[^`\n]*`")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	unlinked = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks checks that each relative link in a Markdown file of the repository leads to a file, and its anchor to a heading.
func TestLinks(t *testing.T) {
	links := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "dist" || entry.Name() == ".site" || entry.Name() == ".git" || entry.Name() == ".peers") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		for _, found := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(read(t, path)), ""), -1) {
			target, err := url.Parse(found[1])
			if err != nil || target.IsAbs() {
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				continue
			}
			links++
			file := path
			if target.Path != "" {
				file = filepath.Join(filepath.Dir(path), filepath.FromSlash(target.Path))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: the link %s leads to no file", path, found[1])
			} else if target.Fragment != "" && !slices.Contains(anchors(t, file), target.Fragment) {
				t.Errorf("%s: the link %s leads to no heading of %s", path, found[1], file)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if links < 50 {
		t.Errorf("only %d links were found", links)
	}
}

// anchors returns the anchors of a Markdown file's headings, as GitHub makes them.
func anchors(t *testing.T, file string) (all []string) {
	t.Helper()
	text := regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(string(read(t, file)), "")
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return all
}

// TestSite checks that mkdocs.yml lists each page of docs, and no page that does not exist. `just site` checks the rest.
func TestSite(t *testing.T) {
	var listed []string
	for _, found := range regexp.MustCompile(`(?m): ([\w/-]+\.md)$`).FindAllStringSubmatch(string(read(t, "../../mkdocs.yml")), -1) {
		listed = append(listed, found[1])
		if _, err := os.Stat(filepath.Join("../..", found[1])); err != nil {
			t.Errorf("mkdocs.yml: %v", err)
		}
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range pages {
		if !slices.Contains(listed, "docs/"+filepath.Base(page)) {
			t.Errorf("mkdocs.yml does not list docs/%s", filepath.Base(page))
		}
	}
}
