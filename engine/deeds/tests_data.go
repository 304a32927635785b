package deeds

import (
	"cmp"
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
	if words := strings.Fields(cmd.Text); strings.HasPrefix(cmd.Name, "docker") { // docker compose -f compose.test.yml down -v
		for i, option := range words[:max(0, len(words)-1)] {
			if isOneOf(option, "-f", "--file", "-p", "--project-name") && slices.ContainsFunc(parts(path.Base(words[i+1])), isTestWord) {
				return true
			}
		}
	}
	return isOneOf(strings.ToLower(OptionsOf(cmd).Value("env")), "test", "testing")
}

// isTests reports whether an effect is that on a database which is one of tests by its name, on this machine: dropdb shop_test. Another
// machine is named by an option or an address; where a variable names it, it is not known.
func (e Effect) isTests(cmd shell.Command) bool {
	o := OptionsOf(cmd)
	return e.What == "a database" && !strings.Contains(cmd.Text, "HOST=") && isOneOf(o.Value("host"), "", "localhost", "127.0.0.1", "::1") &&
		!slices.ContainsFunc(o.Operands, func(w string) bool { return strings.Contains(w, "$?") || strings.Contains(w, "://") }) &&
		slices.ContainsFunc(parts(e.Name), isTestWord)
}

// isTestWord reports whether a part of a name says that something is for tests.
func isTestWord(part string) bool { return isOneOf(part, "test", "tests", "testing") }

// isLocalTests reports whether an address is that of a database on this machine with "test" as a part of its name.
func isLocalTests(address string) bool {
	at, err := url.Parse(address)
	if err != nil || at.Scheme == "" || at.Host != "" && !isHere(address) {
		return false
	}
	return slices.ContainsFunc(parts(path.Base(cmp.Or(at.Path, at.Opaque))), isTestWord) // file:./tmp/test.db
}
