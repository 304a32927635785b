package deeds

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// ofTests reports whether the line says that a command works in the environment of the tests, or on a database of theirs on this machine:
// RAILS_ENV=test rails db:reset, DATABASE_URL=postgres://localhost/shop_test prisma migrate reset. Runs of tests empty it by themselves.
func ofTests(cmd shell.Command) bool {
	for word := range strings.FieldsSeq(cmd.Text) {
		name, value, set := strings.Cut(word, "=")
		if !set || strings.HasPrefix(word, "-") {
			break
		}
		value = strings.ToLower(strings.Trim(value, `"'`))
		if strings.HasSuffix(name, "_ENV") && isOneOf(value, "test", "testing") || isLocalTests(value) {
			return true
		}
	}
	return isOneOf(strings.ToLower(OptionsOf(cmd).Value("env")), "test", "testing")
}

// isLocalTests reports whether an address is that of a database on this machine with "test" as a part of its name.
func isLocalTests(address string) bool {
	at, err := url.Parse(address)
	if err != nil || at.Scheme == "" || at.Host != "" && !isOneOf(at.Hostname(), "localhost", "127.0.0.1", "::1") {
		return false
	}
	return slices.ContainsFunc(parts(path.Base(at.Path)), func(part string) bool { return isOneOf(part, "test", "tests", "testing") })
}
