package words

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Hash returns the hash of a name or a path as a user writes it, in whatever case, with or without ./ or ../ before and / behind it.
func Hash(name string) string {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), `\`, "/"))
	for strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		_, name, _ = strings.Cut(name, "/")
	}
	if trimmed := strings.TrimRight(name, "/"); trimmed != "" {
		name = trimmed
	}
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// maxParts is how many of the last parts of a path are looked at.
const maxParts = 8

// OfPath returns the hashes by which a user can have named a file or folder: its path and that of each folder above it, from any of its
// folders on, with and without the extension. Parts of an absolute path that are not in the project or at home are not names of it.
func OfPath(path, root, home string) (list []string) {
	inside := path
	switch {
	case root != "" && strings.HasPrefix(path, strings.TrimRight(root, "/")+"/"):
		inside = path[len(strings.TrimRight(root, "/"))+1:]
	case home != "" && strings.HasPrefix(path, home+"/"):
		inside = path[len(home)+1:]
		for above := "~/" + inside; above != "~"; above = above[:strings.LastIndexByte(above, '/')] {
			list = append(list, Hash(above))
		}
	}
	for above := path; strings.HasPrefix(above, "/") && len(above) > 1; above = above[:strings.LastIndexByte(above, '/')] {
		list = append(list, Hash(above))
	}
	parts := strings.FieldsFunc(inside, func(r rune) bool { return r == '/' || r == '\\' })
	parts = parts[max(0, len(parts)-maxParts):]
	for i := range parts {
		for j := i; j < len(parts); j++ {
			list = append(list, Hash(strings.Join(parts[i:j+1], "/")))
		}
		if stem, _, ok := strings.Cut(parts[len(parts)-1], "."); ok && stem != "" {
			list = append(list, Hash(strings.Join(append(append([]string{}, parts[i:len(parts)-1]...), stem), "/")))
		}
	}
	return list
}

// testName matches what is a test by its name: test_total, cart_test.go, TestTotal, cart.spec.ts.
var testName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[/:])(?:test_\w+|Test[A-Z]\w*)|_test\b|[._](?:test|spec)\.\w+$`)
})

// namesTest reports whether a token stands for "test" in a phrase: "skip test_total". A word that is a verb by itself takes the name as what it is
// about: "delete test_total.py".
func (l *language) namesTest(first string, t token) bool {
	alone := func(p phrase) bool { return len(p.words) == 1 }
	return (t.kind == name || t.kind == span) && !slices.ContainsFunc(l.say[first], alone) && testName().MatchString(t.text)
}
