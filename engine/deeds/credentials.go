package deeds

import (
	_ "embed"
	"path"
	"strings"
	"sync"
)

//go:embed credentials.txt
var credentialRows string

// A Credential is a glob of the names of files that hold keys or passwords, or of the ends of their paths, and whether such a file belongs in no
// repository (Git), is sent to nobody (Sent), and is for something else and holds a key now and then (May).
type Credential struct {
	Glob string `json:"glob"`
	Git  bool   `json:"git"`
	Sent bool   `json:"sent"`
	May  bool   `json:"may"`
}

// Credentials are the rows of credentials.txt.
var Credentials = sync.OnceValue(func() (list []Credential) {
	for row := range strings.Lines(credentialRows) {
		if glob, use, ok := strings.Cut(strings.TrimSpace(row), "\t"); ok && row[0] != '#' {
			list = append(list, Credential{glob, strings.Contains(use, "git"), strings.Contains(use, "sent"), strings.Contains(use, "may")})
		}
	}
	return list
})

// notSecret are parts of the paths of files that only look like it.
var notSecret = []string{"example", "sample", "template", "fixture", "test", "public", "cert", "/ca", "node_modules", "vendor/", ".pub"}

// HoldsCredentials reports whether a file, or a folder, holds credentials by its path.
func HoldsCredentials(at string) bool {
	last := path.Base(at)
	lastTwo := path.Base(path.Dir(at)) + "/" + last
	for _, part := range notSecret {
		if strings.Contains(lastTwo, part) {
			return false
		}
	}
	for _, c := range Credentials() {
		for _, name := range []string{last, lastTwo, at} {
			if ok, _ := path.Match(c.Glob, name); ok && c.Sent && strings.Count(c.Glob, "/") == strings.Count(name, "/") {
				return true
			}
		}
	}
	return false
}
