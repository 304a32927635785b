package redact

import "strings"

// secretNames are the endings of names that hold a secret: DB_PASSWORD, --api-key,
// authToken. They are in lower case.
var secretNames = []string{
	"password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "api_key", "api-key", "access_key", "accesskey", "access-key",
	"secret_key", "secret-key", "secretkey", "private_key", "private-key", "privatekey", "account_key", "accountkey", "auth_key", "auth-key", "authkey", "sshpass", "encryption_key",
	"signing_key", "master_key", "shared_key", "credential", "credentials", "client_secret", "secret_key_base", "_app_key", "_pwd", "_pass", "_auth", "_pw", "_pat", "_jwt",
	// A short name counts after an option's dash and between pairs.
	"-pw", "-pwd", "-pass", "&pwd", ";pwd", "?pwd", "&pass", ";pass", "?pass",
}

// findAssignments finds the value in NAME=secret, --name=secret, "name": "secret" and
// name: "secret".
func findAssignments(text string, add func(start, end int)) {
	for i := 0; i < len(text); i++ {
		if text[i] != '=' && text[i] != ':' {
			continue
		}
		start := i + 1
		if start < len(text) && (text[start] == '=' || text[i] == ':' && strings.IndexByte("/-+?", text[start]) >= 0) || i > 0 && strings.IndexByte("=!<>+", text[i-1]) >= 0 {
			continue // a comparison, a URL, or ${NAME:-default}
		}
		name := strings.TrimRight(text[max(i-4, 0):i], " ")
		spaced := len(name) < min(i, 4)
		if strings.HasSuffix(name, `"]`) || strings.HasSuffix(name, "']") {
			name = name[:len(name)-1] // os.environ["NAME"] = "secret"
		}
		quoted := strings.HasSuffix(name, `"`) || strings.HasSuffix(name, "'")
		end := i - (min(i, 4) - len(name))
		if quoted {
			end = len(strings.TrimRight(text[:end], `"'\]`))
		}
		secret := endsInSecretName(text[:end])
		if !secret && !mayNameSecret(text[:end]) {
			continue
		}
		for start < len(text) && text[start] == ' ' && (spaced || quoted || text[i] == ':') {
			start++
		}
		if !secret && text[i] == ':' && (start == len(text) || strings.IndexByte("\"'\\", text[start]) < 0) {
			continue // such as "--- PASS: TestSum": no name of a secret and no quotes
		}
		from, to, ok := assignedValue(text, start)
		if !ok || !secret && (from == start && text[i] == ':' || !isSecret(text[from:to])) {
			continue
		}
		// After a colon or with spaces around the equals sign, the text may be prose or
		// code: an unquoted value counts only if it looks random.
		if from == start && (spaced || text[i] == ':' && !quoted) && !LooksRandom(text[from:to]) {
			continue
		}
		add(from, to)
		i = max(i, to-1)
	}
}

// endsInSecretName reports whether text ends in one of secretNames, ignoring case.
func endsInSecretName(text string) bool {
	if text == "" || strings.IndexByte("dehlnstywDEHLNSTYW", text[len(text)-1]) < 0 {
		return false // the last letter of no name
	}
	last := lower(text[len(text)-1])
	for _, name := range secretNames {
		if name[len(name)-1] == last && endsIn(text, name) {
			return true
		}
	}
	return false
}

// endsIn reports whether text ends in a word, ignoring case.
func endsIn(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[len(text)-len(word):], word)
}

// mayNameSecret reports whether text ends in _KEY, -key, Key, pass or pwd. Such a name may be that of a secret, but
// also of a row or a count.
func mayNameSecret(text string) bool {
	if len(text) < 4 || strings.IndexByte("dsyDSY", text[len(text)-1]) < 0 {
		return false
	}
	start := text[len(text)-4]
	switch {
	case endsIn(text, "key"):
		return start == '_' || start == '-' || isLetter(start) && text[len(text)-3] == 'K'
	case endsIn(text, "pwd"):
		return !isAlphanumeric(start)
	case endsIn(text, "pass"):
		return len(text) > 4 && !isAlphanumeric(text[len(text)-5])
	}
	return false
}

// isSecret reports whether the value of such a name is a secret: at least 16 random characters, and no hash.
func isSecret(value string) bool {
	return len(value) >= 16 && LooksRandom(value) && !areWords(value) && strings.Trim(value, "0123456789abcdef") != "" && !strings.ContainsAny(value, "/.-: ")
}

// LooksRandom reports whether word has at least eight bytes and both letters and digits.
// A word for which it is false may occur in a text by chance.
func LooksRandom(word string) bool {
	return len(word) >= 8 && strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
}

// assignedValue returns the byte range of the word that begins at start, without its
// quotes. ok is false if the word cannot be a secret: it is empty, a call, the name of a
// variable or command ($PASSWORD, %(x)s, {{x}}), or a constant such as null.
func assignedValue(text string, start int) (from, to int, ok bool) {
	if start >= len(text) {
		return start, start, false
	}
	from = start
	if escaped := strings.HasPrefix(text[start:], `\"`) || strings.HasPrefix(text[start:], `\'`); escaped {
		from, to = start+2, closingQuote(text, start+2, text[start:start+2])
	} else if q := text[start]; q == '"' || q == '\'' {
		from, to = start+1, closingQuote(text, start+1, text[start:start+1])
	} else {
		to = from
		for to < len(text) && !strings.ContainsRune(" \t\r\n\"'`&;|<>()", rune(text[to])) {
			to++
		}
		if to < len(text) && text[to] == '(' {
			return from, to, false // a call
		}
	}
	word := text[from:to]
	if strings.HasPrefix(word, " ") && !strings.ContainsAny(text[to:min(to+1, len(text))], "\"'") {
		return from, to, false // the quote ends a string: "NAME=" + value
	}
	switch strings.ToLower(strings.TrimRight(word, ",}])")) {
	case "", "none", "null", "nil", "true", "false", "undefined":
		return from, to, false
	}
	return from, to, strings.ContainsFunc(word, isWordRune) && word[0] != '$' && word[0] != '`' && !strings.HasPrefix(word, "%(") && !strings.HasPrefix(word, "{{") && !strings.HasPrefix(word, Placeholder)
}

// closingQuote returns the position of the first quote at or after from, or of the end of
// the line if that comes first. A backslash escapes the next byte if quote is ".
func closingQuote(text string, from int, quote string) int {
	for i := from; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], quote):
			return i
		case text[i] == '\\' && quote == `"`:
			i++
		case text[i] == '\n':
			return i
		}
	}
	return len(text)
}
