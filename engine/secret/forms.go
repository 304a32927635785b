package secret

import (
	"regexp"
	"strings"
	"sync"
)

// names are the words with which the name of a secret ends: DB_PASSWORD, --api-key, authToken.
var names = []string{
	"password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "api_key", "api-key", "access_key", "accesskey", "access-key",
	"secret_key", "secret-key", "secretkey", "private_key", "private-key", "privatekey", "account_key", "accountkey", "auth_key", "encryption_key",
	"signing_key", "master_key", "credential", "credentials", "client_secret", "_pwd", "_pass", "_auth",
}

// assigned finds NAME=secret, --name=secret, "name": "secret" and name: "secret".
func assigned(text string, add func(start, end int)) {
	for i := 0; i < len(text); i++ {
		if text[i] != '=' && text[i] != ':' {
			continue
		}
		start := i + 1
		if start < len(text) && (text[start] == '=' || text[i:start+1] == ":/") || i > 0 && strings.IndexByte("=!<>+", text[i-1]) >= 0 {
			continue // a comparison, an address
		}
		name := strings.TrimRight(text[max(i-4, 0):i], " ")
		spaced := len(name) < min(i, 4)
		quoted := strings.HasSuffix(name, `"`) || strings.HasSuffix(name, "'")
		end := i - (min(i, 4) - len(name))
		if quoted {
			end = len(strings.TrimRight(text[:end], `"'\`))
		}
		if !named(text[:end]) {
			continue
		}
		for start < len(text) && text[start] == ' ' && (spaced || quoted || text[i] == ':') {
			start++
		}
		from, to, ok := value(text, start)
		if !ok {
			continue
		}
		// In prose and in code, what stands behind a colon or a space is a secret only if it
		// is quoted or looks like one.
		if from == start && (spaced || text[i] == ':' && !quoted) && !Random(text[from:to]) {
			continue
		}
		add(from, to)
		i = max(i, to-1)
	}
}

// named tells whether a text ends with the name of a secret.
func named(text string) bool {
	if text == "" || strings.IndexByte("dehlnstyDEHLNSTY", text[len(text)-1]) < 0 {
		return false // no name ends so
	}
	var letters [16]byte // the longest has 14
	n := copy(letters[:], text[max(len(text)-len(letters), 0):])
	for i, c := range letters[:n] {
		letters[i] = small(c)
	}
	last := string(letters[:n])
	for _, name := range names {
		if name[len(name)-1] == last[n-1] && strings.HasSuffix(last, name) {
			return true
		}
	}
	return false
}

// Random tells whether a word is long and has letters and digits: what stands in a text by
// chance is not.
func Random(word string) bool {
	return len(word) >= 8 && strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
}

// prefixes are those by which the makers of tokens let them be found, and how long what
// follows is at least.
var prefixes = []struct {
	text string
	min  int
}{
	{"AKIA", 16},
	{"ASIA", 16}, // AWS
	{"ghp_", 20},
	{"gho_", 20},
	{"ghu_", 20},
	{"ghs_", 20},
	{"ghr_", 20},
	{"github_pat_", 20},
	{"glpat-", 16},
	{"xoxb-", 10},
	{"xoxp-", 10},
	{"xoxa-", 10},
	{"xoxr-", 10},
	{"xoxs-", 10},
	{"xoxe", 10},
	{"xapp-", 10}, // Slack
	{"sk-", 20},
	{"sk_live_", 10},
	{"sk_test_", 10},
	{"rk_live_", 10},
	{"pk_live_", 10},
	{"whsec_", 20}, // OpenAI, Anthropic, Stripe
	{"AIza", 30},
	{"ya29.", 20},
	{"GOCSPX-", 20}, // Google
	{"npm_", 30},
	{"pypi-", 30},
	{"hf_", 20},
	{"SG.", 30},
	{"dop_v1_", 30},
	{"shpat_", 20},
	{"hvs.", 20},
	{"glsa_", 20},
	{"lin_api_", 20},
	{"dckr_pat_", 20},
	{"sntrys_", 20},
	{"tfp_", 20},
	{"nvapi-", 20},
	{"gsk_", 20},
	{"xai-", 20},
	{"r8_", 30},
	{"sbp_", 30},
	{"AGE-SECRET-KEY-", 20},
	{"eyJ", 40}, // a signed token: its head is base64 of {"
	{"hooks.slack.com/services/", 10},
}

// token adds the token that begins at start with a prefix of that many bytes, if one does.
func token(text string, start int, prefix int, least int, add func(start, end int)) {
	address := text[start] == 'h' // of a web hook: its path is the secret
	i := start + prefix
	for i < len(text) && (inToken(text[i]) || address && text[i] == '/') {
		i++
	}
	if i-start-prefix >= least && (start == 0 || address || !inToken(text[start-1])) {
		add(start, i)
	}
}

func inToken(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// inAddresses finds the password in scheme://user:password@host, and a token in its place.
func inAddresses(text string, add func(start, end int)) {
	for i := 0; ; {
		n := strings.Index(text[i:], "://")
		if n < 0 {
			return
		}
		i += n + len("://")
		end := i
		for end < len(text) && strings.IndexByte(" \t\r\n\"'`<>/?#|;()", text[end]) < 0 {
			end++
		}
		at := strings.LastIndexByte(text[i:end], '@')
		if at < 0 {
			continue
		}
		user, password, both := strings.Cut(text[i:i+at], ":")
		if both && !strings.HasPrefix(password, "$") {
			add(i+len(user)+1, i+at)
		} else if !both && len(user) >= 16 && Random(user) {
			add(i, i+at)
		}
	}
}

// privateKeys finds the blocks of private keys, whole or cut off.
func privateKeys(text string, add func(start, end int)) {
	const begin, end = "PRIVATE KEY-----", "-----END"
	for i := 0; ; {
		n := strings.Index(text[i:], begin)
		if n < 0 {
			return
		}
		start := i + n + len(begin)
		i = len(text)
		if n := strings.Index(text[start:], end); n >= 0 {
			i = start + n
		}
		add(start, i)
	}
}

// word is a value on a command line, quoted or not.
const word = `("[^"\n]*"|'[^'\n]*'|[^\s"'&;|<>()]+)`

// A phrase is a form of more than one word. Of hints, which are in small letters, the text
// must have one; what the second group of the pattern matches is the secret.
type phrase struct {
	pattern  string
	hints    []string
	once     sync.Once
	compiled *regexp.Regexp
}

var forms = [...]phrase{
	{pattern: `(?i)((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+)?)([^\s"']+)`, hints: []string{"authorization"}},
	{pattern: `(?i)(\bbearer\s+["']?)([\w.~+/=-]{8,})`, hints: []string{"bearer"}},
	{pattern: `(?i)(\b(?:cookie|x-[\w-]*(?:key|token|auth|secret)|api-key|private-token)["']?\s*:\s*["']?)([^"'\n]+)`, hints: []string{"cookie:", "key:", "token:", "x-", "key\"", "token\""}},
	{pattern: `(?i)(\s--?(?:[\w-]*-)?(?:password|passwd|pass|passphrase|token|api-?key|secret|secret-key|access-key|private-key|account-key|client-secret)\s+)` + word, hints: []string{"-password ", "-passwd ", "-pass ", "-passphrase ", "-token ", "-key ", "-apikey ", "-secret "}},
	{pattern: `(?i)([?&](?:key|sig|signature|auth|code|access_token|x-amz-signature|x-goog-signature)=)([^\s"'&;|<>()]+)`, hints: []string{"?key=", "&key=", "sig", "auth=", "code="}},
	{pattern: `(\b(?:mysql\w*|mariadb[\w-]*)\b[^|;&\n]*?\s["']?-p)` + word, hints: []string{"mysql", "mariadb"}},
	{pattern: `(\b(?:7z\w?|rar|unrar)\b[^|;&\n]*?\s["']?-p)` + word, hints: []string{"7z", "rar "}},
	{pattern: `(\b(?:sshpass|mongo\w*|clickhouse-client|twine|(?:docker|podman|buildah|skopeo|nerdctl|oras|az|oc|npm|registry)\s+(?:[\w-]+\s+)*login)\b[^|;&\n]*?\s-p[ =]?)` + word, hints: []string{"sshpass", "mongo", "clickhouse", " login ", "twine"}},
	{pattern: `(\b(?:zip|unzip|sqlcmd|bcp|mosquitto_\w+|cqlsh|isql)\b[^|;&\n]*?\s-[Pp][ =]?)` + word, hints: []string{"zip", "sqlcmd", "bcp", "mosquitto", "cqlsh", "isql"}},
	{pattern: `(\bldap\w+\b[^|;&\n]*?\s-w[ =]?)` + word, hints: []string{"ldap"}},
	{pattern: `(\bredis-cli\b[^|;&\n]*?\s-a[ =]?)` + word, hints: []string{"redis-cli"}},
	{pattern: `(\b(?:curl|http|https|xh|wget)\b[^|;&\n]*?\s(?:-u|-U|-a|--user|--proxy-user|--auth)[ =]?["']?[^\s:"']*:)([^\s"']+)`, hints: []string{"curl ", "http -", "https -", "xh ", "--auth", "wget "}},
	{pattern: `(\bsmbclient\b[^|;&\n]*?\s-U[ =]?["']?[^\s%"']+%)([^\s"']+)`, hints: []string{"smbclient"}},
	{pattern: `(\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+)` + word, hints: []string{"htpasswd"}},
	{pattern: `(\bpass:)([^\s"']+)`, hints: []string{"pass:"}},
	{pattern: `(\b(?:echo|printf)\s+(?:-\w+\s+)*(?:["'][^"'\n]*["']\s+)??)` + word + `\s*\|[^\n]*(?:--password-stdin|sudo\s+-\w*S|--with-token|chpasswd|--passphrase-fd)`, hints: []string{"-stdin", "sudo", "--with-token", "chpasswd", "passphrase-fd"}},
}

// exact tells whether the hints of a phrase stand in the text as they are, in small letters.
func (p *phrase) exact() bool { return !strings.HasPrefix(p.pattern, "(?i)") }

// re is the phrase's expression. It is compiled when first needed, and none when the program starts.
func (p *phrase) re() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.pattern) })
	return p.compiled
}
