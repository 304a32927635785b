package deeds

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/shell"
)

// isFlagged reports whether a word begins with a dash.
func isFlagged(word string) bool { return strings.HasPrefix(word, "-") }

// file adds the files that words name.
func (s *Sent) file(cmd shell.Command, words ...string) {
	for _, w := range words {
		if at := cmd.PathOf(w); w != "-" && at != "" && !slices.Contains(s.Files, at) {
			s.Files = append(s.Files, at)
		}
	}
}

// to sets the host to the first of the words that has one.
func (s *Sent) to(words ...string) {
	for _, w := range words {
		if h := host(w); h != "" && s.To == "" {
			s.To = h
		}
	}
}

// variables adds the variables in the data or in the query of an address. What a header has is how a client says who
// it is, and an address that a variable holds is where the data go.
func (s *Sent) variables(text string) {
	last := ""
	for text = withoutHeaders(text); text != ""; {
		w := wordOf(text)
		text = strings.TrimLeft(text[len(w):], " ;\n\\")
		given := isOneOf(last, "-d", "--data", "--data-raw", "--data-binary", "--data-urlencode", "--data-ascii", "--json", "-F", "--form", "--form-string")
		asks := strings.Contains(w, "://") || !given && strings.HasPrefix(strings.Trim(w, `"'`), "$")
		last = w
		if _, query, ok := strings.Cut(w, "?"); asks && !ok {
			continue
		} else if asks {
			w = query
		}
		before := len(s.Variables)
		for {
			_, rest, ok := strings.Cut(w, "$")
			if !ok {
				break
			}
			rest = strings.TrimPrefix(rest, "{")
			end := strings.IndexFunc(rest, func(c rune) bool {
				return !(c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9')
			})
			if end < 0 {
				end = len(rest)
			}
			if name := rest[:end]; name != "" {
				s.Variables = append(s.Variables, name)
			}
			w = rest[end:]
		}
		if asks && len(s.Variables) > before && s.How == "" {
			s.How = "asks"
		}
	}
}

// asksFor reads the names that are asked of a server of names: what stands before the zone is sent there.
func (s *Sent) asksFor(cmd shell.Command) {
	for w := range strings.FieldsSeq(cmd.Text) {
		if at := unknownLabel().FindStringIndex(w); at != nil && s.How == "" {
			s.How = "asks"
			s.to(strings.Trim(w[at[1]:], `"'`))
		}
	}
}

// unknownLabel matches the beginning of a name up to the end of what is put in: a variable, the output of a command, a word of xargs.
var unknownLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^.*(?:\{\}|\)|` + "`" + `|\}|\$\w+)\.`) })

// substitutes reports whether a text has the output of a command in it.
func substitutes(text string) bool {
	return strings.Contains(text, "$(") || strings.Contains(text, "`")
}

// withoutHeaders returns a line of curl without its headers, which say who asks.
func withoutHeaders(text string) string {
	for _, flag := range []string{" -H ", " --header ", " -u ", " --user "} {
		for {
			before, after, ok := strings.Cut(text, flag)
			if !ok {
				break
			}
			text = before + " " + strings.TrimPrefix(after, wordOf(after))
		}
	}
	return text
}

// wordOf returns the word that a text begins with, or the rest of one that a quote before it has begun, with its substitutions.
func wordOf(text string) string {
	quote, depth := byte(0), 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth > 0:
		case c == '"' || c == '\'':
			switch {
			case quote == c:
				quote = 0
			case quote == 0:
				quote = c
			}
		case quote == 0 && (c == ' ' || c == ';'):
			return text[:i]
		}
	}
	return text
}

// host returns the host of an address: https://u@HOST:1/x, u@HOST:x, HOST/x, HOST.
func host(word string) string {
	word = strings.Trim(word, `"'`)
	if strings.Contains(word, "://") {
		if u, err := url.Parse(word); err == nil && !strings.Contains(u.Host, "$") {
			return strings.ToLower(u.Hostname())
		}
	}
	if strings.Contains(word, "$?") {
		return ""
	}
	if i := strings.LastIndexByte(word, '@'); i >= 0 {
		word = word[i+1:]
	}
	word, _, _ = strings.Cut(word, "/")
	if h, _, ok := strings.Cut(word, ":"); ok {
		if h == "" {
			return "localhost" // :8000/x of HTTPie
		}
		word = h
	}
	return strings.ToLower(word)
}

// isLocal reports whether a host is this machine or one of its network.
func isLocal(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal") && host != "metadata.google.internal" || host == "host.docker.internal" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified() || ip.IsPrivate())
}
