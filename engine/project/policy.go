package project

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// policyFolder is the name of the team's policy in the user's configuration directory.
const policyFolder = "policy"

// PolicyDir returns the folder of the team's policy, which `witness sync` fills and which is laid out as the user's configuration
// directory is: config.toml, rules.d, facts.d, queries.d. It is "" if the user has no home directory.
func PolicyDir() string {
	if user := UserConfigDir(); user != "" {
		return filepath.Join(user, policyFolder)
	}
	return ""
}

// A Policy says where the policy of a team is, as fleet.policy names it.
type Policy struct {
	URL    string // of a file, of a folder (file://) or of a repository, for Git; "server" on the server
	Server bool   // it is in a table on the fleet's server
	Git    bool   // it is a repository
	Ref    string // the branch, tag or commit of it, "" for the default branch
	Folder string // the folder in it, "" for its root
	Pin    string // the SHA-256 that the content must have, "" for any
}

// shortRemote matches a remote of Git that is no URL: git@github.com:acme/policy.git. It is compiled when it is
// first used, because every hook pays for what a package computes when the program starts.
var shortRemote = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\w[\w.-]*@[\w][\w.-]*:[^:]+$`) })

// isSHA256 reports whether a text is a SHA-256 in hexadecimal digits.
func isSHA256(text string) bool {
	hash, err := hex.DecodeString(text)
	return err == nil && len(hash) == sha256.Size
}

// onServer is the value of fleet.policy for a policy in a table on the fleet's server.
const onServer = "server"

// ParsePolicy reads the value of fleet.policy. After # it may have sha256=HASH and, for a repository, subdirectory=FOLDER,
// separated by &; the reference of a repository follows its URL after @.
func ParsePolicy(text string) (p Policy, err error) {
	place, fragment, _ := strings.Cut(text, "#")
	for part := range strings.SplitSeq(fragment, "&") {
		key, value, _ := strings.Cut(part, "=")
		switch {
		case part == "" && fragment == "":
		case key == "sha256" && isSHA256(value):
			p.Pin = strings.ToLower(value)
		case key == "sha256":
			return p, errors.New("one whose hash does not have 64 hexadecimal digits")
		case key == "subdirectory" && filepath.IsLocal(value) && path.Clean(value) == value:
			p.Folder = value
		default:
			return p, errors.New("one with something else after the # than sha256= and subdirectory=")
		}
	}
	if err := p.locate(place); err != nil {
		return p, err
	}
	if !p.Git && p.Folder != "" {
		return p, fmt.Errorf("%q, which is no Git repository and has a subdirectory", place)
	}
	return p, nil
}

// locate reads the part of a policy before the #.
func (p *Policy) locate(place string) error {
	if place == onServer {
		p.URL, p.Server = place, true
		return nil
	}
	wrong, withPassword := errors.New(spelled(place)), errors.New("one with a name or a password: Git has its own helpers for those")
	if shortRemote().MatchString(place) {
		host, rest, _ := strings.Cut(place, ":")
		rest, p.Ref = cutRef(rest)
		p.URL, p.Git = host+":"+rest, true
		return p.checkRef(wrong)
	}
	rest, isGit := strings.CutPrefix(place, "git+")
	u, err := url.Parse(rest)
	switch {
	case err != nil && strings.Contains(rest, "@"):
		return withPassword // neither error may quote it
	case err != nil:
		return wrong
	}
	base, ref := cutRef(u.Path)
	p.Git = isGit || u.Scheme == "ssh" || strings.HasSuffix(base, ".git")
	if _, hasPassword := u.User.Password(); hasPassword || u.User != nil && u.Scheme != "ssh" {
		return withPassword
	}
	if p.Git {
		u.Path, u.RawPath, p.Ref = base, "", ref
	}
	p.URL = u.String()
	schemes := []string{"file", "https", "http"}
	if p.Git {
		schemes = append(schemes, "ssh")
	}
	if !slices.Contains(schemes, u.Scheme) || u.RawQuery != "" && p.Git || (u.Scheme == "file") != (u.Host == "") || strings.HasPrefix(u.Host, "-") {
		return wrong
	}
	return p.checkRef(wrong)
}

// checkRef returns wrong for a reference that Git could take for an option or for more than a name, else nil.
func (p *Policy) checkRef(wrong error) error {
	if strings.HasPrefix(p.Ref, "-") || strings.ContainsAny(p.Ref, ":^~?*[\\ \t+") || strings.Contains(p.Ref, "..") {
		return wrong
	}
	return nil
}

// cutRef separates the reference from the path of a repository: acme/policy.git@v2.
func cutRef(place string) (base, ref string) {
	if base, ref, ok := strings.Cut(place, ".git@"); ok {
		return base + ".git", ref
	}
	if i := strings.LastIndexByte(place, '@'); i > 0 && !strings.HasSuffix(place, ".git") {
		return place[:i], place[i+1:]
	}
	return place, ""
}
