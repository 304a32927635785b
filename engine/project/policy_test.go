package project

import (
	"strings"
	"testing"
)

// TestParsePolicy reads the forms of fleet.policy.
func TestParsePolicy(t *testing.T) {
	pin := strings.Repeat("a", 64)
	for text, want := range map[string]Policy{
		"https://example.org/policy.toml":               {URL: "https://example.org/policy.toml"},
		"https://example.org/policy.toml#sha256=" + pin: {URL: "https://example.org/policy.toml", Pin: pin},
		"server":                                                    {URL: "server", Server: true},
		"server#sha256=" + pin:                                      {URL: "server", Server: true, Pin: pin},
		"file:///srv/policy":                                        {URL: "file:///srv/policy"},
		"file:///srv/policy.git":                                    {URL: "file:///srv/policy.git", Git: true},
		"https://example.org/acme/policy.git@v2":                    {URL: "https://example.org/acme/policy.git", Git: true, Ref: "v2"},
		"git+https://example.org/acme/policy@team/main":             {URL: "https://example.org/acme/policy", Git: true, Ref: "team/main"},
		"git@example.org:acme/policy.git":                           {URL: "git@example.org:acme/policy.git", Git: true},
		"git@example.org:acme/policy.git@v2#subdirectory=a/b":       {URL: "git@example.org:acme/policy.git", Git: true, Ref: "v2", Folder: "a/b"},
		"ssh://git@example.org/policy#subdirectory=a&sha256=" + pin: {URL: "ssh://git@example.org/policy", Git: true, Folder: "a", Pin: pin},
	} {
		if got, err := ParsePolicy(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "servers", "server@v2", "server#subdirectory=a", "policy.toml", "/srv/policy", "ftp://example.org/x", "ext::sh -c id", "git+ext://x/y", "https://a:secret@example.org/x", "https://token@example.org/x.git",
		"https://a:secret%@example.org/x", "https://a:secret@example.org/x#sha256=abc", "https://a:secret#@example.org/x.git", "https://a:x#secret@example.org/x.git", "https://a:secret/@example.org/x.git@v2",
		"https://example.org/x.toml#md5=1", "https://example.org/x.toml#sha256=abc", "https://example.org/x.toml#subdirectory=a", "git+https://example.org/x#subdirectory=../a",
		"git+https://example.org/x@--upload-pack=id", "git+https://example.org/x@main~1", "git@example.org:x.git@+refs/heads/*:refs/heads/*", "ssh://-oProxyCommand=id/x.git",
		"-oProxyCommand@example.org:x.git",
	} {
		if p, err := ParsePolicy(text); err == nil {
			t.Errorf("%s is taken: %+v", text, p)
		} else if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "token") {
			t.Errorf("%s: the error quotes a password: %v", text, err)
		}
	}
}

// TestCheckURLs checks that a URL of a server has no password, and that no error quotes one.
func TestCheckURLs(t *testing.T) {
	if err := CheckURLs([]string{"https://fleet.example.org:4001", "http://[::1]:4001/"}); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"https://a:secret@example.org", "https://a:secret%@example.org", "https://a:1/secret@example.org", "https://a:se#secret@example.org", "example.org", "ftp://example.org"} {
		if err := CheckURLs([]string{text}); err == nil {
			t.Errorf("%s is taken", text)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error quotes a password: %v", text, err)
		}
	}
}
