package redact

import "strings"

// findURLPasswords finds the password in scheme://user:password@host, and the token in
// scheme://token@host and scheme://token:@host.
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
		user, password, _ := strings.Cut(text[i:i+at], ":")
		switch {
		case strings.HasPrefix(user, "$") || strings.HasPrefix(password, "[") && strings.HasSuffix(password, "]"):
			// ${USER:-name}:${PASSWORD:-word} has no secret but the names of variables, and [YOUR-PASSWORD] says what is to stand there
		case password != "" && password != "x-oauth-basic" && !strings.HasPrefix(password, "$"):
			add(i+len(user)+1, i+at)
		case len(user) >= 16 && LooksRandom(user):
			add(i, i+len(user))
		}
	}
}
