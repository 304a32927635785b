package project

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/bundle"
)

// A Fleet is the table [fleet]: the server that the machines of a team share facts through.
type Fleet struct {
	URLs         []string      // of the server's members, tried in this order; none if there is no fleet
	TokenFile    string        // the file with user:password, "" without
	CAFile       string        // the file with the certificates that sign the server's, "" for those of the system
	Repositories []string      // globs of repositories that take part, nil for all
	Share        []string      // the kinds of facts that leave the machine
	Interval     time.Duration // between two exchanges
	Keep         time.Duration // how long facts of others are kept, and how old facts that are shared may be
	User         string        // as others see it, "" for nobody
	Machine      string        // as others see it, "" for the host's name
	Policy       string        // where the team's policy is, see ParsePolicy; "" without
}

// Shares are the kinds of facts that can be shared: the files of share.d and the tables fleet_… of fleet.sql.
var Shares = []string{"touches", "runs", "tests", "verdicts"}

// MinInterval is the shortest interval between two exchanges.
const MinInterval = 200 * time.Millisecond

// apply puts the value of a key into force. The value has been checked.
func (f *Fleet) apply(key string, v any) {
	text, _ := v.(string)
	switch key {
	case "fleet.url":
		f.URLs, _ = textList(v)
	case "fleet.token_file":
		f.TokenFile = atHome(text)
	case "fleet.ca_file":
		f.CAFile = atHome(text)
	case "fleet.repositories":
		f.Repositories, _ = globList(v)
	case "fleet.share":
		f.Share, _ = textList(v)
	case "fleet.interval":
		f.Interval, _ = time.ParseDuration(text)
	case "fleet.keep":
		f.Keep, _ = ParseDuration(text)
	case "fleet.user":
		f.User = text
	case "fleet.policy":
		f.Policy = text
	case "fleet.machine":
		f.Machine = text
	}
}

// Takes reports whether a repository takes part, by its name such as github.com/acme/shop, which is in lower case.
func (f *Fleet) Takes(repository string) bool {
	return len(f.Repositories) == 0 || slices.ContainsFunc(f.Repositories, func(glob string) bool {
		ok, err := doublestar.Match(strings.ToLower(glob), repository)
		return err == nil && ok
	})
}

// atHome returns a path whose ~/ stands for the home directory.
func atHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(Home(), rest)
	}
	return path
}

// textList returns a string, or a list of strings that is not empty, as a list.
func textList(v any) (list []string, err error) {
	if text, ok := v.(string); ok {
		v = []any{text}
	}
	items, ok := v.([]any)
	if !ok || len(items) == 0 {
		return nil, errors.New(spelled(v))
	}
	for _, item := range items {
		text, ok := item.(string)
		if !ok || text == "" {
			return nil, errors.New(spelled(item))
		}
		list = append(list, text)
	}
	return list, nil
}

// CheckURLs returns why one of the URLs cannot be that of a server.
func CheckURLs(urls []string) error {
	for _, text := range urls {
		if _, err := urlList(text); err != nil {
			return fmt.Errorf("the server needs a URL such as \"https://fleet.example.org:4001\", not %w", err)
		}
	}
	return nil
}

// urlList returns the URLs of a server, or the reason why v is none.
func urlList(v any) ([]string, error) {
	list, err := textList(v)
	for _, text := range list {
		u, failed := url.Parse(text)
		switch {
		case failed != nil && strings.Contains(text, "@"), failed == nil && (u.User != nil || strings.Contains(u.Path, "@")): // the error must not quote it
			return nil, errors.New("one with a password: that is in the file which token_file names")
		case failed != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
			return nil, errors.New(spelled(text))
		}
	}
	return list, err
}

// shareList returns kinds of facts, or the reason why v is none.
func shareList(v any) ([]string, error) {
	list, err := textList(v)
	for _, name := range list {
		if !slices.Contains(Shares, name) {
			return nil, fmt.Errorf("%q%s", name, bundle.DidYouMean(name, Shares))
		}
	}
	return list, err
}

// CheckPolicy returns the first mistake of a text that is to be the configuration of a policy; place names it in the message.
func CheckPolicy(place string, text []byte) error {
	if len(text) > maxConfigSize {
		return fmt.Errorf("%s is larger than %d kB", place, maxConfigSize>>10)
	}
	c := newConfig()
	c.add(c, place, text, layerPolicy)
	if len(c.Errs) > 0 {
		return c.Errs[0]
	}
	return nil
}

// parseInterval parses a time such as 2s.
func parseInterval(v any) error {
	text, _ := v.(string)
	if d, err := time.ParseDuration(text); err != nil || d < MinInterval {
		return errors.New(spelled(v))
	}
	return nil
}
