package redact

import (
	"regexp"
	"strings"
	"sync"
)

// tokenPrefixes are the published prefixes of tokens, each with the least number of bytes
// that follow it.
var tokenPrefixes = []struct {
	text string
	min  int
}{
	// AWS
	{"AKIA", 16},
	{"ASIA", 16},
	// GitHub and GitLab
	{"ghp_", 20},
	{"gho_", 20},
	{"ghu_", 20},
	{"ghs_", 20},
	{"ghr_", 20},
	{"github_pat_", 20},
	{"glpat-", 16},
	// Slack
	{"xoxb-", 10},
	{"xoxp-", 10},
	{"xoxa-", 10},
	{"xoxr-", 10},
	{"xoxs-", 10},
	{"xoxe", 10},
	{"xapp-", 10},
	// OpenAI, Anthropic, Stripe
	{"sk-", 20},
	{"sk_live_", 10},
	{"sk_test_", 10},
	{"rk_live_", 10},
	{"pk_live_", 10},
	{"whsec_", 20},
	// Google
	{"AIza", 30},
	{"ya29.", 20},
	{"GOCSPX-", 20},
	// others
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
	{"eyJ", 40}, // a JSON Web Token: the base64 of {"
	{"hooks.slack.com/services/", 10},
}

// addToken adds the token at start, whose prefix is prefixLen bytes long. It adds nothing
// if fewer than least bytes follow the prefix or if start is within a longer word.
func addToken(text string, start, prefixLen, least int, add func(start, end int)) {
	webhook := text[start] == 'h' // the path of the URL is the secret
	i := start + prefixLen
	for i < len(text) && (isTokenByte(text[i]) || webhook && text[i] == '/') {
		i++
	}
	if i-start-prefixLen >= least && (start == 0 || webhook || !isTokenByte(text[start-1])) {
		add(start, i)
	}
}

func isTokenByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// findURLPasswords finds the password in scheme://user:password@host, and the token in
// scheme://token@host.
func findURLPasswords(text string, add func(start, end int)) {
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
		} else if !both && len(user) >= 16 && LooksRandom(user) {
			add(i, i+at)
		}
	}
}

// findPrivateKeys finds the bodies of PEM blocks with a private key. A block without an
// end line extends to the end of the text.
func findPrivateKeys(text string, add func(start, end int)) {
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

// argument is the expression of one argument on a command line, quoted or not.
const argument = `("[^"\n]*"|'[^'\n]*'|[^\s"'&;|<>()]+)`

// A form is an expression that takes more than one word into account, such as an option
// with its argument. The match of its second group is the secret.
type form struct {
	pattern  string
	hints    []string // in lower case; the pattern is tried on lines that contain one of them
	once     sync.Once
	compiled *regexp.Regexp
}

var forms = [...]form{
	{pattern: `(?i)((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+)?)([^\s"']+)`, hints: []string{"authorization"}},
	{pattern: `(?i)(\bbearer\s+["']?)([\w.~+/=-]{8,})`, hints: []string{"bearer"}},
	{pattern: `(?i)(\b(?:cookie|x-[\w-]*(?:key|token|auth|secret)|api-key|private-token)["']?\s*:\s*["']?)([^"'\n]+)`, hints: []string{"cookie:", "key:", "token:", "x-", "key\"", "token\""}},
	{pattern: `(?i)(\s--?(?:[\w-]*-)?(?:password|passwd|pass|passphrase|token|api-?key|secret|secret-key|access-key|private-key|account-key|client-secret)\s+)` + argument, hints: []string{"-password ", "-passwd ", "-pass ", "-passphrase ", "-token ", "-key ", "-apikey ", "-secret "}},
	{pattern: `(?i)([?&](?:key|sig|signature|auth|code|access_token|x-amz-signature|x-goog-signature)=)([^\s"'&;|<>()]+)`, hints: []string{"?key=", "&key=", "sig", "auth=", "code="}},
	{pattern: `(\b(?:mysql\w*|mariadb[\w-]*)\b[^|;&\n]*?\s["']?-p)` + argument, hints: []string{"mysql", "mariadb"}},
	{pattern: `(\b(?:7z\w?|rar|unrar)\b[^|;&\n]*?\s["']?-p)` + argument, hints: []string{"7z", "rar "}},
	{pattern: `(\b(?:sshpass|mongo\w*|clickhouse-client|twine|(?:docker|podman|buildah|skopeo|nerdctl|oras|az|oc|npm|registry)\s+(?:[\w-]+\s+)*login)\b[^|;&\n]*?\s-p[ =]?)` + argument, hints: []string{"sshpass", "mongo", "clickhouse", " login ", "twine"}},
	{pattern: `(\b(?:zip|unzip|sqlcmd|bcp|mosquitto_\w+|cqlsh|isql)\b[^|;&\n]*?\s-[Pp][ =]?)` + argument, hints: []string{"zip", "sqlcmd", "bcp", "mosquitto", "cqlsh", "isql"}},
	{pattern: `(\bldap\w+\b[^|;&\n]*?\s-w[ =]?)` + argument, hints: []string{"ldap"}},
	{pattern: `(\bredis-cli\b[^|;&\n]*?\s-a[ =]?)` + argument, hints: []string{"redis-cli"}},
	{pattern: `(\b(?:curl|http|https|xh|wget)\b[^|;&\n]*?\s(?:-u|-U|-a|--user|--proxy-user|--auth)[ =]?["']?[^\s:"']*:)([^\s"']+)`, hints: []string{"curl ", "http -", "https -", "xh ", "--auth", "wget "}},
	{pattern: `(\bsmbclient\b[^|;&\n]*?\s-U[ =]?["']?[^\s%"']+%)([^\s"']+)`, hints: []string{"smbclient"}},
	{pattern: `(\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+)` + argument, hints: []string{"htpasswd"}},
	{pattern: `(\bpass:)([^\s"']+)`, hints: []string{"pass:"}},
	{pattern: `(\b(?:echo|printf)\s+(?:-\w+\s+)*(?:["'][^"'\n]*["']\s+)??)` + argument + `\s*\|[^\n]*(?:--password-stdin|sudo\s+-\w*S|--with-token|chpasswd|--passphrase-fd)`, hints: []string{"-stdin", "sudo", "--with-token", "chpasswd", "passphrase-fd"}},
}

// exact reports whether the hints must occur in lower case. Otherwise case is ignored.
func (f *form) exact() bool { return !strings.HasPrefix(f.pattern, "(?i)") }

// re returns the compiled pattern. It is compiled on first use, so that starting the
// program compiles none.
func (f *form) re() *regexp.Regexp {
	f.once.Do(func() { f.compiled = regexp.MustCompile(f.pattern) })
	return f.compiled
}
